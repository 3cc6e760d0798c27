package dataset_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/seedoku/seedoku/internal/dataset"
	"github.com/seedoku/seedoku/internal/table/card"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/sudoku"
)

// small is a data set of few puzzles, of smallBank.
func small() dataset.Options {
	return dataset.Options{
		Request: draw.Request{Levels: seedbank.Range[rating.Level]{Low: 6, High: 6}, RandomSeed: 7},
		Train:   3000, Test: 300, Validation: 100, Augment: 4, Formats: []string{"csv"},
	}
}

func mustMake(tb testing.TB, folder string, o dataset.Options, run dataset.Run) *dataset.Manifest {
	tb.Helper()
	m, err := dataset.Make(context.Background(), smallBank(tb), folder, o, run)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// A run that is killed before its first shard is complete goes on. With other options, or in a
// bank that has grown, a new run begins.
func TestFirstShardIsKilled(t *testing.T) {
	bank, o := smallBank(t), small()
	o.Train, o.Test = 100, 20
	whole, killed, other, another := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	copied, manifest := false, ""
	run := dataset.Run{Report: func(dataset.Part, uint64, uint64) {
		if copied {
			return
		}
		copied = true
		text, err := os.ReadFile(filepath.Join(whole, dataset.ManifestName))
		if err != nil {
			t.Error(err)
		}
		manifest = string(text)
		for _, folder := range []string{killed, other, another} {
			if err := os.WriteFile(filepath.Join(folder, dataset.ManifestName), text, 0o644); err != nil {
				t.Error(err)
			}
		}
	}}
	mustMake(t, whole, o, run)
	want := contents(t, whole)
	first := "test.csv" // complete, but not yet in the manifest
	if err := os.WriteFile(filepath.Join(killed, first), []byte(want[first]), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.Make(t.Context(), bank, killed, o, dataset.Run{}); err != nil {
		t.Fatal(err)
	}
	got := contents(t, killed)
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s is another one", name)
		}
	}
	grown := []byte(strings.Replace(manifest, `"sha256": "`, `"sha256": "0`, 1))
	if string(grown) == manifest {
		t.Error("the manifest has no checksum of the seeds of a part")
	}
	if err := os.WriteFile(filepath.Join(other, dataset.ManifestName), grown, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.Make(t.Context(), bank, other, o, dataset.Run{}); err != nil {
		t.Errorf("a bank that has grown: %v", err)
	}
	o.Train++
	if _, err := dataset.Make(t.Context(), bank, another, o, dataset.Run{}); err != nil {
		t.Error(err)
	}
	o.Train++
	if _, err := dataset.Make(t.Context(), bank, other, o, dataset.Run{}); !errors.Is(err, dataset.ErrTaken) {
		t.Errorf("another data set is written over: %v", err)
	}
}

// A run that was interrupted goes on, and ends with the same files; what is
// finished is not written again.
func TestInterruptedRunsGoOn(t *testing.T) {
	o := small()
	o.ShardSize = 1000
	whole, folder := t.TempDir(), t.TempDir()
	mustMake(t, whole, o, dataset.Run{})

	bank := smallBank(t)
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
	proving, stop := context.WithCancel(context.Background())
	defer stop()
	if _, err := dataset.Make(proving, bank, folder, o, dataset.Run{Proved: func(uint64, uint64) { stop() }}); !errors.Is(err, context.Canceled) {
		t.Fatalf("the proof ends with %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, card.Name)); err == nil {
		t.Error("there is a card without a proof")
	}
	var wrote []string
	if _, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{Wrote: func(path string) { wrote = append(wrote, filepath.Base(path)) }}); err != nil {
		t.Fatal(err)
	}
	if want := []string{dataset.HistogramName, card.Name, file.SumsName, dataset.ManifestName}; !slices.Equal(wrote, want) {
		t.Errorf("%q are written, want %q", wrote, want)
	}
	want, got := contents(t, whole), contents(t, folder)
	if len(want) != 5+4 || len(got) != len(want) {
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

	// Whoever reads all shards would read that of another data set too. Other files may be there.
	for _, other := range []string{"train-log.csv", "training.csv", "train.py"} {
		if err := os.WriteFile(filepath.Join(folder, other), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	stray := filepath.Join(folder, "train-00001-of-00009.csv")
	if err := os.WriteFile(stray, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, force := range []bool{false, true} {
		if _, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{Force: force}); !errors.Is(err, dataset.ErrTaken) || !strings.Contains(err.Error(), stray) {
			t.Errorf("with a stray shard, force %v: %v", force, err)
		}
	}
	if err := os.Remove(stray); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{}); err != nil {
		t.Errorf("beside files that are no shards: %v", err)
	}
	o.Test++
	if _, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{}); !errors.Is(err, dataset.ErrTaken) {
		t.Errorf("another data set: %v", err)
	}
}

// Every name of a shard is known as one: nothing is written beside a file of that name.
func TestNamesOfShards(t *testing.T) {
	o := small()
	o.Formats, o.Train, o.Test, o.Validation = dataset.FormatNames(), 8, 3, 3
	for _, o.ShardSize = range []uint64{0, 4} {
		for _, s := range mustMake(t, t.TempDir(), o, dataset.Run{}).Shards {
			for _, f := range s.Files {
				folder := t.TempDir()
				if err := os.WriteFile(filepath.Join(folder, f.Name), nil, 0o644); err != nil {
					t.Fatal(err)
				}
				if _, err := dataset.Make(t.Context(), smallBank(t), folder, o, dataset.Run{}); !errors.Is(err, dataset.ErrTaken) {
					t.Errorf("beside %s: %v", f.Name, err)
				}
			}
		}
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
	ID       string  `parquet:"id"`
	Seed     string  `parquet:"seed"`
	Question string  `parquet:"puzzle"`
	Answer   string  `parquet:"solution"`
	ER       float64 `parquet:"er"`
	Class    string  `parquet:"solution_class"`
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
		inputs, labels := readNPY(t, path("-inputs.npy"), "|u1", len(rows), 81), readNPY(t, path("-labels.npy"), "|u1", len(rows), 81)
		ratings := readNPY(t, path("-er.npy"), "<f8", len(rows), 0)
		wide := strings.Split(strings.TrimSpace(contents(t, folder)[part+"-wide.csv"]), "\n")[1:]
		ways := strings.Split(strings.TrimSpace(contents(t, folder)[part+"-ways.jsonl"]), "\n")
		packed, err := parquet.ReadFile[parquetRow](path(".parquet"))
		if err != nil || len(packed) != len(rows) || len(wide) != len(rows) || len(ways) != len(rows) {
			t.Fatalf("%d rows of csv, %d of Parquet, %v", len(rows), len(packed), err)
		}
		for i, r := range rows {
			if p := packed[i]; p.Question != r.question.String() || p.Answer != r.answer.String() || p.ER != float64(r.rating)/10 || p.Seed != r.source ||
				!strings.HasPrefix(p.ID, r.source) || !strings.HasPrefix(wide[i], p.ID+","+p.Question+",") || !strings.HasSuffix(wide[i], ","+p.Class) || !strings.Contains(wide[i], ","+p.Seed+",") {
				t.Errorf("row %d: %+v, %+v, %s", i, r, p, wide[i])
			}
			for c := range r.question {
				if inputs[i*81+c] != byte(r.question[c]) || labels[i*81+c] != byte(r.answer[c]) {
					t.Fatalf("row %d, cell %d of the arrays", i, c)
				}
			}
			if er := math.Float64frombits(binary.LittleEndian.Uint64(ratings[8*i:])); er != float64(r.rating)/10 {
				t.Errorf("row %d: array has the rating %v", i, er)
			}
			checkWay(t, ways[i], &r)
		}
	}
}

// checkWay follows a way: what its rounds place is all that is missing.
func checkWay(t *testing.T, line string, r *csvRow) {
	t.Helper()
	var way struct {
		Seed string
		ER   json.Number
		Path struct {
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
	if way.Path.Puzzle != r.question || way.Path.Solution != r.answer || way.Seed != r.source || way.ER.String() != r.rating.String() || placed != 81-r.question.NumClues() {
		t.Errorf("%d placements in %s", placed, line)
	}
}

// readNPY reads an array as numpy.lib.format describes it.
func readNPY(t *testing.T, path, number string, rows, columns int) []byte {
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
	shape, size := fmt.Sprintf("(%d,)", rows), 8*rows
	if columns > 0 {
		shape, size = fmt.Sprintf("(%d, %d)", rows, columns), rows*columns
	}
	if want := "{'descr': '" + number + "', 'fortran_order': False, 'shape': " + shape + ", }"; strings.TrimRight(header, " \n") != want || (10+length)%64 != 0 || len(cells) != size {
		t.Fatalf("%s: header %q, %d cells", path, header, len(cells))
	}
	return cells
}

func TestWrongOptions(t *testing.T) {
	for option, change := range map[string]func(*dataset.Options){
		"train":   func(o *dataset.Options) { o.Train, o.Test, o.Validation = 0, 0, 0 },
		"test":    func(o *dataset.Options) { o.Test = 1 << 50 },
		"augment": func(o *dataset.Options) { o.Augment = 0 },
		"style":   func(o *dataset.Options) { o.Request.Style = draw.Print },
		"format":  func(o *dataset.Options) { o.Formats = []string{"csv", "csv"} },
	} {
		o := small()
		change(&o)
		var wrong *draw.FieldError
		if err := o.Check(); !errors.As(err, &wrong) || wrong.Field != option {
			t.Errorf("%s: %v", option, err)
		}
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

// By force, nothing of another data set is left beside the new one.
func TestForceLeavesNoOtherShards(t *testing.T) {
	folder, o := t.TempDir(), small()
	o.Train, o.Test, o.Validation, o.ShardSize = 300, 30, 0, 50
	mustMake(t, folder, o, dataset.Run{})
	mine := filepath.Join(folder, "mine.csv")
	if err := os.WriteFile(mine, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	o.ShardSize = 0
	m := mustMake(t, folder, o, dataset.Run{Force: true})
	want := map[string]bool{filepath.Base(mine): true, dataset.ManifestName: true, "README.md": true, "SHA256SUMS": true, "histogram.svg": true}
	for _, shard := range m.Shards {
		for _, file := range shard.Files {
			want[file.Name] = true
		}
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range list {
		if !want[entry.Name()] {
			t.Errorf("%s is left", entry.Name())
		}
		delete(want, entry.Name())
	}
	if want[filepath.Base(mine)] || want[dataset.ManifestName] {
		t.Errorf("missing: %v", want)
	}
}
