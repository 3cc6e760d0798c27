package main

import (
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/table"
)

// ratedColumns are the columns of a line for a puzzle with its rating.
var ratedColumns = table.Must(table.Puzzles, "puzzle", "er", "ep", "ed", "level", "hardest")

// formFlag is the flag --format of commands that write a table. The form text is the one
// for people.
var formFlag = cli.OneOf(&cli.StringFlag{
	Name: "format", Usage: "write as `FORMAT`: " + strings.Join(table.FormNames(), ", "), Value: table.Lines.Name,
}, table.FormNames()...)

// formOf returns the form that the flag --format names.
func formOf(c *cli.Context) *table.Form {
	form, _ := table.FormNamed(c.String("format")) // others were refused
	return form
}
