package main

import (
	"fmt"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/seedbank/pattern"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func (p *program) arrangeCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: []cli.Flag{
			cli.OneOf(&cli.StringFlag{Name: "symmetry", Usage: "arrange for this `KIND` of symmetry"}, transform.SymmetryNames()[1:]...),
			cli.Workers,
		},
		Action: func(c *cli.Context) error {
			symmetry, _ := transform.ParseSymmetry(c.String("symmetry")) // none without the flag
			newArranger := func() func(sudoku.Grid) (pattern.Arranged, error) { return arranger(symmetry) }
			return answerEach(p, c, newArranger, func(a *pattern.Arranged) error {
				r := &a.Rating
				_, err := fmt.Fprintf(p.Stdout, "%v\t%v\t%d\t%v\t%v\t%v\t%d\t%v\n",
					a.Puzzle.Clues(), a.Symmetry, a.Added, r.ER, r.EP, r.ED, r.Level(), r.Hardest)
				return err
			})
		},
	}
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
