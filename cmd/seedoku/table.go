package main

import (
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/sudoku"
)

// ratedColumns are the columns of a line for a puzzle with its rating.
var ratedColumns = table.Must(table.Puzzles, "puzzle", "er", "ep", "ed", "level", "hardest")

// formFlag is the flag --format of commands that write a table. The form text is the one
// for people.
var formFlag = cli.OneOf(&cli.StringFlag{
	Name: "format", Usage: "write as `FORMAT`: " + strings.Join(table.FormNames(), ", "), Value: table.Lines.Name,
}, table.FormNames()...)

// tableFlags are the flags of commands that write a table of results for their
// arguments.
var tableFlags = []cli.Flag{formFlag, cli.Output, cli.Workers}

// formOf returns the form that the flag --format names or else the ending of --output.
func formOf(c *cli.Context) (*table.Form, error) {
	name, err := outputFormat(c, table.Lines.Name, formKinds)
	if err != nil {
		return nil, err
	}
	return table.FormNamed(name)
}

// tabulateEach works on every puzzle as [answerEach] does, and writes a table of the
// results.
func tabulateEach[R any](p *program, c *cli.Context, newAnswer func() func(sudoku.Grid) (R, error), columns func(*table.Form) []table.Column[*R]) error {
	form, err := formOf(c)
	if err != nil {
		return err
	}
	w := table.NewWriter(p.Stdout, form, columns(form))
	if err := answerEach(p, c, newAnswer, w.Write); err != nil {
		return err
	}
	return w.Close()
}
