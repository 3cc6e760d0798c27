package main

import (
	"slices"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func (p *program) arrangeCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: append([]cli.Flag{
			cli.OneOf(&cli.StringFlag{Name: "symmetry", Usage: "arrange for this `KIND` of symmetry"}, transform.SymmetryNames()[1:]...),
		}, tableFlags...),
		Action: func(c *cli.Context) error {
			symmetry, _ := transform.ParseSymmetry(c.String("symmetry")) // NoSymmetry without the flag
			newArranger := func() func(sudoku.Grid) (pattern.Arranged, error) { return arranger(symmetry) }
			return tabulateEach(p, c, newArranger, arrangedColumns)
		},
	}
}

// arrangedColumns are the columns of an arrangement.
func arrangedColumns(*table.Form) []table.Column[*pattern.Arranged] {
	rated := table.Of(ratedColumns, func(a *pattern.Arranged) *table.Puzzle {
		return &table.Puzzle{Entry: &table.Entry{Puzzle: a.Puzzle, Rating: a.Rating}}
	})
	return slices.Insert(rated, 1,
		table.String("symmetry", table.Word, "symmetry of the clues", func(a *pattern.Arranged) string { return a.Symmetry.String() }),
		table.Number("added", "number of added clues", func(a *pattern.Arranged) int { return a.Added }))
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
		arranged, err := arranger.Arrange(puzzle, symmetry)
		if err == nil && arranged.Puzzle.NumClues() == len(grid) {
			err = rating.ErrComplete
		}
		return arranged, err
	}
}
