package mine

import (
	"context"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// A walk that keeps a symmetry comes to harder puzzles of this symmetry, and to no
// others. The next one goes on from where it has not been.
func TestWalkKeepsASymmetry(t *testing.T) {
	bank := newBank(t)
	options := Options{Workers: 2, RandomSeed: 1, Count: 40, Strategy: AsNeeded{Symmetry: transform.Rotate180}, Levels: seedbank.Range[rating.Level]{Low: 1, High: 5}}
	run(t, bank, options)
	walk := walk.Aim{Toward: walk.TowardER, Symmetry: transform.Rotate180}
	before, _, err := records.Rank(bank.Bank, walk.Order()).Best(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	options.Levels = seedbank.Range[rating.Level]{}
	options.Strategy = Walk{Symmetry: transform.Rotate180}
	steps := 0
	for i := range uint64(2) {
		options.RandomSeed, options.Count = i, 30
		progress := run(t, bank, options)
		steps += progress.Walks[0].Steps
	}
	after, _, err := records.Rank(bank.Bank, walk.Order()).Best(context.Background())
	if err != nil || after <= before {
		t.Errorf("a walk went from %d to %d, %v", before, after, err)
	}
	all := seeds(t, bank)
	for i := range all {
		if !(&seedbank.Filter{Symmetry: transform.Rotate180, Rungs: true}).Passes(&all[i]) {
			t.Errorf("%v is not symmetric", all[i].Puzzle.Clues())
		}
	}
	left, err := records.Rank(bank.Bank, walk.Order()).First(context.Background(), len(all))
	if walked := len(all) - len(left); err != nil || walked != steps || steps == 0 {
		t.Errorf("%d steps, but walked from %d seeds of %d, %v", steps, walked, len(all), err)
	}
	banktest.MustBeTrue(t, bank)
}

// A walk that keeps a symmetry makes itself a start on an empty bank, also if no
// target wants puzzles of its levels.
func TestSymmetricWalkWithNothingToSetOutFrom(t *testing.T) {
	targets, err := ParseTargets([]string{"symmetry:mirror:9=1000"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	bank := newBank(t)
	progress, err := Run(ctx, bank, Options{
		Workers: 2, Strategy: Walk{}, Targets: targets,
		Report: func(p Progress) {
			if len(p.Walks) > 0 && p.Walks[0].Steps > 0 {
				stop()
			}
		},
	})
	if err != nil || progress.Starts == 0 || len(progress.Walks) != 1 || progress.Walks[0].Symmetry != transform.Mirror {
		t.Errorf("%d seeds to set out from, walks %+v, error %v", progress.Starts, progress.Walks, err)
	}
	mustAddUp(t, &progress)
}
