package seedbank

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
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
		known, err := bank.Identify(background, &canonizer, want)
		if err != nil || !known.Held {
			t.Fatalf("%v is identified as %v, %v", want.Clues(), known, err)
		}
		id := known.ID
		if got, err := bank.Recall(background, id, notHeld); err != nil || got.Puzzle() != want || got.ID() != id {
			t.Fatalf("%v does not give %v: %v", id, want.Clues(), err)
		}
		// A rung can be an isomorph of another seed's rung.
		if pick.Added() == 0 && (id.Seed != s.Key() || id.Added != 0) {
			t.Fatalf("%v is not seed %v", id, s.Key())
		}
		if id.Seed == s.Key() && id != pick.Turn(turn).ID() {
			t.Fatalf("%v is not the ID of seed %v, turned", id, s.Key())
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

// A puzzle that contains a seed is identified by the clues added to it, also if the
// bank has no such rung: of several seeds that it contains, by the one with the most
// clues, and then with the least key. One that is held counts first.
func TestIdentifyBySeeds(t *testing.T) {
	var canonizer transform.Canonizer
	all := append(withAutomorphisms(), relatives()...)
	seeds := make([]seed.Seed, len(all))
	for i := range all {
		seeds[i] = all[i]
		seeds[i].Rungs = nil
	}
	bare := bankOf(t, seeds)
	several := 0
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(seeds).Draw(t, "seed")
		empty := slices.Collect(sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All())
		left := rapid.SliceOfN(rapid.SampledFrom(empty), 1, len(empty)-1).Draw(t, "left empty")
		puzzle := s.Puzzle.With(sudoku.CellSet(empty...).AndNot(sudoku.CellSet(left...)))
		puzzle = transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index")).Puzzle(puzzle)

		known, err := bare.Identify(background, &canonizer, puzzle)
		if err != nil || known.Held != (known.ID.Added == 0) {
			t.Fatalf("%v is identified as %v, %v", puzzle.Clues(), known, err)
		}
		class := rating.Class{Automorphisms: canonizer.Canonical(puzzle.Clues()).Automorphisms}
		rate := func(*sudoku.Puzzle) (rating.Class, error) { return class, nil }
		if m, err := bare.Recall(background, known.ID, rate); err != nil || m.Puzzle() != puzzle {
			t.Fatalf("%v gives %v, %v; want %v", known.ID, m, err, puzzle.Clues())
		}
		for i := range seeds {
			other, _, ok := seeds[i].Identify(&canonizer, &puzzle)
			if !ok || other == known.ID {
				continue
			}
			several++
			best := truthOf(seeds)[known.ID.Seed]
			n, most := seeds[i].Puzzle.NumClues(), best.Puzzle.NumClues()
			if n > most || n == most && other.Seed < known.ID.Seed {
				t.Fatalf("%v is named %v, and not %v", puzzle.Clues(), known.ID, other)
			}
		}
	})
	if several == 0 {
		t.Error("no puzzle contained two seeds")
	}
}

// drawPick draws a seed or one of its rungs.
func drawPick(t *rapid.T, s *seed.Seed) *seed.Pick {
	return s.Pick(rapid.IntRange(0, len(s.Rungs)).Draw(t, "place"))
}
