package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: []cli.Flag{
			userbank.Flag,
			formFlag,
			&cli.BoolFlag{Name: "arrange", Usage: "find the isomorph that is symmetric with the fewest clues added, and rate it"},
			cli.NewFiles("against", "tell whether it is a copy of a puzzle in `FILE`, which may be a bank"),
			&cli.Choice{Listed: &cli.StringFlag{Name: "collection", Usage: "tell which puzzle of which pack of the collection `NAME` it is"}, Values: collectionNames},
			cli.Lang,
			cli.Output,
			cli.Workers,
		},
		Action: userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			form, err := formOf(c)
			if err != nil {
				return err
			}
			others, err := p.originals(c, bank)
			if err != nil {
				return err
			}
			defer others.close()
			words := catalogue.Or(cli.Language(c))
			w := table.NewWriter(p.Stdout, form, checkedColumns(len(others) > 0))
			newChecker := func() func(sudoku.Grid) (checked, error) { return checker(c, bank, others) }
			err = answerEach(p, c, newChecker, func(ch *checked) error {
				p.Failed = p.Failed || !ch.Proper
				if form == table.Lines {
					_, err := fmt.Fprintf(p.Stdout, "%v\n  %s\n", ch.Puzzle, strings.Join(checkedLines(words, ch), "\n  "))
					return err
				}
				return w.Write(ch)
			})
			if err != nil || form == table.Lines {
				return err
			}
			return w.Close()
		}),
	}
}

// checked is what is known about a grid, with its arrangement and the puzzle that it is a
// copy of, if they were asked for.
type checked struct {
	examine.Checked
	arranged *pattern.Arranged
	copy     *copied
}

// checkedColumns returns the columns of a grid, with those of a comparison if compared
// is set.
func checkedColumns(compared bool) []table.Column[*checked] {
	columns := append(
		table.Of(examine.CheckedColumns, func(ch *checked) *examine.Checked { return &ch.Checked }),
		table.Column[*checked]{Name: "arranged", Type: table.Nested, About: "the columns of arrange", Append: func(ch *checked, dst []byte) []byte {
			if ch.arranged == nil {
				return dst
			}
			return append(dst, table.Object(arrangedColumns(table.JSON), ch.arranged)...)
		}})
	if compared {
		columns = append(columns, table.Of(copiedColumns, func(ch *checked) *copied { return ch.copy })...)
	}
	return columns
}

// checker returns a function that checks grids. It has its own scratch memory.
func checker(c *cli.Context, bank *seedbank.Bank, others originals) func(sudoku.Grid) (checked, error) {
	var examiner examine.Examiner
	arrange := arranger(transform.NoSymmetry)
	closest := others.finder(c.Context)
	return func(grid sudoku.Grid) (ch checked, err error) {
		if ch.Checked, err = examiner.Check(c.Context, bank, grid); err == nil && ch.Proper && c.Bool("arrange") {
			ch.arranged = new(pattern.Arranged)
			if *ch.arranged, err = arrange(grid); errors.Is(err, rating.ErrComplete) { // nothing is left to solve
				ch.arranged, err = nil, nil
			}
		}
		if err == nil && len(others) > 0 {
			ch.copy, err = closest(grid)
		}
		return ch, err
	}
}

// checkedLines returns the findings in words.
func checkedLines(words *catalogue.Catalogue, ch *checked) (lines []string) {
	tell := func(key string, pairs ...any) { lines = append(lines, words.Plain("check."+key, pairs...)) }
	copies := copiedLines(words, ch.copy)
	if !ch.Proper {
		tell("improper", "clues", ch.Clues, "problem", examine.Told(ch.Problem, words.Code()))
		return append(lines, copies...)
	}
	tell("proper", "clues", ch.Clues)
	if ch.Minimal {
		tell("minimal")
	} else {
		tell("redundant", "cells", strings.Join(ch.Redundant, " "))
	}
	if ch.Automorphisms > 1 {
		tell("automorphisms", "n", ch.Automorphisms)
	}
	lines = slices.Concat(lines, symmetryLines(words, &ch.Checked), arrangedLines(words, ch.arranged), copies)
	switch {
	case ch.Held:
		tell("held", "id", ch.ID)
	case ch.ID != "":
		tell("seed-with-clues", "id", ch.ID)
	default:
		tell("not-held")
	}
	return lines
}
