package making

import (
	"slices"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// SymmetryShift is the number of bits below the symmetry in the number of a
// puzzle.
const SymmetryShift = 56

// Symmetric returns puzzle number i with a symmetry. It begins with a random solved grid and
// tries to take away the orbits of cells in random order. An orbit goes if the solution
// stays unique and enough clues are left. The least number of clues is drawn from a range;
// the zero Range sets no limit.
//
// Then it takes away single clues, as pruning does. The minimal puzzle that is left is the
// core, and the clues taken away last are the added cells. If the symmetric puzzle is
// minimal, there are none.
func (p *Pruner) Symmetric(symmetry transform.Symmetry, clues seedbank.Range[int], i uint64) (core sudoku.Puzzle, added sudoku.Cells) {
	core = p.grid(i | uint64(symmetry)<<SymmetryShift)
	order := CellsInRandomOrder(p.random)
	least := 0
	if clues != (seedbank.Range[int]{}) {
		least = clues.Low + p.random.IntN(1+clues.High-clues.Low)
	}
	core = Thin(&p.solver, core, symmetry, order[:], least)
	left := core.Clues().Filled()
	p.solver.Minimize(&core, slices.DeleteFunc(order[:], func(c sudoku.Cell) bool { return !left.Has(c) }))
	return core, left.AndNot(core.Clues().Filled())
}

// Thin takes orbits of cells away from a puzzle while its solution stays unique and at
// least least clues remain. It tries the orbits in the order of their cells in order.
func Thin(solver *sudoku.Solver, p sudoku.Puzzle, symmetry transform.Symmetry, order []sudoku.Cell, least int) sudoku.Puzzle {
	var tried sudoku.Cells
	for _, c := range order {
		left := p.Clues().Filled()
		if tried.Has(c) || !left.Has(c) {
			continue
		}
		orbit := symmetry.Orbit(c)
		tried = tried.Or(orbit)
		if left.AndNot(orbit).Len() < least {
			continue
		}
		if thinner, err := solver.Prove(p.Clues().Keep(left.AndNot(orbit))); err == nil {
			p = thinner
		}
	}
	return p
}
