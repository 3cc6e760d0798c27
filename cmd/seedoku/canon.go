package main

import (
	"errors"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) canonCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "automorphisms", Usage: "print the number of automorphisms too"},
			cli.OneOf(&cli.IntFlag{Name: "expand", Usage: "add the clues that T&E(`N`) finds first: 0 is singles, 2 the most"}, "0", "1", "2"),
			&cli.BoolFlag{Name: "min-expand", Usage: "the same as --expand 0"},
		}, tableFlags...),
		Action: func(c *cli.Context) error {
			n, err := expansion(c)
			if err != nil {
				return err
			}
			return tabulateEach(p, c, func() func(sudoku.Grid) (examine.Canonical, error) { return canonizer(n) }, func(*table.Form) []table.Column[*examine.Canonical] {
				if c.Bool("automorphisms") {
					return canonColumns
				}
				return canonColumns[:1]
			})
		},
	}
}

// expansion returns the depth of trial and error by which to expand puzzles, or -1.
func expansion(c *cli.Context) (int, error) {
	switch n := c.Int("expand"); {
	case !c.IsSet("expand") && !c.Bool("min-expand"):
		return -1, nil
	case c.Bool("min-expand") && n != 0:
		return 0, cli.Wrong(c, "expand", errors.New("--min-expand is --expand 0"))
	default:
		return n, nil
	}
}

// canonizer returns a function that returns the canonical form of a grid, or of the
// expansion of a puzzle by T&E(n).
func canonizer(n int) func(sudoku.Grid) (examine.Canonical, error) {
	canon := new(examine.Examiner).Canon
	if n < 0 {
		return canon
	}
	var solver sudoku.Solver
	var prober depth.Prober
	return func(grid sudoku.Grid) (examine.Canonical, error) {
		puzzle, err := solver.Prove(grid)
		if err != nil {
			return examine.Canonical{}, err
		}
		return canon(prober.Expand(&puzzle, n).Clues())
	}
}

// canonColumns are the columns of a class.
var canonColumns = []table.Column[*examine.Canonical]{
	table.Grid("canonical", "canonical form", func(c *examine.Canonical) *sudoku.Grid { return &c.Canonical }),
	table.Number("automorphisms", "number of automorphisms, with `--automorphisms`", func(c *examine.Canonical) uint64 { return c.Automorphisms }),
}
