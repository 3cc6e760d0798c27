package making

import (
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Thinner makes symmetric puzzles out of random solved grids.
type Thinner struct {
	randomSeed uint64
	source     *rand.PCG
	random     *rand.Rand
	solver     sudoku.Solver
}

func NewThinner(randomSeed uint64) *Thinner {
	source := rand.NewPCG(0, 0)
	return &Thinner{randomSeed: randomSeed, source: source, random: rand.New(source)}
}

// SymmetryShift is the number of bits below the symmetry in the number of a
// puzzle.
const SymmetryShift = 56

// Puzzle returns puzzle number i with a symmetry. It begins with a random solved grid and
// tries to take away the orbits of cells in random order. An orbit goes if the solution
// stays unique and enough clues are left. The least number of clues is drawn from a range;
// the zero Range sets no limit.
//
// Then it takes away single clues, as pruning does. The minimal puzzle that is left is the
// core, and the clues taken away last are the added cells. If the symmetric puzzle is
// minimal, there are none.
func (t *Thinner) Puzzle(symmetry transform.Symmetry, clues seedbank.Range[int], i uint64) (core sudoku.Puzzle, added sudoku.Cells) {
	t.source.Seed(t.randomSeed, i|uint64(symmetry)<<SymmetryShift)
	solution := t.solver.RandomSolution(t.random)
	core, err := sudoku.Complete(solution)
	if err != nil {
		panic(fmt.Sprintf("mine: random solution %v: %v", solution, err))
	}
	order := CellsInRandomOrder(t.random)
	least := 0
	if clues != (seedbank.Range[int]{}) {
		least = clues.Low + t.random.IntN(1+clues.High-clues.Low)
	}
	core = Thin(&t.solver, core, symmetry, order[:], least)
	left := core.Clues().Filled()
	rest := order[:0]
	for _, c := range order {
		if left.Has(c) {
			rest = append(rest, c)
		}
	}
	t.solver.Minimize(&core, rest)
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
