package main

import (
	"fmt"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) solveCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: append([]cli.Flag{
			&cli.IntFlag{Name: "count", Usage: "count the solutions up to `LIMIT`", Value: 2},
		}, tableFlags...),
		Action: func(c *cli.Context) error {
			limit := c.Int("count")
			if limit < 1 {
				return cli.Wrong(c, "count", fmt.Errorf("%d: it must be at least 1", limit))
			}
			newSolver := func() func(sudoku.Grid) (solved, error) { return solver(limit, c.IsSet("count")) }
			return tabulateEach(p, c, newSolver, solvedColumns)
		},
	}
}

// solved is a grid with the number of its solutions and one of them.
type solved struct {
	grid, solution sudoku.Grid
	solutions      int
	counted        bool // with --count: every number is accepted
}

// complaint returns the error for a grid that is not a puzzle.
func (s *solved) complaint() error {
	switch {
	case s.counted || s.solutions == 1:
		return nil
	case s.solutions == 0:
		return sudoku.ErrNoSolution
	}
	return sudoku.ErrManySolutions
}

// solver returns a function that solves grids. It has its own scratch memory.
func solver(limit int, counted bool) func(sudoku.Grid) (solved, error) {
	var s sudoku.Solver
	return func(grid sudoku.Grid) (solved, error) {
		if err := grid.Conflict(); err != nil {
			return solved{}, err
		}
		n, solution := s.Solutions(grid, limit)
		return solved{grid: grid, solution: solution, solutions: n, counted: counted}, nil
	}
}

// solvedColumns are the columns of a solved grid.
func solvedColumns(*table.Form) []table.Column[*solved] {
	return []table.Column[*solved]{
		table.Grid("puzzle", "81 characters, row by row, with . for an empty cell", func(s *solved) *sudoku.Grid { return &s.grid }),
		table.Number("solutions", "number of solutions, up to the limit", func(s *solved) int { return s.solutions }),
		table.Grid("solution", "one solution, if there is any", func(s *solved) *sudoku.Grid {
			if s.solutions == 0 {
				return nil
			}
			return &s.solution
		}),
	}
}
