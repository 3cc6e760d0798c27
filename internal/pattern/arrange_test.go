package pattern_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// An arranged puzzle has the symmetry and the rating that are told of it, and is an
// isomorph of the given puzzle with the cells added that are told.
func TestArrange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var (
			solver    sudoku.Solver
			arranger  pattern.Arranger
			rater     rating.Rater
			canonizer transform.Canonizer
		)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		p, err := sudoku.Complete(solver.RandomSolution(random))
		if err != nil {
			t.Fatal(err)
		}
		var order []sudoku.Cell
		for _, c := range random.Perm(81) {
			order = append(order, sudoku.Cell(c))
		}
		solver.Minimize(&p, order)
		s := transform.Symmetry(rapid.SampledFrom([]int{0, 1, 3, 4, 5, 6, 7}).Draw(t, "symmetry"))
		a, err := arranger.Arrange(p, s)
		if err != nil {
			t.Fatal(err)
		}
		clues := a.Puzzle.Clues()
		if !a.Symmetry.Has(clues.Filled()) || s != transform.NoSymmetry && a.Symmetry != s {
			t.Errorf("%v is not symmetric as said, %v", clues, a.Symmetry)
		}
		whole := p.With(a.Cells)
		one, other := canonizer.Canonical(whole.Clues()), canonizer.Canonical(clues)
		if one.Grid != other.Grid || a.Added != a.Cells.Len() || a.Added != clues.NumClues()-p.NumClues() || a.Automorphisms != one.Automorphisms {
			t.Errorf("%v is not %v with %d clues added", clues, p.Clues(), a.Added)
		}
		if class, err := rater.Class(&whole); err != nil || class.Rating != a.Rating {
			t.Errorf("%v: rated %+v, %v, told %+v", clues, class.Rating, err, a.Rating)
		}
	})
}

// Of kinds that need as few clues, the one with the most turns and reflections is
// found.
func TestArrangeFindsTheGreatestSymmetry(t *testing.T) {
	grid, err := sudoku.ParseGrid(".23...17.1.6...5.357..1..64...473.....49.23.....561...46..3..252.1...4.9.57...68.")
	if err != nil {
		t.Fatal(err)
	}
	var solver sudoku.Solver
	p, err := solver.Prove(grid)
	if err != nil {
		t.Fatal(err)
	}
	var arranger pattern.Arranger
	a, err := arranger.Arrange(p, transform.NoSymmetry)
	if err != nil || a.Symmetry != transform.Full || a.Added != 0 || a.Puzzle.NumClues() != 36 {
		t.Errorf("%v with %d clues added, %v", a.Symmetry, a.Added, err)
	}
}
