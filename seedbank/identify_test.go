package seedbank_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Whatever is made of a seed is identified, by an ID that gives it back.
func TestIdentify(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds(), seedtest.WithAutomorphisms(), seedtest.Relatives())
	var canonizer transform.Canonizer
	some := append(append(seedtest.WithAutomorphisms(), seedtest.Relatives()...), seedtest.SomeSeeds()[:20]...)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(some).Draw(t, "seed")
		turn := transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index"))
		pick := drawPick(t, &s)
		want := turn.Puzzle(pick.Puzzle())
		known, err := bank.Identify(seedtest.Background, &canonizer, want)
		if err != nil || !known.Held {
			t.Fatalf("%v is identified as %v, %v", want.Clues(), known, err)
		}
		id := known.ID
		if got, err := bank.Recall(seedtest.Background, id, seedtest.NotHeld); err != nil || got.Puzzle() != want || got.ID() != id {
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
	other := seedtest.MakeSeeds(len(seedtest.SomeSeeds()) + 1)[len(seedtest.SomeSeeds())]
	if _, err := bank.Identify(seedtest.Background, &canonizer, other.Puzzle); !errors.Is(err, seedbank.ErrNoMatch) {
		t.Errorf("a puzzle that is not in the bank: %v", err)
	}
	complete := seedtest.SomeSeeds()[0].Puzzle.With(seedtest.SomeSeeds()[0].Puzzle.Solution().Filled())
	if _, err := bank.Identify(seedtest.Background, &canonizer, complete); !errors.Is(err, seedbank.ErrNoMatch) {
		t.Errorf("a complete grid: %v", err)
	}
}

// A puzzle that contains a seed is identified by the clues added to it, also if the
// bank has no such rung: of several seeds that it contains, by the one with the most
// clues, and then with the least key. One that is held counts first.
func TestIdentifyBySeeds(t *testing.T) {
	var canonizer transform.Canonizer
	all := append(seedtest.WithAutomorphisms(), seedtest.Relatives()...)
	seeds := make([]seed.Seed, len(all))
	for i := range all {
		seeds[i] = all[i]
		seeds[i].Rungs = nil
	}
	bare := seedtest.BankOf(t, seeds)
	several := 0
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(seeds).Draw(t, "seed")
		empty := slices.Collect(sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All())
		left := rapid.SliceOfN(rapid.SampledFrom(empty), 1, len(empty)-1).Draw(t, "left empty")
		puzzle := s.Puzzle.With(sudoku.CellSet(empty...).AndNot(sudoku.CellSet(left...)))
		puzzle = transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index")).Puzzle(puzzle)

		known, err := bare.Identify(seedtest.Background, &canonizer, puzzle)
		if err != nil || known.Held != (known.ID.Added == 0) {
			t.Fatalf("%v is identified as %v, %v", puzzle.Clues(), known, err)
		}
		class := rating.Class{Automorphisms: canonizer.Canonical(puzzle.Clues()).Automorphisms}
		rate := func(*sudoku.Puzzle) (rating.Class, error) { return class, nil }
		if m, err := bare.Recall(seedtest.Background, known.ID, rate); err != nil || m.Puzzle() != puzzle {
			t.Fatalf("%v gives %v, %v; want %v", known.ID, m, err, puzzle.Clues())
		}
		for i := range seeds {
			if seeds[i].Solution != s.Solution {
				continue
			}
			other, _, ok := seeds[i].Identify(&canonizer, &puzzle)
			if !ok || other == known.ID {
				continue
			}
			several++
			best := seedtest.ByKey(seeds)[known.ID.Seed]
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
