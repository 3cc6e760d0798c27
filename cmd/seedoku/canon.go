package main

import (
	"strconv"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) canonCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "automorphisms", Usage: "print the number of automorphisms after it, separated by a tab"},
			cli.Workers,
		},
		Action: func(c *cli.Context) error {
			count := c.Bool("automorphisms")
			return answerEach(p, c, newCanonizer, func(canonical *examine.Canonical) error {
				line := canonical.Canonical.AppendLine(p.Stdout.AvailableBuffer(), '.')
				if count {
					line = strconv.AppendUint(append(line, '\t'), canonical.Automorphisms, 10)
				}
				_, err := p.Stdout.Write(append(line, '\n'))
				return err
			})
		},
	}
}

func newCanonizer() func(sudoku.Grid) (examine.Canonical, error) { return new(examine.Examiner).Canon }
