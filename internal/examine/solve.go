package examine

import "github.com/seedoku/seedoku/sudoku"

// Solved is a grid with its solutions.
type Solved struct {
	Puzzle    sudoku.Grid  `json:"puzzle"`
	Solutions int          `json:"solutions"` // 0, 1, or 2 for more than one
	Solution  *sudoku.Grid `json:"solution,omitempty"`
	Other     *sudoku.Grid `json:"other,omitempty"` // a second solution, if there is one
}

// Solve solves a grid. The error is one of [sudoku.Grid.Conflict], or the one that
// interrupts the search.
func (x *Examiner) Solve(grid sudoku.Grid) (Solved, error) {
	if err := grid.Conflict(); err != nil {
		return Solved{}, err
	}
	solved := Solved{Puzzle: grid}
	x.solver.Each(grid, func(solution *sudoku.Grid) bool {
		solved.Solutions++
		if solved.Solutions == 1 {
			solved.Solution = solution
		} else {
			solved.Other = solution
		}
		return solved.Other == nil
	})
	return solved, x.solver.Err()
}
