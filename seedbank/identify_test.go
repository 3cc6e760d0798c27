package seedbank

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Whatever is made of a seed is identified, by an ID that gives it back.
func TestIdentify(t *testing.T) {
	bank := bankOf(t, someSeeds(), withAutomorphisms(), relatives())
	var canonizer transform.Canonizer
	some := append(append(withAutomorphisms(), relatives()...), someSeeds()[:20]...)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(some).Draw(t, "seed")
		turn := transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index"))
		pick := drawPick(t, &s)
		want := turn.Puzzle(pick.Puzzle())
		found, err := bank.Identify(background, &canonizer, want)
		if err != nil || found.Puzzle() != want {
			t.Fatalf("%v is identified as %v, %v", want.Clues(), found.Puzzle().Clues(), err)
		}
		id := found.ID()
		if got, err := bank.Recall(background, id); err != nil || got.Puzzle() != want || got.ID() != id || got.Rating() != found.Rating() {
			t.Fatalf("%v does not give %v: %v", id, want.Clues(), err)
		}
		// A rung can be an isomorph of another seed's rung.
		if pick.Rung() == 0 && (id.Seed != s.Key() || id.Rung != 0) {
			t.Fatalf("%v is not seed %v", id, s.Key())
		}
		if id.Seed == s.Key() && id.Rung == pick.Rung() && (id.Index > turn.Index() || pick.Automorphisms() == 1 && id.Index != turn.Index()) {
			t.Fatalf("the index is %d, the isomorphism has %d", id.Index, turn.Index())
		}
	})
	other := makeSeeds(len(someSeeds()) + 1)[len(someSeeds())]
	if _, err := bank.Identify(background, &canonizer, other.Puzzle); !errors.Is(err, ErrNoMatch) {
		t.Errorf("a puzzle that is not in the bank: %v", err)
	}
	complete := someSeeds()[0].Puzzle.With(someSeeds()[0].Puzzle.Solution().Filled())
	if _, err := bank.Identify(background, &canonizer, complete); !errors.Is(err, ErrNoMatch) {
		t.Errorf("a complete grid: %v", err)
	}
}

// drawPick draws a seed or one of its rungs.
func drawPick(t *rapid.T, s *seed.Seed) *seed.Pick {
	names := []seed.RungName{0}
	for i := range s.Rungs {
		names = append(names, s.Rungs[i].Name())
	}
	pick, err := s.Pick(rapid.SampledFrom(names).Draw(t, "rung"))
	if err != nil {
		t.Fatal(err)
	}
	return pick
}
