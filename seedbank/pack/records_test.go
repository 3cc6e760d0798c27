package pack_test

import (
	"bytes"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// turned returns isomorphs of a seed that can be arranged to have symmetries, and of
// its rung: as they are, and turned in many ways.
func turned(t testing.TB) (list []seed.Isomorph) {
	t.Helper()
	grid, err := sudoku.ParseGrid("..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9")
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(sudoku.Solver).Prove(grid)
	if err != nil {
		t.Fatal(err)
	}
	s := seed.New(new(transform.Canonizer), p)
	s.Rating = rating.Result{ER: 20, EP: 15, ED: 12, Uses: [rating.NumTechniques]uint16{40, 3, 0, 1}}
	empty := sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled())
	s.AddRungs(seed.Rung{Added: sudoku.CellSet(empty.First()), ER: 100, EP: 12, ED: 12, Automorphisms: 1})
	for place := range 1 + len(s.Rungs) {
		pick := s.Pick(place)
		for _, symmetry := range []transform.Symmetry{transform.NoSymmetry, transform.Rotate180, transform.Diagonal} {
			arranged := s.PickSymmetric(place, symmetry)
			for i := uint64(0); i < min(arranged.Isomorphs(), 5); i++ {
				list = append(list, arranged.Isomorph(i), pick.Isomorph(1_000_000_007*i))
			}
		}
	}
	return list
}

// The records of isomorphs are what the writer makes of their entries.
func TestRecords(t *testing.T) {
	list := turned(t)
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom(pack.Formats).Draw(t, "format")
		some := rapid.SliceOfN(rapid.SampledFrom(list), 0, 20).Draw(t, "isomorphs")
		var settings []pack.Setting
		if _, err := format.Option("solution"); err == nil && rapid.Bool().Draw(t, "solution") {
			settings = append(settings, pack.Solution())
		}
		records, err := format.Records(settings...)
		if err != nil {
			t.Fatal(err)
		}
		if records == nil {
			return
		}
		var want bytes.Buffer
		w, err := format.New(&want, settings...)
		if err != nil {
			t.Fatal(err)
		}
		got := records.AppendHead(nil)
		for i, m := range some {
			entry := pack.EntryOf(m)
			if err := w.Write(&entry); err != nil {
				t.Fatal(err)
			}
			if rapid.Bool().Draw(t, "fork") {
				records = records.Fork()
			}
			got = records.Append(got, m, i == 0)
		}
		got = records.AppendFoot(got)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("%s:\n%s\nwant\n%s", format.Name, got, want.Bytes())
		}
	})
}

// Formats of which people want millions of puzzles are made of records, and cost no
// allocations.
func TestRecordsAllocateNothing(t *testing.T) {
	list := turned(t)
	for _, name := range []string{"line", "sdm", "grid", "compact", "csv", "jsonl", "exchange"} {
		format, err := pack.FormatNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		records, err := format.Records()
		if err != nil || records == nil {
			t.Fatalf("%s has no records: %v", name, err)
		}
		room := make([]byte, 0, 1000)
		write := func() {
			for _, m := range list {
				room = records.Append(room[:0], m, false)
			}
		}
		write()
		if n := testing.AllocsPerRun(20, write); n != 0 {
			t.Errorf("%s: %v allocations for %d puzzles", name, n, len(list))
		}
	}
}

// Records that keep texts say that they do.
func TestRecordsTellTheirMemory(t *testing.T) {
	some := turned(t)[0]
	for _, format := range pack.Formats {
		records, err := format.Records()
		if err != nil {
			t.Fatal(err)
		}
		if records == nil {
			continue
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		records.Append(nil, some, true)
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<18 && records.Memory() == 0 {
			t.Errorf("%s takes %d bytes for its first record, and says it keeps no texts", format.Name, taken)
		}
	}
}
