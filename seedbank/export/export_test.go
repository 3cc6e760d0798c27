package export_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"go.uber.org/goleak"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var background = context.Background()

func starterBank(tb testing.TB) *seedbank.Bank {
	tb.Helper()
	bank, err := seedbank.OpenFS(background, data.FS, data.Starter)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { bank.Close() })
	return bank
}

func levels(low, high rating.Level) seedbank.Range[rating.Level] {
	return seedbank.Range[rating.Level]{Low: low, High: high}
}

// write plans and writes a pack, and returns its manifest as JSON.
func write(t *testing.T, bank *seedbank.Bank, folder string, options export.Options) (*export.Manifest, []byte) {
	t.Helper()
	m, err := export.Plan(background, bank, options)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Write(background, bank, folder, nil); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := m.Encode(&text); err != nil {
		t.Fatal(err)
	}
	return m, text.Bytes()
}

// contents returns the files of a folder.
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

var packs = map[string]export.Options{
	"each level":       {Request: draw.Request{Levels: levels(1, 9), RandomSeed: 1}, PerLevel: 20, Format: "csv"},
	"one file":         {Request: draw.Request{Levels: levels(2, 4), RandomSeed: 2}, PerLevel: 10, Format: "line", File: "all.txt"},
	"shuffled":         {Request: draw.Request{Levels: levels(3, 8), RandomSeed: 3}, PerLevel: 15, Format: "jsonl", File: "mixed.jsonl", Order: export.Shuffled},
	"ascending":        {Request: draw.Request{N: 200, RandomSeed: 4}, Format: "csv", Order: export.Ascending},
	"with clues added": {Request: draw.Request{Levels: levels(1, 3), Clues: seedbank.Range[int]{Low: 30, High: 34}, RandomSeed: 5}, PerLevel: 30, Format: "sdm"},
	"compressed":       {Request: draw.Request{Levels: levels(5, 5), N: 300, RandomSeed: 6}, Format: "csv", Compress: export.Zst},
	"a file each":      {Request: draw.Request{Levels: levels(5, 5), N: 11, RandomSeed: 7}, Format: "svg", Settings: pack.Settings{pack.Solution()}},
	"by effort":        {Request: draw.Request{Levels: levels(2, 5), N: 100, RandomSeed: 10}, Format: "csv", Order: export.ByEffort},
	"in print":         {Request: draw.Request{Levels: levels(1, 9), N: 120, RandomSeed: 11, Style: draw.Print}, Format: "line", Order: export.Shuffled},
	"a booklet":        {Request: draw.Request{Levels: levels(1, 2), RandomSeed: 8}, PerLevel: 6, Format: "pdf", Settings: pack.Settings{pack.Title("Two levels")}},
}

// A pack holds as many puzzles as were asked for, none twice and none of the
// same seed; its manifest makes the same files again.
func TestPacks(t *testing.T) {
	bank := starterBank(t)
	for name, options := range packs {
		t.Run(name, func(t *testing.T) {
			folder, again := t.TempDir(), t.TempDir()
			m, text := write(t, bank, folder, options)
			ids, seeds, want := map[string]bool{}, map[seed.Key]bool{}, uint64(0)
			for _, part := range m.Parts {
				want += part.Puzzles
				for _, id := range part.IDs {
					ids[id] = true
					parsed, err := seed.ParseID(id)
					if err != nil {
						t.Fatal(err)
					}
					seeds[parsed.Seed] = true
				}
			}
			if uint64(len(ids)) != want || uint64(len(seeds)) != want {
				t.Errorf("%d puzzles of %d seeds, want %d", len(ids), len(seeds), want)
			}
			read, err := export.ReadManifest(bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			changed := func(path string, reason error) { t.Errorf("%s: %v", path, reason) }
			if err := read.WriteAgain(background, bank, again, false, nil, changed); err != nil {
				t.Fatal(err)
			}
			first, second := contents(t, folder), contents(t, again)
			if len(first) == 0 || fmt.Sprint(first) != fmt.Sprint(second) {
				t.Errorf("%d files, and %d others from their manifest", len(first), len(second))
			}
		})
	}
}

func TestOrders(t *testing.T) {
	bank := starterBank(t)
	ratings := func(order export.Order) (list []rating.Tenths) {
		folder := t.TempDir()
		m, _ := write(t, bank, folder, export.Options{
			Request: draw.Request{Levels: levels(1, 9), RandomSeed: 9}, PerLevel: 10, Format: "line", File: "all.txt", Order: order,
		})
		for _, text := range m.Parts[0].IDs {
			id, _ := seed.ParseID(text)
			puzzle, err := bank.Recall(background, id)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, puzzle.Rating().ER)
		}
		return list
	}
	isSorted := func(list []rating.Tenths, by func(rating.Tenths) int) bool {
		for i := range list[1:] {
			if by(list[i]) > by(list[i+1]) {
				return false
			}
		}
		return true
	}
	byLevel := func(er rating.Tenths) int { return int(rating.LevelOf(er)) }
	byER := func(er rating.Tenths) int { return int(er) }
	if list := ratings(export.ByLevel); !isSorted(list, byLevel) || isSorted(list, byER) {
		t.Errorf("by level: %v", list)
	}
	if list := ratings(export.Ascending); !isSorted(list, byER) {
		t.Errorf("ascending: %v", list)
	}
	if list := ratings(export.Shuffled); isSorted(list, byLevel) {
		t.Errorf("shuffled: %v", list)
	}
}

// Levels come in order in a pack of any format, also where only a number of
// puzzles in all is asked for; the files have the puzzles in the order of the
// manifest.
func TestLevelsComeInOrder(t *testing.T) {
	bank := starterBank(t)
	for _, format := range pack.Formats {
		for _, options := range []export.Options{
			{Request: draw.Request{Levels: levels(2, 8), N: 30, RandomSeed: 1}},
			{Request: draw.Request{ER: seedbank.Range[rating.Tenths]{Low: 20, High: 70}, N: 30, RandomSeed: 2}},
			{Request: draw.Request{Levels: levels(1, 4), Clues: seedbank.Range[int]{Low: 30, High: 32}, N: 30, RandomSeed: 3}},
		} {
			options.Format = format.Name
			folder := t.TempDir()
			m, _ := write(t, bank, folder, options)
			if len(m.Parts) != 1 || len(m.Parts[0].IDs) != 30 {
				t.Fatalf("%s: parts %+v", format.Name, m.Parts)
			}
			var want []sudoku.Grid
			var found []rating.Level
			seeds := map[seed.Key]bool{}
			for _, text := range m.Parts[0].IDs {
				id, _ := seed.ParseID(text)
				puzzle, err := bank.Recall(background, id)
				if err != nil {
					t.Fatal(err)
				}
				r := puzzle.Rating()
				seeds[id.Seed], found, want = true, append(found, r.Level()), append(want, puzzle.Puzzle().Clues())
			}
			if !slices.IsSorted(found) || found[0] == found[len(found)-1] || len(seeds) != 30 {
				t.Errorf("%s: %d seeds of levels %v", format.Name, len(seeds), found)
			}
			if format.Read != nil && !slices.Equal(puzzlesIn(t, folder, m, format), want) {
				t.Errorf("%s: the puzzles do not stand in the order of the manifest", format.Name)
			}
		}
	}
}

// puzzlesIn reads the one part of a pack, or its 30 files.
func puzzlesIn(t *testing.T, folder string, m *export.Manifest, format pack.Format) (grids []sudoku.Grid) {
	names := []string{m.Parts[0].Name}
	if format.Single {
		names = nil
		for i := range 30 {
			names = append(names, fmt.Sprintf("%s-%02d.%s", m.Parts[0].Name, i+1, format.Extension))
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for record, err := range pack.Read(bytes.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			if len(grids) == 0 || grids[len(grids)-1] != record.Grid { // solvers whose addresses are read give it several times
				grids = append(grids, record.Grid)
			}
		}
	}
	return grids
}

// An app that shows folders shows which levels they hold.
func TestFoldersTellLevels(t *testing.T) {
	bank := starterBank(t)
	for _, test := range []struct {
		options export.Options
		want    []string
	}{
		{export.Options{Request: draw.Request{Levels: levels(3, 4), N: 20}}, []string{"Seedoku, level 3 (Gentle)", "Seedoku, level 4 (Moderate)"}},
		{export.Options{Request: draw.Request{Levels: levels(9, 9)}, PerLevel: 3, Settings: pack.Settings{pack.Title("Mine")}}, []string{"Mine, level 9 (Extreme)"}},
		{export.Options{Request: draw.Request{Levels: levels(3, 4), N: 20}, Order: export.Shuffled}, []string{"Seedoku"}},
		{export.Options{Request: draw.Request{Levels: levels(3, 4), N: 20}, Order: export.Ascending, Settings: pack.Settings{{Name: "folder-per-level", Text: "false"}}}, []string{"Seedoku"}},
	} {
		test.options.Format = "opensudoku"
		folder := t.TempDir()
		m, _ := write(t, bank, folder, test.options)
		text, err := os.ReadFile(filepath.Join(folder, m.Parts[0].Name))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for record, err := range pack.Read(bytes.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			if len(got) == 0 || got[len(got)-1] != record.Source {
				got = append(got, record.Source)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("folders %q, want %q", got, test.want)
		}
	}
}

func TestCompressed(t *testing.T) {
	folder := t.TempDir()
	plain := packs["compressed"]
	plain.Compress = ""
	write(t, starterBank(t), folder, plain)
	write(t, starterBank(t), folder, packs["compressed"])
	files := contents(t, folder)
	decoder, err := zstd.NewReader(strings.NewReader(files["level-5.csv.zst"]))
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	var unpacked bytes.Buffer
	if _, err := unpacked.ReadFrom(decoder); err != nil || unpacked.String() != files["level-5.csv"] || unpacked.Len() == 0 {
		t.Errorf("unpacked %d bytes, %v; want %d", unpacked.Len(), err, len(files["level-5.csv"]))
	}
}

func TestWrongOptions(t *testing.T) {
	for _, test := range []struct {
		option  string
		options export.Options
	}{
		{"format", export.Options{Format: "nosuch"}},
		{"order", export.Options{Format: "csv", Order: "up"}},
		{"compress", export.Options{Format: "csv", Compress: "zip"}},
		{"compress", export.Options{Format: "png", Compress: export.Zst}},
		{"n", export.Options{Format: "csv"}},
		{"n", export.Options{Format: "csv", PerLevel: 1, Request: draw.Request{N: 1}}},
		{"per-level", export.Options{Format: "csv", PerLevel: 1}},
		{"per-level", export.Options{Format: "csv", PerLevel: math.MaxUint64/9 + 1, Request: draw.Request{Levels: levels(1, 9)}}},
		{"name", export.Options{Format: "csv", Request: draw.Request{N: 1}, Name: "../x"}},
		{"name", export.Options{Format: "csv", Request: draw.Request{N: 1}, Name: "x", File: "y.csv"}},
		{"title", export.Options{Format: "csv", Request: draw.Request{N: 1}, Settings: pack.Settings{pack.Title("x")}}},
	} {
		_, err := export.Plan(background, nil, test.options)
		var wrong *export.OptionError
		if !errors.As(err, &wrong) || wrong.Option != test.option {
			t.Errorf("%+v: %v, want an error of option %s", test.options, err, test.option)
		}
	}
}

// Files of a pack that are there are kept, those that are missing are made, and
// others of their names are in the way.
func TestWriteAgainKeepsWhatStands(t *testing.T) {
	bank := starterBank(t)
	for _, name := range []string{"each level", "a file each", "with clues added"} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			m, _ := write(t, bank, folder, packs[name])
			if err := m.MustBeNew(folder, "m.json"); err == nil {
				t.Error("a pack is new where it is already")
			}
			want := contents(t, folder)
			again := func(force bool) (wrote []string, err error) {
				err = m.WriteAgain(background, bank, folder, force,
					func(path string) { wrote = append(wrote, path) },
					func(path string, reason error) { t.Errorf("%s: %v", path, reason) })
				return wrote, err
			}
			mustStand := func() {
				t.Helper()
				if diff := cmp.Diff(want, contents(t, folder)); diff != "" {
					t.Error(diff)
				}
			}
			if wrote, err := again(false); err != nil || len(wrote) > 0 {
				t.Errorf("%v were written, %v; want nothing", wrote, err)
			}
			var victim string
			for victim = range want {
				break
			}
			path := filepath.Join(folder, victim)
			if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
			var taken *export.TakenError
			if _, err := again(false); !errors.As(err, &taken) {
				t.Errorf("a file of somebody else: %v", err)
			}
			if text, err := os.ReadFile(path); string(text) != "mine" {
				t.Errorf("it became %q, %v", text, err)
			}
			if wrote, err := again(true); err != nil || len(wrote) != len(want) {
				t.Errorf("%d files by force, %v; want %d", len(wrote), err, len(want))
			}
			mustStand()
		})
	}
}

// The files that are left of a pack are enough to make the others.
func TestWriteAgainMakesWhatIsMissing(t *testing.T) {
	bank, folder := starterBank(t), t.TempDir()
	m, _ := write(t, bank, folder, packs["with clues added"])
	want := contents(t, folder)
	for i := range m.Parts {
		m.Parts[i].IDs = nil // as of a pack of millions
	}
	last := filepath.Join(folder, m.Parts[len(m.Parts)-1].Name)
	if err := os.Remove(last); err != nil {
		t.Fatal(err)
	}
	var wrote []string
	err := m.WriteAgain(background, bank, folder, false, func(path string) { wrote = append(wrote, path) }, nil)
	if err != nil || len(wrote) != 1 || wrote[0] != last {
		t.Errorf("%v were written, %v; want %s", wrote, err, last)
	}
	if diff := cmp.Diff(want, contents(t, folder)); diff != "" {
		t.Error(diff)
	}
}

// An export that is interrupted leaves no file behind.
func TestInterrupted(t *testing.T) {
	bank, folder := starterBank(t), t.TempDir()
	m, err := export.Plan(background, bank, export.Options{Request: draw.Request{N: 1_000_000}, Format: "csv"})
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	cancel(enough)
	if err := m.Write(ctx, bank, folder, nil); err == nil {
		t.Error("no error of an interrupted export")
	}
	if files := contents(t, folder); len(files) > 0 {
		t.Errorf("%d files are left", len(files))
	}
}

func FuzzManifest(f *testing.F) {
	f.Add(`{"program":"x","rater":1,"licence":"MIT","request":{"level":"3"},"format":"csv","options":{},"parts":[{"name":"a.csv","puzzles":1,"sha256":"","draws":[{"puzzles":1,"distinct":true}]}]}`)
	f.Add(`{"format":"pdf","options":{"title":"x"},"parts":[{"name":"../a"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := export.ReadManifest(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, part := range m.Parts {
			if strings.ContainsAny(part.Name, "/\x00") || part.Name == ".." {
				t.Errorf("a part may have the name %q", part.Name)
			}
		}
		var first, second bytes.Buffer
		if err := m.Encode(&first); err != nil {
			t.Fatal(err)
		}
		again, err := export.ReadManifest(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("%s is not read again: %v", &first, err)
		}
		if err := again.Encode(&second); err != nil || first.String() != second.String() {
			t.Errorf("%s becomes %s, %v", &first, &second, err)
		}
	})
}

// A pack of twenty puzzles of each level, a file for each, and its manifest.
func ExamplePlan() {
	ctx := context.Background()
	bank, err := seedbank.OpenFS(ctx, data.FS, data.Starter)
	if err != nil {
		log.Fatal(err)
	}
	defer bank.Close()
	folder, err := os.MkdirTemp("", "packs-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)

	manifest, err := export.Plan(ctx, bank, export.Options{
		Request:  draw.Request{Levels: seedbank.Range[rating.Level]{Low: 1, High: 3}, RandomSeed: 7},
		PerLevel: 20,
		Format:   "csv",
		Program:  "example",
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := manifest.Write(ctx, bank, folder, nil); err != nil {
		log.Fatal(err)
	}
	for _, part := range manifest.Parts {
		fmt.Println(part.Name, part.Puzzles, len(part.SHA256))
	}
	// Output:
	// level-1.csv 20 64
	// level-2.csv 20 64
	// level-3.csv 20 64
}

// Puzzles in any format, to any writer.
func ExamplePuzzles() {
	ctx := context.Background()
	bank, err := seedbank.OpenFS(ctx, data.FS, data.Starter)
	if err != nil {
		log.Fatal(err)
	}
	defer bank.Close()
	format, err := pack.FormatNamed("csv")
	if err != nil {
		log.Fatal(err)
	}
	request := draw.Request{Levels: seedbank.Range[rating.Level]{Low: 9, High: 9}, N: 3}
	var text strings.Builder
	if err := export.Puzzles(&text, format, nil, request.Draw(ctx, bank)); err != nil {
		log.Fatal(err)
	}
	header, _, _ := strings.Cut(text.String(), "\n")
	fmt.Println(header)
	fmt.Println(strings.Count(text.String(), "\n"))
	// Output:
	// id,puzzle,solution,clues,level,er,ep,ed,hardest,techniques,seed,symmetry
	// 4
}

func BenchmarkPuzzles(b *testing.B) {
	bank := starterBank(b)
	for _, name := range []string{"line", "csv", "jsonl"} {
		b.Run(name, func(b *testing.B) {
			format, err := pack.FormatNamed(name)
			if err != nil {
				b.Fatal(err)
			}
			request := draw.Request{Levels: levels(5, 5), N: 100_000}
			for b.Loop() {
				if err := export.Puzzles(discard{}, format, nil, request.Draw(background, bank)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// discard is a writer that nobody can write to faster than by Write.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
