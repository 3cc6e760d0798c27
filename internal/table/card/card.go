// Package card writes the card of a data set: a page that describes a folder of
// puzzles, as sites that host data show it.
//
// Start with [Card].
package card

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
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

// Card is the content of a card.
type Card struct {
	Title   string
	Program string // program that made the files, with its version
	Command string // command that made the files
	Rater   int    // version of the rating rules
	Rows    int    // of all tables
	Configs []Config
	Tables  []Table
	Files   []file.File

	// Body is the template of the text after the title. Funcs are its additional
	// functions, and Data is its data.
	Body  string
	Funcs template.FuncMap
	Data  any
}

// Table is a file with columns, or several files with the same columns.
type Table struct {
	About   string // a paragraph
	Columns []table.About
}

// String returns a table of the columns, in Markdown. It has examples if there are any.
func (t Table) String() string {
	var b strings.Builder
	has := slices.ContainsFunc(t.Columns, func(c table.About) bool { return c.Example != "" })
	example := func(text string) {
		if has {
			b.WriteString(text + "|")
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\n%s\n\n| column | type | what it is |", t.About)
	example(" example ")
	b.WriteString("|---|---|---|")
	example("---")
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "| `%s` | %s | %s |", c.Name, c.Type, c.Text)
		value := ""
		if c.Example != "" {
			value = " `" + c.Example + "` "
		}
		example(value)
	}
	return b.String()
}

// Config is a table that sites offer by its name.
type Config struct{ Name, File string }

// Size returns the range of the number of rows, as sites name it.
func (c *Card) Size() string {
	names := []string{"1", "1K", "10K", "100K", "1M", "10M", "100M", "1B"}
	i, limit := 0, 1000
	for i+2 < len(names) && c.Rows >= limit {
		i, limit = i+1, limit*10
	}
	if i == 0 {
		return "n<1K"
	}
	return names[i] + "<n<" + names[i+1]
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
