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

// Redundant returns the clues that can be taken away, each for itself, while
// the solution stays unique. A puzzle is minimal if there is none.
func (s *Solver) Redundant(p *Puzzle) Cells {
	var redundant Cells
	for c := range p.Clues.Filled().All() {
		if s.redundant(p, c) {
			redundant = redundant.With(c)
		}
	}
	return redundant
}

// Minimal reports whether no clue of p can be taken away.
func (s *Solver) Minimal(p *Puzzle) bool {
	for c := range p.Clues.Filled().All() {
		if s.redundant(p, c) {
			return false
		}
	}
	return true
}

// Minimize takes redundant clues away, in the order of the cells given, until
// none of them is left that could go. If order lists all clues, the result is
// minimal.
func (s *Solver) Minimize(p *Puzzle, order []Cell) {
	for _, c := range order {
		if p.Clues[c] != 0 && s.redundant(p, c) {
			p.Clues[c] = 0
		}
	}
}

// redundant reports whether clue c of p can be taken away. As the rest of the
// solution is known, it is enough to ask whether c could hold another digit.
func (s *Solver) redundant(p *Puzzle, c Cell) bool {
	rest := p.Clues
	rest[c] = 0
	return s.Count(&rest, 2) == 1
}
