package rating_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// TestAdditionsAreRatedAsClasses adds clues to puzzles in random order, several
// times, and rates each of the puzzles on the way both ways.
func TestAdditionsAreRatedAsClasses(t *testing.T) {
	list := readRated(t, sample)
	var rater, other rating.Rater
	var additions rating.Additions
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(list).Draw(t, "puzzle").puzzle
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
		additions.Begin(&rater, &p)
		for range 3 {
			var base sudoku.Cells
			for _, i := range random.Perm(81) {
				cell := sudoku.Cell(i)
				if p.Clues()[cell] != 0 || p.NumClues()+base.Len() >= 40 {
					continue
				}
				bound := rating.MaxTenths
				if random.IntN(3) == 0 {
					bound = rating.Tenths(10 + random.IntN(80))
				}
				compareAddition(t, &additions, &other, &p, base, cell, bound)
				if random.IntN(2) == 0 {
					base = base.With(cell)
				}
			}
		}
	})
}

func compareAddition(t *rapid.T, a *rating.Additions, rater *rating.Rater, p *sudoku.Puzzle, base sudoku.Cells, cell sudoku.Cell, bound rating.Tenths) {
	q := p.With(base.With(cell))
	class, wantBelow, err := rater.ClassBelow(&q, bound)
	if err != nil {
		t.Fatal(err)
	}
	var want rating.Addition
	if wantBelow {
		r := &class.Rating
		want = rating.Addition{ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: class.Automorphisms, Prelude: class.Prelude}
	}
	got, below, err := a.ClassBelow(base, cell, bound)
	if err != nil || below != wantBelow || got != want {
		t.Fatalf("%v below %v: %+v, %v, %v\nwant %+v, %v", q.Clues(), bound, got, below, err, want, wantBelow)
	}
}
