package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/sudoku"
)

func solveCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "solve",
		Usage:     "solve puzzles and count their solutions",
		ArgsUsage: puzzleArguments,
		Description: `Prints a line for each puzzle, in the order of the input: the puzzle, the
number of its solutions and one solution, separated by tabs. The number is 0,
1, or 2 for more than one; what has none or several is no puzzle, which is said on
standard error, and the exit status is 1. With --count, solutions are counted up to
a limit, and any number is fine.

` + puzzleInput + `

Examples:
  seedoku solve ..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
  seedoku solve --count 1000 puzzles.txt`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "count", Usage: "count the solutions up to `LIMIT`", Value: 2},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			limit := c.Int("count")
			if limit < 1 {
				return usage.Wrong(c, "count", fmt.Errorf("%d: it must be at least 1", limit))
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
	line := s.grid.AppendLine(p.stdout.AvailableBuffer(), '.')
	line = strconv.AppendInt(append(line, '\t'), int64(s.solutions), 10)
	if s.solutions > 0 {
		line = s.solution.AppendLine(append(line, '\t'), '.')
	}
	_, err := p.stdout.Write(append(line, '\n'))
	return err
}
