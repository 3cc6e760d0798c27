package main

import (
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// newTable returns a table that is drawn the way all tables here are: numbers
// to the right, and no more lines than needed.
func newTable(columns ...any) table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.Options{SeparateHeader: true, SeparateFooter: true}
	t.Style().Format.Header = text.FormatDefault
	t.Style().Format.Footer = text.FormatDefault
	t.SuppressTrailingSpaces()
	t.AppendHeader(columns)
	return t
}
