package main

import (
	"strconv"

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

// canonColumns are what is told of a class.
var canonColumns = []table.Column[*examine.Canonical]{
	{Name: "canonical", Type: table.Cells,
		Append: func(c *examine.Canonical, dst []byte) []byte { return c.Canonical.AppendLine(dst, '.') }},
	{Name: "automorphisms",
		Append: func(c *examine.Canonical, dst []byte) []byte { return strconv.AppendUint(dst, c.Automorphisms, 10) }},
}
