package sudoku

import "errors"

// Errors of [Solver.Prove] and [Complete] beside [*ConflictError].
var (
	ErrNoSolution    = errors.New("no solution")
	ErrManySolutions = errors.New("more than one solution")
	ErrIncomplete    = errors.New("not all cells are filled")
)

// Puzzle is a proper puzzle: clues that have exactly one solution. It cannot be
// written down, only come by: from [Solver.Prove], from a complete grid
// ([Complete]), and from another puzzle by an isomorphism (package transform),
// by more clues of its solution ([Puzzle.With]), or by fewer clues where the
// solver proves that they suffice ([Solver.Minimize]). So a function that takes
// a Puzzle never verifies it. The zero value is not a puzzle.
//
// Puzzles are values: they can be compared and be keys of a map.
type Puzzle struct {
	clues    Grid
	solution Grid
}

// Complete returns a complete grid as a puzzle of 81 clues, which is its own
// solution. The error is [ErrIncomplete] or a [*ConflictError].
func Complete(g Grid) (Puzzle, error) {
	if g.NumClues() < len(g) {
		return Puzzle{}, ErrIncomplete
	}
	if err := g.Conflict(); err != nil {
		return Puzzle{}, err
	}
	return Puzzle{clues: g, solution: g}, nil
}

// PuzzleWithoutProof returns clues and the one solution that the caller knows
// them to have. It exists for package transform, where the image of a puzzle
// under an isomorphism is a puzzle by the laws of the group; everybody else
// calls [Solver.Prove]. A test of the project's layout sees to that.
func PuzzleWithoutProof(clues, solution Grid) Puzzle {
	return Puzzle{clues: clues, solution: solution}
}

// Clues returns the clues of p, and 0 in the other cells.
func (p Puzzle) Clues() Grid { return p.clues }

// Solution returns the solution of p, a complete grid.
func (p Puzzle) Solution() Grid { return p.solution }

// NumClues returns the number of clues of p, 17 to 81.
func (p Puzzle) NumClues() int { return p.clues.NumClues() }

// With returns p with the digit of the solution added as a clue in each of the
// cells. A puzzle stays proper when clues of its solution are added.
func (p Puzzle) With(cells Cells) Puzzle {
	for c := range cells.All() {
		p.clues[c] = p.solution[c]
	}
	return p
}
