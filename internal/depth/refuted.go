package depth

import "github.com/seedoku/seedoku/sudoku"

// Refuted returns the number of candidates that singles leave at first and then refute:
// each of them, assumed on its own, leads by singles to a contradiction. T&E(1) could
// remove all of them at its first look. Of the puzzles that singles do not solve, those
// with fewer refuted candidates begin harder. A puzzle that singles solve has none.
//
// A digit that singles place after an assumption, without a contradiction, need not be
// assumed itself: singles would find no more from it than they did from the assumption.
func (p *Prober) Refuted(puzzle *sudoku.Puzzle) (n int) {
	clues, solution := puzzle.Clues(), puzzle.Solution()
	p.root.start(&clues)
	if p.root.singles(); p.root.solved() {
		return 0
	}
	level := &p.levels[0]
	var passed [9]sudoku.Cells
	for c, d := range solution {
		passed[d-1] = passed[d-1].With(sudoku.Cell(c))
	}
	for digit := range passed {
		for {
			untried := p.root.digits[digit].And(p.root.open).AndNot(passed[digit])
			if untried.Empty() {
				break
			}
			c := untried.First()
			passed[digit] = passed[digit].With(c)
			level.trial = p.root
			level.trial.assert(c, sudoku.Digit(digit+1))
			if level.trial.singles() {
				level.trial.addPlaced(&passed)
			} else {
				n++
			}
		}
	}
	return n
}
