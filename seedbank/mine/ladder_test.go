package mine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// A seed is the same, with its ladders, whether it was pruned, imported or found
// by a walk, but for its origin.
func TestSeedsAreTheSameWhateverTheirOrigin(t *testing.T) {
	ctx := context.Background()
	pruned, walked := newBank(t), newBank(t)
	run(t, pruned, Options{Workers: 2, RandomSeed: 1, Count: 12})
	run(t, walked, Options{Workers: 2, RandomSeed: 2, Count: 4})
	run(t, walked, Options{Workers: 2, RandomSeed: 2, Strategy: Walk, Toward: seedbank.TowardClues, Count: 12})
	for origin, bank := range map[seed.Origin]*seedbank.Bank{seed.Prune: pruned, seed.Walk: walked} {
		random := rand.New(rand.NewPCG(1, 1))
		mined := seeds(t, bank)
		var arrivals []Arrival
		for _, s := range mined {
			arrivals = append(arrivals, Arrival{Clues: turned(s.Puzzle.Clues(), random)})
		}
		imported := newBank(t)
		if _, err := Import(ctx, imported, inBatches(arrivals), ImportOptions{Workers: 2}); err != nil {
			t.Fatal(err)
		}
		found, rungs := 0, 0
		for _, want := range mined {
			if want.Origin == origin {
				found++
				rungs += len(want.Rungs)
			}
			got, err := imported.SeedNamed(ctx, want.Key())
			if err != nil {
				t.Fatal(err)
			}
			if got.Puzzle != want.Puzzle || got.Rating != want.Rating || got.Solution != want.Solution ||
				got.Automorphisms != want.Automorphisms || !slices.Equal(got.Rungs, want.Rungs) {
				t.Errorf("%s: %+v\nimported: %+v", origin, want, got)
			}
		}
		if found < 12 || rungs < 12 {
			t.Errorf("%d seeds are from %s, with %d rungs", found, origin, rungs)
		}
	}
}

// Ladders do not depend on what their maker did before.
func TestLaddersDependOnTheSeedAlone(t *testing.T) {
	var used maker
	rapid.Check(t, func(t *rapid.T) {
		p := newPruner(rapid.Uint64().Draw(t, "puzzle")).puzzle(0)
		turn := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "turn"), 0))
		var fresh maker
		var solver sudoku.Solver
		q, err := solver.Prove(turned(p.Clues(), turn))
		if err != nil {
			t.Fatal(err)
		}
		a, b := fresh.seed(p, seed.Prune), used.seed(q, seed.Walk)
		for m, s := range map[*maker]*seed.Seed{&fresh: &a, &used: &b} {
			if err := m.rate(s); err != nil {
				t.Fatal(err)
			}
			if err := m.complete(s); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(a.Rungs, b.Rungs) || a.Solution != b.Solution {
			t.Errorf("%v: %+v\nturned: %+v", p.Clues(), a, b)
		}
		if err := a.Check(); err != nil {
			t.Error(err)
		}
	})
}
