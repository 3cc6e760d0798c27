package mine

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// A run stores symmetric puzzles as rungs of true rating: the same ones, with any
// number of workers.
func TestMiningSymmetricPuzzles(t *testing.T) {
	var found []map[seed.Key]seed.Seed
	for _, workers := range []int{1, 3} {
		bank := newBank(t)
		progress := run(t, bank, Options{Workers: workers, RandomSeed: 8, Count: 40, Strategy: AsNeeded{Symmetry: transform.Bidiagonal}})
		selection, err := bank.Select(context.Background(), seedbank.Filter{Symmetry: transform.Bidiagonal, Rungs: true})
		if err != nil {
			t.Fatal(err)
		}
		kept := 0
		for _, n := range progress.Symmetric {
			kept += n
		}
		if kept != int(selection.Len()) || kept < 40 {
			t.Errorf("%d symmetric puzzles were kept, %d are in the bank", kept, selection.Len())
		}
		banktest.MustBeTrue(t, bank)
		all := map[seed.Key]seed.Seed{}
		for _, s := range seeds(t, bank) {
			all[s.Key()] = s
		}
		found = append(found, all)
	}
	if diff := cmp.Diff(found[0], found[1], samePuzzles); diff != "" {
		t.Errorf("with one worker, with three:\n%s", diff)
	}
}

// The levels asked of a run are the levels of the symmetric puzzles.
func TestLevelsOfSymmetricPuzzles(t *testing.T) {
	bank := newBank(t)
	levels := seedbank.Range[rating.Level]{Low: 4, High: 6}
	progress := run(t, bank, Options{Workers: 2, RandomSeed: 3, Count: 10, Strategy: AsNeeded{Symmetry: transform.Diagonal}, Levels: levels})
	for level, n := range progress.Symmetric {
		if n > 0 && !levels.Has(rating.Level(level)) {
			t.Errorf("%d puzzles of level %d were kept", n, level)
		}
	}
	if progress.Unwanted == 0 {
		t.Error("none was unwanted")
	}
}

// Targets of several symmetries are met, and what is there already counts.
func TestSymmetricTargets(t *testing.T) {
	targets, err := ParseTargets([]string{"symmetry:rotate180:1-2=6", "symmetry:full=5", "7=3"})
	if err != nil {
		t.Fatal(err)
	}
	bank := newBank(t)
	for range 2 {
		progress := run(t, bank, Options{Workers: 2, RandomSeed: 4, Targets: targets})
		for i := range progress.Targets {
			target := &progress.Targets[i]
			selection, err := bank.Select(context.Background(), target.Kind)
			if err != nil || int(selection.Len()) < target.Seeds || target.Missing() > 0 {
				t.Errorf("%s: %d of %d, %v", target.Name, selection.Len(), target.Seeds, err)
			}
		}
	}
	banktest.MustBeTrue(t, bank)
}

// A seed that the bank has gets the rung of a symmetric puzzle that it is the core
// of.
func TestKnownSeedGetsSymmetricRung(t *testing.T) {
	bank := newBank(t)
	options := Options{Workers: 1, RandomSeed: 6, Count: 10, Strategy: AsNeeded{Symmetry: transform.Rotate180}}
	run(t, bank, options)
	bare := newBank(t)
	runID, err := bare.StartRun(context.Background(), &seedbank.Run{})
	if err != nil {
		t.Fatal(err)
	}
	list := seeds(t, bank)
	for i := range list {
		list[i].Rungs = nil
	}
	if _, err := bare.Insert(context.Background(), runID, list); err != nil {
		t.Fatal(err)
	}
	options.Count = 1 // beyond those that are known
	if progress := run(t, bare, options); progress.Known < 5 {
		t.Errorf("%d seeds were known", progress.Known)
	}
	for _, want := range seeds(t, bank) {
		got, err := bare.SeedNamed(context.Background(), want.Key())
		if err != nil || len(got.Rungs) != len(want.Rungs) {
			t.Errorf("seed %v has %d rungs, %v; want %d", want.Key(), len(got.Rungs), err, len(want.Rungs))
		}
	}
	banktest.MustBeTrue(t, bare)
}
