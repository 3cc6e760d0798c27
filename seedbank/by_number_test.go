package seedbank

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// The puzzle of a number does not depend on the order in which seeds came, nor on the
// files in which they are, and it passes the filter.
func TestByNumberDependsOnSeedsAlone(t *testing.T) {
	seeds := slices.Concat(someSeeds()[:60], withAutomorphisms()[:3])
	filters := []Filter{
		{}, {Rungs: true}, {Levels: Range[rating.Level]{Low: 3, High: 7}, Rungs: true}, {Clues: Range[int]{Low: 26, High: 30}, Rungs: true},
		{Symmetry: transform.Rotate180, Rungs: true}, {Without: []rating.Technique{seeds[0].Rating.Hardest}},
		{Pattern: sudoku.Cells(seeds[2].Puzzle.Clues().Filled()), Rungs: true},
	}
	one := bankOf(t, seeds)
	all := map[string]bool{}
	other := slices.Clone(seeds)
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
	banks := []*Bank{bankOf(t, other), openShards(t, 3, other)}
	rapid.Check(t, func(t *rapid.T) {
		for i, filter := range filters {
			selection, err := one.Select(background, filter)
			if err != nil {
				t.Fatal(err)
			}
			for range 5 {
				n := rapid.Uint64().Draw(t, "number")
				want, err := selection.ByNumber(background, n)
				if selection.Len() == 0 {
					if !errors.Is(err, ErrNoMatch) {
						t.Fatalf("filter %d: nothing passes it, and the error is %v", i, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				all[want.ID().String()] = true
				mustPass(t, &filter, want)
				for _, bank := range banks {
					if got, err := byNumber(bank, filter, n); err != nil || got != want.ID() {
						t.Fatalf("filter %d, number %d: %v, %v; in another order %v", i, n, want.ID(), err, got)
					}
				}
			}
		}
	})
	if len(all) < 200 {
		t.Errorf("all numbers give %d puzzles", len(all))
	}
}

func byNumber(bank *Bank, filter Filter, n uint64) (seed.ID, error) {
	selection, err := bank.Select(background, filter)
	if err != nil {
		return seed.ID{}, err
	}
	puzzle, err := selection.ByNumber(background, n)
	if err != nil {
		return seed.ID{}, err
	}
	return puzzle.ID(), nil
}

// mustPass checks what can be seen of a puzzle that a filter lets pass.
func mustPass(t *rapid.T, filter *Filter, puzzle seed.Isomorph) {
	pattern := puzzle.Puzzle().Clues().Filled()
	r := puzzle.Rating()
	if !filter.Levels.Has(r.Level()) || !filter.Clues.Has(pattern.Len()) || !filter.Symmetry.Has(pattern) ||
		!filter.Pattern.Empty() && pattern != filter.Pattern {
		t.Fatal(fmt.Sprint(puzzle.ID(), " is not what was asked for"))
	}
}
