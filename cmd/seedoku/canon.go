package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/sudoku"
)

func canonCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "canon",
		Usage:     "print the canonical form of puzzles",
		ArgsUsage: puzzleArguments,
		Description: `Prints the canonical form of each puzzle or grid, in the order of the input:
the least of all its isomorphs, read as a number of 81 digits with 0 for an
empty cell. Two puzzles are the same up to symmetry if and only if their
canonical forms are equal.

` + puzzleInput + `

Examples:
  seedoku canon puzzles.txt | sort -u  # one of each class
  seedoku canon --automorphisms puzzles.txt`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "automorphisms", Usage: "print the number of automorphisms after it, separated by a tab"},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			count := c.Bool("automorphisms")
			return answerEach(p, c, newCanonizer, func(canonical *examine.Canonical) error {
				line := canonical.Canonical.AppendLine(p.stdout.AvailableBuffer(), '.')
				if count {
					line = strconv.AppendUint(append(line, '\t'), canonical.Automorphisms, 10)
				}
				_, err := p.stdout.Write(append(line, '\n'))
				return err
			})
		},
	}
}

func newCanonizer() func(sudoku.Grid) (examine.Canonical, error) { return new(examine.Examiner).Canon }
