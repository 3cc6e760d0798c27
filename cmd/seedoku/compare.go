package main

import (
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) compareCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "unique", Usage: "print those puzzles that are not the same as one before"},
		}, tableFlags...),
		Action: func(c *cli.Context) error {
			form, err := formOf(c)
			if err != nil {
				return err
			}
			w := table.NewWriter(p.Stdout, form, comparedColumns(form, c.Bool("unique")))
			err = compareEach(p, c, func(row *compared) error {
				switch {
				case row.in.err != nil && c.Bool("unique"):
					p.Report(row.in.where(), told(c, row.in.err))
					return nil
				case row.in.err != nil:
					p.Failed = true
				case c.Bool("unique") && row.Relation == copies.Same:
					return nil
				}
				return w.Write(row)
			})
			if err != nil {
				return err
			}
			return w.Close()
		},
	}
}

// compared is a puzzle with the closest one before it.
type compared struct {
	copied
	in *input
}

// relation returns the word for the relation of the puzzle.
func (row *compared) relation() string {
	if row.in.err != nil && row.Relation == copies.Unrelated {
		return "unreadable"
	}
	return row.Relation.String()
}

// grid returns the puzzle, or nil if the line is not a puzzle.
func (row *compared) grid() *sudoku.Grid {
	if row.in.err != nil {
		return nil
	}
	return &row.in.grid
}

// problem returns the reason why the line is not a puzzle, or "".
func (row *compared) problem() string {
	if row.in.err == nil {
		return ""
	}
	return row.in.err.Error()
}

// comparedColumns returns the columns of a compared puzzle: a few in lines for people, all
// in other forms.
func comparedColumns(form *table.Form, unique bool) []table.Column[*compared] {
	ofCopied := table.Of(copiedColumns, func(row *compared) *copied { return &row.copied })
	all := []table.Column[*compared]{
		table.String("place", table.Text, "the place of the puzzle", func(row *compared) string { return row.in.where() }),
		table.Grid("puzzle", "81 characters, row by row, with . for an empty cell", (*compared).grid),
		table.String("relation", table.Word, "the relation of the puzzle to the closest one before it", (*compared).relation),
		ofCopied[1], ofCopied[2],
		table.String("problem", table.Text, "why the line is not a puzzle", (*compared).problem),
	}
	switch {
	case form == table.Lines && unique:
		return table.Must(all, "puzzle")
	case form == table.Lines:
		return []table.Column[*compared]{all[0], {Name: "finding", Append: appendFinding}}
	}
	return all
}

// appendFinding appends a sentence about a puzzle.
func appendFinding(row *compared, dst []byte) []byte {
	words := []string{row.relation()}
	for _, more := range []string{row.ofText(), row.mistakeText(), row.problem()} {
		if more != "" {
			words = append(words, more)
		}
	}
	return append(dst, strings.Join(words, "\t")...)
}

// mostMistyped is the greatest number of puzzles in which mistyped cells are looked for.
const mostMistyped = 1000

// compareEach compares every puzzle of the arguments with those before it.
func compareEach(p *program, c *cli.Context, take func(*compared) error) error {
	comparison := copies.Comparison{Most: mostMistyped}
	var places places
	newExaminer := func() func(sudoku.Grid) (copies.Puzzle, error) { return new(copies.Examiner).Puzzle }
	err := answerInputs(p, c, p.inputs(c.Args().Slice()), ofGrids(newExaminer), func(in *input, puzzle *copies.Puzzle) error {
		if in.err != nil {
			puzzle = nil
		}
		row := &compared{in: in, copied: copied{place: in.where(), Match: comparison.Add(in.grid, puzzle)}}
		if row.Relation != copies.Unrelated {
			row.of.text = places.at(row.Number)
		}
		places.add(in)
		return take(row)
	})
	if err == nil && !comparison.IsWhole() {
		p.Say("Mistyped copies were looked for among the first %s that are not copies of another kind.\n", phrase.Count(mostMistyped, "puzzle"))
	}
	return err
}
