package main

import (
	"fmt"
	"strconv"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) solveCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "count", Usage: "count the solutions up to `LIMIT`", Value: 2},
			cli.Workers,
		},
		Action: func(c *cli.Context) error {
			limit := c.Int("count")
			if limit < 1 {
				return cli.Wrong(c, "count", fmt.Errorf("%d: it must be at least 1", limit))
			}
			newSolver := func() func(sudoku.Grid) (solved, error) { return solver(limit, c.IsSet("count")) }
			return answerEach(p, c, newSolver, p.printSolved)
		},
	}
}

// solved is a grid with the number of its solutions and one of them.
type solved struct {
	grid, solution sudoku.Grid
	solutions      int
	counted        bool // as asked for: any number is fine
}

// complaint returns the error of a grid that is no puzzle.
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

func (p *program) printSolved(s *solved) error {
	line := s.grid.AppendLine(p.Stdout.AvailableBuffer(), '.')
	line = strconv.AppendInt(append(line, '\t'), int64(s.solutions), 10)
	if s.solutions > 0 {
		line = s.solution.AppendLine(append(line, '\t'), '.')
	}
	_, err := p.Stdout.Write(append(line, '\n'))
	return err
}
