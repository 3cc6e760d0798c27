package mine

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

func newBank(t *testing.T) *seedbank.Bank {
	t.Helper()
	bank, err := seedbank.Open(context.Background(), filepath.Join(t.TempDir(), "bank.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	return bank
}

func run(t *testing.T, bank *seedbank.Bank, options Options) Progress {
	t.Helper()
	progress, err := Run(context.Background(), bank, options, func(Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	return progress
}

// seeds returns all seeds of a bank.
func seeds(t *testing.T, bank *seedbank.Bank) (list []seedbank.Seed) {
	t.Helper()
	all, err := bank.Select(context.Background(), seedbank.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range all.Len() {
		pick, err := all.At(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, *pick.Seed)
	}
	return list
}

func TestRunDependsOnItsRandomSeedAlone(t *testing.T) {
	one, three := newBank(t), newBank(t)
	run(t, one, Options{Workers: 1, RandomSeed: 7, Count: 40})
	run(t, three, Options{Workers: 3, RandomSeed: 7, Count: 40})
	if diff := cmp.Diff(seeds(t, one), seeds(t, three)); diff != "" {
		t.Errorf("1 worker and 3 find different seeds:\n%s", diff)
	}
}

func TestRunAgainFindsNothingNew(t *testing.T) {
	bank := newBank(t)
	first := run(t, bank, Options{Workers: 2, RandomSeed: 1, Count: 50})
	if first.Stored != 50 || len(seeds(t, bank)) != 50 {
		t.Fatalf("stored %d, in the bank %d; want 50", first.Stored, len(seeds(t, bank)))
	}
	again := run(t, bank, Options{Workers: 2, RandomSeed: 1, Count: 1})
	if again.Known < 50 || again.Stored != 1 {
		t.Errorf("the same run again: %d known, %d stored; want 50 or more, 1", again.Known, again.Stored)
	}
}

func TestTargetsAndLevels(t *testing.T) {
	bank := newBank(t)
	progress := run(t, bank, Options{
		Workers: 2, RandomSeed: 1,
		Levels:  []rating.Level{2, 3},
		Targets: map[rating.Level]int{2: 10, 3: 20},
	})
	want := ByLevel{2: 10, 3: 20}
	if progress.InBank != want || progress.StoredBy != want || progress.Stored != 30 {
		t.Errorf("got %+v, want %v", progress, want)
	}
	again := run(t, bank, Options{Workers: 1, RandomSeed: 2, Targets: map[rating.Level]int{3: 20}})
	if again.Stored != 0 {
		t.Errorf("with its target met a run stored %d", again.Stored)
	}
}

func TestRunStoresWhatItFoundBeforeItsContextEnds(t *testing.T) {
	bank := newBank(t)
	ctx, cancel := context.WithCancel(context.Background())
	progress, err := Run(ctx, bank, Options{Workers: 2, RandomSeed: 1}, func(p Progress) {
		if p.Made >= 5*batchSize {
			cancel()
		}
	})
	if err != nil || progress.Stored == 0 || progress.Stored != len(seeds(t, bank)) {
		t.Errorf("stored %d, in the bank %d, error %v", progress.Stored, len(seeds(t, bank)), err)
	}
}

func TestSeedsAreMinimal(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 3, Count: 50})
	var solver sudoku.Solver
	for _, s := range seeds(t, bank) {
		if !solver.Minimal(&s.Puzzle) {
			t.Errorf("%v is not minimal", s.Puzzle.Clues)
		}
	}
}

func TestPrint(t *testing.T) {
	var lines bytes.Buffer
	print := func(some []byte) error { _, err := lines.Write(some); return err }
	if err := Print(context.Background(), Options{Workers: 2, RandomSeed: 1, Count: 37}, print); err != nil {
		t.Fatal(err)
	}
	var solver sudoku.Solver
	printed := strings.Fields(lines.String())
	if len(printed) != 37 {
		t.Errorf("%d puzzles, want 37", len(printed))
	}
	for i, line := range printed {
		puzzle := newPruner(1).puzzle(uint64(i))
		if puzzle.Clues.String() != line || !solver.Minimal(&puzzle) {
			t.Errorf("puzzle %d is %s", i, line)
		}
	}
	full := errors.New("full")
	if err := Print(context.Background(), Options{Workers: 2}, func([]byte) error { return full }); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}
