package export_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"go.uber.org/goleak"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Properties draw thousands of puzzles for each check. Flags can ask for more checks.
func TestMain(m *testing.M) {
	flag.Set("rapid.checks", "20")
	goleak.VerifyTestMain(m)
}

var background = context.Background()

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
	"each level":       {Request: draw.Request{Levels: levels(1, 9), RandomSeed: 1}, PerLevel: 3, Format: "csv"},
	"one file":         {Request: draw.Request{Levels: levels(2, 4), RandomSeed: 2}, PerLevel: 10, Format: "line", File: "all.txt"},
	"shuffled":         {Request: draw.Request{Levels: levels(3, 8), RandomSeed: 3}, PerLevel: 4, Format: "jsonl", File: "mixed.jsonl", Order: export.Shuffled},
	"ascending":        {Request: draw.Request{N: 60, RandomSeed: 4}, Format: "csv", Order: export.Ascending},
	"with clues added": {Request: draw.Request{Levels: levels(1, 3), Clues: seedbank.Range[int]{Low: 30, High: 34}, RandomSeed: 5}, PerLevel: 15, Format: "sdm"},
	"compressed":       {Request: draw.Request{Levels: levels(5, 5), N: 100, RandomSeed: 6}, Format: "csv", Compress: export.Zst},
	"a file each":      {Request: draw.Request{Levels: levels(5, 5), N: 11, RandomSeed: 7}, Format: "svg", Settings: pack.Settings{pack.Solution()}},
	"by effort":        {Request: draw.Request{Levels: levels(2, 5), N: 20, RandomSeed: 10}, Format: "csv", Order: export.ByEffort},
	"in print":         {Request: draw.Request{Levels: levels(1, 9), N: 60, RandomSeed: 11, Style: draw.Print}, Format: "line", Order: export.Shuffled},
	"on new grids":     {Request: draw.Request{Levels: levels(8, 9), N: 40, RandomSeed: 12, NotIn: []seed.Key{}}, Format: "line"},
	"a booklet":        {Request: draw.Request{Levels: levels(1, 2), RandomSeed: 8}, PerLevel: 6, Format: "pdf", Settings: pack.Settings{pack.Title("Two levels")}},
}

// A pack holds as many puzzles as were asked for, none twice and none of the
// same seed; its manifest makes the same files again.
func TestPacks(t *testing.T) {
	bank := banktest.Starter(t)
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
			if err := read.WriteAgain(background, bank, again, false, nil, nil, changed); err != nil {
				t.Fatal(err)
			}
			first, second := contents(t, folder), contents(t, again)
			if len(first) == 0 || fmt.Sprint(first) != fmt.Sprint(second) {
				t.Errorf("%d files, and %d others from their manifest", len(first), len(second))
			}
		})
	}
}

func TestCompressed(t *testing.T) {
	folder := t.TempDir()
	plain := packs["compressed"]
	plain.Compress = ""
	write(t, banktest.Starter(t), folder, plain)
	write(t, banktest.Starter(t), folder, packs["compressed"])
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
		{"name", export.Options{Format: "csv", Request: draw.Request{N: 1}, File: "../x.csv"}},
		{"name", export.Options{Format: "csv", Request: draw.Request{N: 1}, File: "x/y.csv"}},
		{"name", export.Options{Format: "line", Request: draw.Request{N: 1}, File: "."}},
		{"name", export.Options{Format: "csv", Request: draw.Request{N: 1}, File: "x\ny.csv"}},
		{"name", export.Options{Format: "csv", Request: draw.Request{N: 1}, File: "x.pdf"}},
		{"title", export.Options{Format: "csv", Request: draw.Request{N: 1}, Settings: pack.Settings{pack.Title("x")}}},
	} {
		_, err := export.Plan(background, nil, test.options)
		var wrong *export.OptionError
		if !errors.As(err, &wrong) || wrong.Option != test.option {
			t.Errorf("%+v: %v, want an error of option %s", test.options, err, test.option)
		}
	}
}

func BenchmarkPuzzles(b *testing.B) {
	bank := banktest.Starter(b)
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

// A manifest makes the same files with a bank that has the seeds of its puzzles
// alone.
func TestManifestOnABankOfSeeds(t *testing.T) {
	bank := banktest.Starter(t)
	folder, again := t.TempDir(), t.TempDir()
	m, _ := write(t, bank, folder, packs["with clues added"])
	bare := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
	run, err := bare.StartRun(background, &seedbank.Run{Program: "test", Rater: rating.Version})
	if err != nil {
		t.Fatal(err)
	}
	var seeds []seed.Seed
	added := 0
	for _, part := range m.Parts {
		for _, text := range part.IDs {
			id, err := seed.ParseID(text)
			if err != nil {
				t.Fatal(err)
			}
			s, err := bank.SeedNamed(background, id.Seed)
			if err != nil {
				t.Fatal(err)
			}
			if id.Added != 0 {
				added++
			}
			s.Rungs = nil
			seeds = append(seeds, s)
		}
	}
	if _, err := bare.Insert(background, run, seeds); err != nil || added == 0 {
		t.Fatalf("%d puzzles with clues added, %v", added, err)
	}
	changed := func(path string, reason error) { t.Errorf("%s: %v", path, reason) }
	if err := m.WriteAgain(background, bare.Bank, again, false, nil, nil, changed); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contents(t, folder), contents(t, again)); diff != "" {
		t.Errorf("files of a whole bank, and of its seeds:\n%s", diff)
	}
}

// Of packs with one name that are written at once, one comes whole, and the others are told.
func TestPacksOfOneNameAtOnce(t *testing.T) {
	bank, folder := banktest.Starter(t), t.TempDir()
	var group sync.WaitGroup
	var whole atomic.Int32
	for i := range 4 {
		m, err := export.Plan(background, bank, export.Options{Format: "csv", File: "week", Request: draw.Request{N: 3, Levels: levels(2, 2), RandomSeed: uint64(i)}})
		if err != nil {
			t.Fatal(err)
		}
		group.Go(func() {
			err := m.WriteWhole(background, bank, folder, "m.json", func() error { return m.MustBeNew(folder, "m.json") }, nil)
			if _, taken := errors.AsType[*export.TakenError](err); err != nil && !taken {
				t.Error(err)
			}
			if err == nil {
				whole.Add(1)
			}
		})
	}
	group.Wait()
	text := contents(t, folder)
	m, err := export.ReadManifest(strings.NewReader(text["m.json"]))
	if err != nil {
		t.Fatal(err)
	}
	if torn := m.Torn(folder); whole.Load() != 1 || len(text) != 2 || len(torn) > 0 {
		t.Errorf("%d of 4 packs came, with the files %v, of which %v are others than the manifest says", whole.Load(), slices.Sorted(maps.Keys(text)), torn)
	}
}

// A pack that replaces another leaves no file of it, but those that were changed.
func TestNothingOfAReplacedPackIsLeft(t *testing.T) {
	bank, folder := banktest.Starter(t), t.TempDir()
	options := func(format string, n uint64) export.Options {
		return export.Options{Format: format, File: "week", Request: draw.Request{N: n, Levels: levels(2, 2)}}
	}
	replace := func(o export.Options) {
		t.Helper()
		m, err := export.Plan(background, bank, o)
		if err == nil {
			err = m.WriteWhole(background, bank, folder, "m.json", nil, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	mustHave := func(want ...string) {
		t.Helper()
		if names := slices.Sorted(maps.Keys(contents(t, folder))); !slices.Equal(names, want) {
			t.Errorf("the folder has %q, want %q", names, want)
		}
	}
	replace(options("svg", 3))
	replace(options("svg", 2))
	mustHave("m.json", "week-1.svg", "week-2.svg")
	if err := os.WriteFile(filepath.Join(folder, "week-2.svg"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	replace(options("svg", 1))
	mustHave("m.json", "week-1.svg", "week-2.svg")
	replace(options("csv", 1))
	mustHave("m.json", "week", "week-2.svg")
}
