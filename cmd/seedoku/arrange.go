package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/seedbank/pattern"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func arrangeCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "arrange",
		Usage:     "turn puzzles so that their clues stand symmetrically",
		ArgsUsage: puzzleArguments,
		Description: `Prints for each puzzle, in the order of the input, the isomorph of it whose
clues stand symmetrically, with as few clues of its solution added as needed.
Where several ways need as few, it is the one that stays hardest. Each line has
the puzzle, the symmetry, the number of clues added, ER, EP, ED, the level and
the hardest technique, separated by tabs.

The kinds of symmetry are rotate180 (the half turn, as in newspapers), rotate90,
mirror (left and right), flip (top and bottom), diagonal, antidiagonal, orthogonal
(mirror and flip), bidiagonal (both diagonals) and full (all of them). Without
--symmetry it is the kind that needs the fewest clues.

` + puzzleInput + `

Examples:
  seedoku gen --level 6 | seedoku arrange
  seedoku arrange --symmetry rotate180 puzzles.txt`,
		Flags: []cli.Flag{
			&usage.Choice{Listed: &cli.StringFlag{Name: "symmetry", Usage: "arrange for this `KIND` of symmetry"}, Values: usage.OneOf(transform.SymmetryNames()[1:]...)},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			symmetry, err := wantedSymmetry(c)
			if err != nil {
				return err
			}
			newArranger := func() func(sudoku.Grid) (pattern.Arranged, error) { return arranger(symmetry) }
			return answerEach(p, c, newArranger, func(a *pattern.Arranged) error {
				r := &a.Rating
				_, err := fmt.Fprintf(p.stdout, "%v\t%v\t%d\t%v\t%v\t%v\t%d\t%v\n",
					a.Puzzle.Clues(), a.Symmetry, a.Added, r.ER, r.EP, r.ED, r.Level(), r.Hardest)
				return err
			})
		},
	}
}

// wantedSymmetry returns the symmetry of the flag, or no symmetry without it.
func wantedSymmetry(c *cli.Context) (transform.Symmetry, error) {
	if !c.IsSet("symmetry") {
		return transform.NoSymmetry, nil
	}
	name, err := chosen(c, "symmetry", transform.SymmetryNames()[1:]...)
	if err != nil {
		return 0, err
	}
	return transform.ParseSymmetry(name)
}

// arranger returns a function that arranges puzzles. It has its own scratch memory.
func arranger(symmetry transform.Symmetry) func(sudoku.Grid) (pattern.Arranged, error) {
	var (
		solver   sudoku.Solver
		arranger pattern.Arranger
	)
	return func(grid sudoku.Grid) (pattern.Arranged, error) {
		puzzle, err := solver.Prove(grid)
		if err != nil {
			return pattern.Arranged{}, err
		}
		return arranger.Arrange(puzzle, symmetry)
	}
}
