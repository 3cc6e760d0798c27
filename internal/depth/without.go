package depth

import "github.com/seedoku/seedoku/sudoku"

// SolutionLimit is the greatest number of solutions without a clue that is counted.
const SolutionLimit = 10_000

// Without has, for each cell with a clue, the number of solutions of the puzzle without
// this clue. It is 1 for a redundant clue. [SolutionLimit] stands for this number or
// more. Cells without a clue have 0.
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
