package console

import (
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// NewTable returns a table that is drawn the way all tables here are: numbers
// to the right, and no more lines than needed.
func (t Terminal) NewTable(columns ...any) table.Writer {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	if !t.Unicode {
		w.SetStyle(table.StyleDefault)
	}
	w.Style().Options = table.Options{SeparateHeader: true, SeparateFooter: true}
	w.Style().Format.Header = text.FormatDefault
	w.Style().Format.Footer = text.FormatDefault
	w.SuppressTrailingSpaces()
	w.AppendHeader(columns)
	return w
}
