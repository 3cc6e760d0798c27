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
	n, solution := x.solver.Solutions(grid, 2)
	solved := Solved{Puzzle: grid, Solutions: n}
	if n > 0 {
		solved.Solution = &solution
	}
	if n > 1 {
		solved.Other = x.another(grid, &solution)
	}
	return solved, x.solver.Err()
}

// another returns a solution of a grid that differs from the one given, or nil if
// there is none.
func (x *Examiner) another(grid sudoku.Grid, solution *sudoku.Grid) *sudoku.Grid {
	for c := range grid {
		if grid[c] != 0 {
			continue
		}
		for d := sudoku.Digit(1); d <= 9; d++ {
			grid[c] = d
			if d == solution[c] || grid.Conflict() != nil {
				continue
			}
			if n, other := x.solver.Solutions(grid, 1); n > 0 {
				return &other
			}
		}
		grid[c] = solution[c] // every other solution agrees here
	}
	return nil
}
