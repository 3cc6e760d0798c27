package depth

import "github.com/seedoku/seedoku/sudoku"

// Refuted returns how many of the candidates that singles leave are refuted by singles:
// assumed, each on its own, they lead to a contradiction. T&E(1) could remove all of them
// at its first look. Of puzzles that singles do not solve, those with fewer begin harder.
// A puzzle that singles solve has none.
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
