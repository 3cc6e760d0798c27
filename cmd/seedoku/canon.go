package main

import (
	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) canonCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "automorphisms", Usage: "print the number of automorphisms too"},
		}, tableFlags...),
		Action: func(c *cli.Context) error {
			return tabulateEach(p, c, newCanonizer, func(*table.Form) []table.Column[*examine.Canonical] {
				if c.Bool("automorphisms") {
					return canonColumns
				}
				return canonColumns[:1]
			})
		},
	}
}

func newCanonizer() func(sudoku.Grid) (examine.Canonical, error) { return new(examine.Examiner).Canon }

// canonColumns are the columns of a class.
var canonColumns = []table.Column[*examine.Canonical]{
	table.Grid("canonical", "canonical form", func(c *examine.Canonical) *sudoku.Grid { return &c.Canonical }),
	table.Number("automorphisms", "number of automorphisms", func(c *examine.Canonical) uint64 { return c.Automorphisms }),
}
