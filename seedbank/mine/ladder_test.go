package mine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A seed is the same, with its ladders, whether it was pruned, imported or found
// by a walk, but for its origin.
func TestSeedsAreTheSameWhateverTheirOrigin(t *testing.T) {
	ctx := context.Background()
	pruned, walked := newBank(t), newBank(t)
	run(t, pruned, Options{Workers: 2, RandomSeed: 1, Count: 12})
	run(t, walked, Options{Workers: 2, RandomSeed: 2, Count: 4})
	run(t, walked, Options{Workers: 2, RandomSeed: 2, Strategy: Walk{Toward: walk.TowardClues}, Count: 12})
	for origin, bank := range map[seed.Origin]*change.Writer{seed.Prune: pruned, seed.Walk: walked} {
		random := rand.New(rand.NewPCG(1, 1))
		mined := seeds(t, bank)
		var arrivals []Arrival
		for _, s := range mined {
			arrivals = append(arrivals, Arrival{Clues: turned(s.Puzzle.Clues(), random)})
		}
		imported := newBank(t)
		if _, err := Run(ctx, imported, Options{Workers: 2, Strategy: Import{Arrivals: inBatches(arrivals)}}); err != nil {
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

// Units for ladders have the ratings of the owner's seeds, and no ratings of contributors.
func TestRatingsOfLadderUnits(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 1, Count: 8, Ladders: work.NoLadders})
	owners := map[seed.Key]bool{}
	for _, s := range seeds(t, bank) {
		owners[s.Key()] = true
	}
	plan, err := OpenPlan(t.Context(), bank, Options{Resume: true, RandomSeed: 2})
	if err != nil {
		t.Fatal(err)
	}
	anns, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version, Contributor: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 5, Count: 8, Ladders: work.NoLadders}
	err = new(work.Worker).Do(t.Context(), u, nil, func(f work.Found) error {
		_, err := plan.Collect(t.Context(), []Delivery{{Found: f, Source: change.Source{Run: anns}}}, nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	rated := map[bool]int{}
	for planned := 0; planned < 16; {
		u, err := plan.Next(t.Context())
		if err != nil || u.Kind != work.LadderUnit {
			continue
		}
		batch, err := seed.Unmarshal(u.Seeds)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range batch.Seeds {
			planned++
			if has := s.Rating.ER > 0; has != owners[s.Key()] {
				t.Errorf("a seed of the owner: %v, and its unit has a rating: %v", owners[s.Key()], has)
			} else {
				rated[has]++
			}
		}
	}
	if rated[true] != 8 || rated[false] != 8 {
		t.Errorf("%v", rated)
	}
	if err := plan.Close(nil); err != nil {
		t.Fatal(err)
	}
}
