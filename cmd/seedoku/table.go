package main

import (
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// newTable returns a table that is drawn the way all tables here are: numbers
// to the right, and no more lines than needed.
func (t terminal) newTable(columns ...any) table.Writer {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	if !t.unicode {
		w.SetStyle(table.StyleDefault)
	}
	w.Style().Options = table.Options{SeparateHeader: true, SeparateFooter: true}
	w.Style().Format.Header = text.FormatDefault
	w.Style().Format.Footer = text.FormatDefault
	w.SuppressTrailingSpaces()
	w.AppendHeader(columns)
	return w
}
