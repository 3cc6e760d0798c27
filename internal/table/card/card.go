// Package card writes the page that tells people what a folder of puzzles is: a card of
// a data set, as sites that host data show it.
//
// Start with [Card].
package card

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
)

// Name is the name of the file.
const Name = "README.md"

// Licence is the licence of the puzzles, as of everything that the project gives away.
const Licence = "MIT"

// Card is what is told.
type Card struct {
	Title   string
	Program string // that made the files, with its version
	Command string // that made them
	Rater   int    // version of the rating rules
	Tables  []Table
	Files   []file.File

	// Body is a template of what else there is to tell, behind the title. Funcs are its
	// functions beside those of the card, and Data is what it is filled with.
	Body  string
	Funcs template.FuncMap
	Data  any
}

// Table is a file, or several alike, with columns.
type Table struct {
	About   string // a paragraph
	Columns []table.About
}

// String returns a table of the columns, in Markdown.
func (t Table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n\n| column | type | what it is |\n|---|---|---|\n", t.About)
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, c.Type, c.Text)
	}
	return b.String()
}

//go:embed card.tmpl
var text string

// Write writes the card, in Markdown.
func (c *Card) Write(w io.Writer) error {
	page, err := template.New(Name).Funcs(template.FuncMap{
		"lower":   strings.ToLower,
		"levels":  rating.Levels,
		"licence": func() string { return Licence },
		"sums":    func() string { return file.SumsName },
	}).Funcs(c.Funcs).Parse(text)
	if err != nil {
		return err
	}
	if _, err := page.New("body").Parse(c.Body); err != nil {
		return err
	}
	return page.Execute(w, c)
}
