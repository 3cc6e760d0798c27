package sudoku

import "errors"

// Errors of [Solver.Prove] and [Complete], besides [*ConflictError].
var (
	ErrNoSolution    = errors.New("no solution")
	ErrManySolutions = errors.New("more than one solution")
	ErrIncomplete    = errors.New("not all cells are filled")
)

// Puzzle is a proper puzzle: clues with exactly one solution. It comes from
// [Solver.Prove] or, if it is a complete grid, from [Complete]. Three operations
// derive a puzzle from another one: an isomorphism (package transform), more
// clues of its solution ([Puzzle.With]), and fewer clues where the solver proves
// that they suffice ([Solver.Minimize]). So a function that takes a Puzzle never
// verifies it. The zero value is not a puzzle.
//
// Puzzles are values: they can be compared, and used as keys of a map.
type Puzzle struct {
	clues    Grid
	solution Grid
}

// Complete returns a complete grid as a puzzle of 81 clues, which is its own
// solution. The error is [ErrIncomplete], a [*ConflictError], or [ErrNoSolution] if a
// number is above 9.
func Complete(g Grid) (Puzzle, error) {
	if g.NumClues() < len(g) {
		return Puzzle{}, ErrIncomplete
	}
	if err := g.Conflict(); err != nil {
		return Puzzle{}, err
	}
	if _, valid := g.cellsOf(); !valid {
		return Puzzle{}, ErrNoSolution
	}
	return Puzzle{clues: g, solution: g}, nil
}

// PuzzleWithoutProof returns a puzzle with these clues and this solution. The
// caller must know that there is no other solution. It exists for package
// transform, where the laws of the group promise that. Everybody else calls
// [Solver.Prove], and a test of the project's layout enforces this.
func PuzzleWithoutProof(clues, solution Grid) Puzzle {
	return Puzzle{clues: clues, solution: solution}
}

// Clues returns the clues of p, and 0 in the other cells.
func (p Puzzle) Clues() Grid { return p.clues }

// Solution returns the solution of p, a complete grid.
func (p Puzzle) Solution() Grid { return p.solution }

// String returns the clues of p as 81 characters, as [Grid.String] does.
func (p Puzzle) String() string { return p.clues.String() }

// NumClues returns the number of clues of p, 17 to 81.
func (p Puzzle) NumClues() int { return p.clues.NumClues() }

// With returns p with more clues: the digits of the solution in the given
// cells. More clues of its solution keep a puzzle proper.
func (p Puzzle) With(cells Cells) Puzzle {
	for c := range cells.All() {
		p.clues[c] = p.solution[c]
	}
	return p
}
