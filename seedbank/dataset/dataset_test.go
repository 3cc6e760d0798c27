package dataset_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/dataset"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func starterBank(tb testing.TB) *seedbank.Bank {
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { bank.Close() })
	return bank
}

// small is a data set of few puzzles. Level 6 has the fewest rungs in the starter
// bank next to those of levels 8 and 9, so it is read soon.
func small() dataset.Options {
	return dataset.Options{
		Request: draw.Request{Levels: seedbank.Range[rating.Level]{Low: 6, High: 6}, RandomSeed: 7},
		Train:   3000, Test: 300, Validation: 100, Augment: 4, Split: dataset.ByClass, Formats: []string{"csv"},
	}
}

func mustMake(tb testing.TB, folder string, o dataset.Options, run dataset.Run) *dataset.Manifest {
	tb.Helper()
	m, err := dataset.Make(context.Background(), starterBank(tb), folder, o, run)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// csvRow is a row as a stranger reads it.
type csvRow struct {
	source           string
	question, answer sudoku.Grid
	rating           rating.Tenths
}

func readCSV(tb testing.TB, path string) (rows []csvRow) {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if lines[0] != "source,question,answer,rating" {
		tb.Fatalf("%s begins with %q", path, lines[0])
	}
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		question, err1 := sudoku.ParseGrid(cells[1])
		answer, err2 := sudoku.ParseGrid(cells[2])
		er, err3 := strconv.Atoi(cells[3])
		if err := errors.Join(err1, err2, err3); err != nil || len(cells) != 4 {
			tb.Fatalf("%s: %q: %v", path, line, err)
		}
		rows = append(rows, csvRow{cells[0], question, answer, rating.Tenths(er)})
	}
	return rows
}

// shared returns the lines that two texts have in common, found by the system's own
// sort and comm.
func shared(t *testing.T, a, b []string) string {
	t.Helper()
	for _, tool := range []string{"sort", "comm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s", tool)
		}
	}
	folder := t.TempDir()
	var sorted []string
	for i, lines := range [][]string{a, b} {
		plain := filepath.Join(folder, fmt.Sprint(i))
		sorted = append(sorted, plain+".sorted")
		if err := os.WriteFile(plain, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("sort", "-u", "-o", sorted[i], plain).CombinedOutput(); err != nil {
			t.Fatalf("sort: %v, %s", err, out)
		}
	}
	out, err := exec.Command("comm", "-12", sorted[0], sorted[1]).Output()
	if err != nil {
		t.Fatalf("comm: %v", err)
	}
	return string(out)
}

// What is written has one solution, the one in its label, the rating that the rater
// gives it, and nothing in common between the parts: neither puzzles up to
// isomorphism, nor, if that was asked for, grids.
func TestPartsShareNothing(t *testing.T) {
	byGrid, byClues, minimal := small(), small(), small()
	byGrid.Split = dataset.ByGrid
	byClues.Request.Clues = seedbank.Range[int]{Low: 25, High: 27}
	minimal.Minimal = true
	for name, o := range map[string]dataset.Options{"class": small(), "grid": byGrid, "clues": byClues, "minimal": minimal} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			m := mustMake(t, folder, o, dataset.Run{})
			if m.Leaks.Classes != 0 {
				t.Errorf("the manifest tells of leaks: %+v", m.Leaks)
			}
			if name == "class" && m.Leaks.Grids == 0 {
				t.Error("no grid is shared, so that the ways to split are not told apart")
			}
			var classes, grids, sources [3][]string
			for i, part := range []dataset.Part{dataset.Train, dataset.Test, dataset.Validation} {
				rows := readCSV(t, filepath.Join(folder, string(part)+".csv"))
				if want := []uint64{o.Train, o.Test, o.Validation}[i]; uint64(len(rows)) != want {
					t.Errorf("%s has %d rows, want %d", part, len(rows), want)
				}
				classes[i], grids[i], sources[i] = examine(t, rows, &o)
				copies := map[string]uint64{}
				for _, source := range sources[i] {
					copies[source]++
				}
				for source, n := range copies {
					if n > 1 && part != dataset.Train || n > o.Augment {
						t.Errorf("%s has %d puzzles of %s", part, n, source)
					}
				}
			}
			for i := range classes {
				for j := range i {
					if both := shared(t, classes[i], classes[j]); both != "" {
						t.Errorf("two parts have isomorphs: %s", both)
					}
					if both := shared(t, sources[i], sources[j]); both != "" {
						t.Errorf("two parts have seeds: %s", both)
					}
					if both := shared(t, grids[i], grids[j]); both != "" && (name == "grid" || name == "clues") {
						t.Errorf("two parts have grids: %s", both)
					}
				}
			}
		})
	}
}

// examine proves the rows of a part, and returns the canonical forms of their
// puzzles and solutions, and their sources.
func examine(t *testing.T, rows []csvRow, o *dataset.Options) (classes, grids, sources []string) {
	var solver sudoku.Solver
	var canonizer transform.Canonizer
	var rater rating.Rater
	once := map[sudoku.Grid]bool{}
	for i, r := range rows {
		puzzle, err := solver.Prove(r.question)
		if err != nil || puzzle.Solution() != r.answer {
			t.Fatalf("%v: %v, and the label is %v", r.question, err, r.answer)
		}
		canonical := canonizer.Canonical(r.question).Grid
		key := seed.KeyOf(canonical).String()
		if minimal := solver.Minimal(&puzzle); minimal != (key == r.source) || o.Minimal && !minimal {
			t.Fatalf("%v says it is of %s, and its key is %s", r.question, r.source, key)
		}
		if !o.Request.Clues.Has(r.question.NumClues()) || rating.LevelOf(r.rating) != 6 {
			t.Fatalf("%v, rated %v, is not of the kind", r.question, r.rating)
		}
		if i%40 == 0 {
			if rated, err := rater.RateClass(&puzzle); err != nil || rated.ER != r.rating {
				t.Fatalf("%v is rated %v, %v, and says %v", r.question, rated.ER, err, r.rating)
			}
		}
		if once[r.question] {
			t.Fatalf("%v comes twice", r.question)
		}
		once[r.question] = true
		classes, sources = append(classes, canonical.String()), append(sources, r.source)
		grids = append(grids, canonizer.Canonical(r.answer).Grid.String())
	}
	return classes, grids, sources
}

// A run that was interrupted goes on, and ends with the same files; what is
// finished is not written again.
func TestInterruptedRunsGoOn(t *testing.T) {
	o := small()
	o.ShardSize = 1000
	whole, folder := t.TempDir(), t.TempDir()
	mustMake(t, whole, o, dataset.Run{})

	bank := starterBank(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopped := dataset.Run{Report: func(part dataset.Part, done, _ uint64) {
		if part == dataset.Train && done > 1000 {
			cancel()
		}
	}}
	if _, err := dataset.Make(ctx, bank, folder, o, stopped); !errors.Is(err, context.Canceled) {
		t.Fatalf("it ends with %v", err)
	}
	var wrote []string
	if _, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{Wrote: func(path string) { wrote = append(wrote, filepath.Base(path)) }}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"test-00001-of-00001.csv", "train-00001-of-00003.csv"} {
		if slices.Contains(wrote, name) {
			t.Errorf("%s is written again", name)
		}
	}
	want, got := contents(t, whole), contents(t, folder)
	if len(want) != 5+3 || len(got) != len(want) {
		t.Errorf("%d files, and %d from one run", len(got), len(want))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s is another one", name)
		}
	}

	// A file that was damaged is made again, other options are refused.
	damaged := filepath.Join(folder, "train-00002-of-00003.csv")
	if err := os.Truncate(damaged, 100); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{}); err != nil {
		t.Fatal(err)
	}
	if contents(t, folder)[filepath.Base(damaged)] != want[filepath.Base(damaged)] {
		t.Error("a damaged file stays")
	}
	o.Test++
	if _, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{}); !errors.Is(err, dataset.ErrTaken) {
		t.Errorf("another data set: %v", err)
	}
}

func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(text)
	}
	return files
}

// parquetRow is what the test reads of Parquet.
type parquetRow struct {
	ID       string `parquet:"id"`
	Seed     string `parquet:"seed"`
	Question string `parquet:"question"`
	Answer   string `parquet:"answer"`
	Rating   int32  `parquet:"rating"`
	Uses     string `parquet:"uses"`
}

// All formats tell the same, row by row.
func TestFormatsAgree(t *testing.T) {
	o := small()
	o.Train, o.Test, o.Validation, o.Augment = 60, 20, 0, 3
	o.Formats = dataset.FormatNames()
	folder := t.TempDir()
	mustMake(t, folder, o, dataset.Run{})
	for _, part := range []string{"train", "test"} {
		rows := readCSV(t, filepath.Join(folder, part+".csv"))
		path := func(rest string) string { return filepath.Join(folder, part+rest) }
		inputs, labels, ratings := readNPY(t, path("-inputs.npy"), len(rows), 81), readNPY(t, path("-labels.npy"), len(rows), 81), readNPY(t, path("-ratings.npy"), len(rows), 0)
		wide := strings.Split(strings.TrimSpace(contents(t, folder)[part+"-wide.csv"]), "\n")[1:]
		ways := strings.Split(strings.TrimSpace(contents(t, folder)[part+"-ways.jsonl"]), "\n")
		packed, err := parquet.ReadFile[parquetRow](path(".parquet"))
		if err != nil || len(packed) != len(rows) || len(wide) != len(rows) || len(ways) != len(rows) {
			t.Fatalf("%d rows of csv, %d of Parquet, %v", len(rows), len(packed), err)
		}
		for i, r := range rows {
			if p := packed[i]; p.Question != r.question.String() || p.Answer != r.answer.String() || p.Rating != int32(r.rating) || p.Seed != r.source ||
				!strings.HasPrefix(p.ID, r.source) || !strings.HasPrefix(wide[i], p.ID+","+p.Seed+",") || !strings.HasSuffix(wide[i], ","+p.Uses) {
				t.Errorf("row %d: %+v, %+v, %s", i, r, p, wide[i])
			}
			for c := range r.question {
				if inputs[i*81+c] != byte(r.question[c]) || labels[i*81+c] != byte(r.answer[c]) {
					t.Fatalf("row %d, cell %d of the arrays", i, c)
				}
			}
			if ratings[i] != byte(r.rating) {
				t.Errorf("row %d: array has the rating %d", i, ratings[i])
			}
			checkWay(t, ways[i], &r)
		}
	}
}

// checkWay follows a way: what its rounds place is all that is missing.
func checkWay(t *testing.T, line string, r *csvRow) {
	t.Helper()
	var way struct {
		Source string
		Rating int
		Path   struct {
			Puzzle, Solution sudoku.Grid
			Rounds           []struct {
				Grid       sudoku.Grid
				Candidates []string
				Steps      []struct{ Placement string }
			}
		}
	}
	if err := json.Unmarshal([]byte(line), &way); err != nil {
		t.Fatal(err)
	}
	placed := 0
	for _, round := range way.Path.Rounds {
		if round.Grid.NumClues() != r.question.NumClues()+placed || len(round.Candidates) != 81 {
			t.Fatalf("a round with %d cells filled, after %d placements", round.Grid.NumClues(), placed)
		}
		for _, step := range round.Steps {
			if step.Placement != "" {
				placed++
			}
		}
	}
	if way.Path.Puzzle != r.question || way.Path.Solution != r.answer || way.Source != r.source || way.Rating != int(r.rating) || placed != 81-r.question.NumClues() {
		t.Errorf("%d placements in %s", placed, line)
	}
}

// readNPY reads an array as numpy.lib.format describes it.
func readNPY(t *testing.T, path string, rows, columns int) []byte {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rest, ok := bytes.CutPrefix(file, []byte("\x93NUMPY\x01\x00"))
	if !ok {
		t.Fatalf("%s begins with %q", path, file[:8])
	}
	length := int(binary.LittleEndian.Uint16(rest))
	header, cells := string(rest[2:2+length]), rest[2+length:]
	shape, size := fmt.Sprintf("(%d,)", rows), rows
	if columns > 0 {
		shape, size = fmt.Sprintf("(%d, %d)", rows, columns), rows*columns
	}
	if want := "{'descr': '|u1', 'fortran_order': False, 'shape': " + shape + ", }"; strings.TrimRight(header, " \n") != want || (10+length)%64 != 0 || len(cells) != size {
		t.Fatalf("%s: header %q, %d cells", path, header, len(cells))
	}
	return cells
}

func TestWrongOptions(t *testing.T) {
	for option, change := range map[string]func(*dataset.Options){
		"train":    func(o *dataset.Options) { o.Train, o.Test, o.Validation = 0, 0, 0 },
		"test":     func(o *dataset.Options) { o.Test = 1 << 50 },
		"augment":  func(o *dataset.Options) { o.Augment = 0 },
		"split":    func(o *dataset.Options) { o.Split = "half" },
		"symmetry": func(o *dataset.Options) { o.Request.Symmetry = transform.SymmetryOf(sudoku.AllCells) },
		"format":   func(o *dataset.Options) { o.Formats = []string{"csv", "csv"} },
	} {
		o := small()
		change(&o)
		var wrong *dataset.OptionError
		if err := o.Check(); !errors.As(err, &wrong) || wrong.Option != option {
			t.Errorf("%s: %v", option, err)
		}
	}
}

func TestTooFew(t *testing.T) {
	o := small()
	o.Train, o.Augment = 6000, 1
	var few *dataset.TooFewError
	if _, err := dataset.Make(context.Background(), starterBank(t), t.TempDir(), o, dataset.Run{}); !errors.As(err, &few) || few.Wanted != 6400 {
		t.Errorf("more seeds than there are: %v", err)
	}
}

func FuzzReadManifest(f *testing.F) {
	var text bytes.Buffer
	if err := (&dataset.Manifest{Options: small()}).Encode(&text); err != nil {
		f.Fatal(err)
	}
	f.Add(text.Bytes())
	f.Add([]byte(`{"options":{"train":1}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := dataset.ReadManifest(bytes.NewReader(text))
		if err != nil {
			return
		}
		var once, twice bytes.Buffer
		if err := m.Encode(&once); err != nil {
			t.Fatal(err)
		}
		again, err := dataset.ReadManifest(bytes.NewReader(once.Bytes()))
		if err != nil {
			t.Fatalf("it does not read what it wrote: %v", err)
		}
		if err := again.Encode(&twice); err != nil || once.String() != twice.String() {
			t.Fatalf("written twice: %s and %s, %v", &once, &twice, err)
		}
	})
}
