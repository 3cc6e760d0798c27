package seedbank

import (
	"slices"
	"testing"

	"github.com/seedoku/seedoku/transform"
)

// A walk with a symmetry has before it what the bank lists for the symmetry, the
// best first and each seed once, until it has been there.
func TestFrontierOfASymmetry(t *testing.T) {
	bank := bankOf(t, symmetricSeeds(), someSeeds()[:30])
	for s := range transform.Symmetries() {
		walk := Walk{TowardER, s}
		all := mustFrontier(t, bank, walk, 1000)
		if len(all) < 3 {
			t.Fatalf("%v: %d starts", s, len(all))
		}
		if !slices.IsSortedFunc(all, func(a, b Start) int { return b.Value - a.Value }) {
			t.Errorf("%v: the best is not the first: %v", s, all)
		}
		seen := map[SeedID]bool{}
		for _, start := range all {
			from, err := bank.Seed(background, start.ID)
			if err != nil || seen[start.ID] || from.PickSymmetric(start.Place, s).Isomorphs() == 0 {
				t.Fatalf("%v: %+v, %v", s, start, err)
			}
			seen[start.ID] = true
			er := from.Rating.ER
			if start.Place > 0 {
				er = from.Rungs[start.Place-1].ER
			}
			if int(er) != start.Value {
				t.Errorf("%v: %+v is rated %v", s, start, er)
			}
		}
		if best, ok, err := bank.Best(background, walk); err != nil || !ok || best != all[0].Value {
			t.Errorf("%v: the best is %d, %v, %v", s, best, ok, err)
		}
		if first := mustFrontier(t, bank, walk, 2); !slices.Equal(first, all[:2]) {
			t.Errorf("%v: %v, want %v", s, first, all[:2])
		}
		if err := bank.NoteWalked(background, walk, all[0].ID); err != nil {
			t.Fatal(err)
		}
		if rest := mustFrontier(t, bank, walk, 1000); !slices.Equal(rest, all[1:]) {
			t.Errorf("%v: after a step there are %v, want %v", s, rest, all[1:])
		}
	}
	if rest := mustFrontier(t, bank, Walk{Toward: TowardER}, 1000); len(rest) != int(selectFrom(t, bank, Filter{}).Len()) {
		t.Errorf("walks with a symmetry leave %d seeds to those without", len(rest))
	}
	mustBeWell(t, bank)
}

func mustFrontier(t *testing.T, of anyBank, walk Walk, limit int) []Start {
	bank := of.opened()
	t.Helper()
	starts, err := bank.Frontier(background, walk, limit)
	if err != nil {
		t.Fatal(err)
	}
	return starts
}
