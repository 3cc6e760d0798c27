package depth

import "github.com/seedoku/seedoku/sudoku"

// SolutionLimit is the number at which the solutions without a clue are no longer
// counted.
const SolutionLimit = 10_000

// Without is the number of solutions that a puzzle has when the clue of a cell is taken
// away, by cell: 1 for a redundant clue, at most [SolutionLimit], which stands for this
// many or more, and 0 in cells without a clue.
type Without [81]int

// Range returns the least and the greatest number of solutions without a clue.
func (w *Without) Range() (least, greatest int) {
	least = SolutionLimit
	for _, n := range w {
		if n > 0 {
			least, greatest = min(least, n), max(greatest, n)
		}
	}
	return least, greatest
}

// Without counts the solutions of a puzzle without each of its clues.
func (p *Prober) Without(puzzle *sudoku.Puzzle) (without Without) {
	clues := puzzle.Clues()
	for c, d := range clues {
		if d != 0 {
			clues[c] = 0
			without[c] = p.solver.Count(clues, SolutionLimit)
			clues[c] = d
		}
	}
	return without
}
