package sudoku

import "math"

// Trials returns how often the solver has to try a candidate until it knows all
// solutions of g: the size of its search tree. A puzzle that simple deductions solve
// needs none. The number depends on the orientation of g. Counting takes some
// microseconds for a puzzle, and does not end for a grid of few clues. The average over
// isomorphs grows with the difficulty for people.
func (s *Solver) Trials(g Grid) int {
	if !s.start(&g) {
		return 0
	}
	s.trials, s.deadEnds, s.narrows, s.budget = 0, patience, false, math.MaxInt
	s.searchFrom(0, func(*position) bool { return true })
	return s.trials
}
