package sudoku

import "errors"

// Errors of [Solver.Prove] beside [*ConflictError].
var (
	ErrNoSolution    = errors.New("no solution")
	ErrManySolutions = errors.New("more than one solution")
)

// Puzzle is a proper puzzle: clues that have exactly one solution. Values are
// made by [Solver.Prove] and kept true by isomorphisms (package transform),
// [Puzzle.With] and [Solver.Minimize]; the zero value is not a puzzle.
type Puzzle struct {
	Clues    Grid
	Solution Grid
}

// With returns p with the digit of the solution added as a clue in each of the
// cells. A puzzle stays proper when clues of its solution are added.
func (p Puzzle) With(cells Cells) Puzzle {
	for c := range cells.All() {
		p.Clues[c] = p.Solution[c]
	}
	return p
}
