package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/table"
)

// rated are the columns of a line for a puzzle with its rating.
var ratedColumns = table.Must(table.Puzzles, "puzzle", "er", "ep", "ed", "level", "hardest")

// formFlag returns the flag --format of commands that write a table. The form text is
// the one for people.
func formFlag() cli.Flag {
	names := table.FormNames()
	last := len(names) - 1
	list := strings.Join(names[:last], ", ") + " or " + names[last]
	return &usage.Choice{
		Listed: &cli.StringFlag{Name: "format", Usage: "write as `FORMAT`: " + list, Value: table.Lines.Name},
		Values: usage.OneOf(names...),
	}
}

// formFrom returns the form that the flag --format names.
func formFrom(c *cli.Context) (*table.Form, error) {
	form, err := table.FormNamed(c.String("format"))
	if err != nil {
		return nil, usage.Wrong(c, "format", err)
	}
	return form, nil
}
