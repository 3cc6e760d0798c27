package pack

import (
	"fmt"
	"io"
	"strings"

	"github.com/seedoku/seedoku/internal/lzstring"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/sudoku"
)

// site is a web solver that opens a puzzle from an address.
type site struct {
	name    string // for the option
	address func(sudoku.Grid) string
}

// sites are the web solvers, those with short addresses first.
var sites = [...]site{
	{"sudokuwiki", func(g sudoku.Grid) string { return "https://www.sudokuwiki.org/sudoku.htm?bd=" + digits(g) }},
	{"sudokuexchange", func(g sudoku.Grid) string { return "https://sudokuexchange.com/play/?s=" + digits(g) }},
	{"f-puzzles", func(g sudoku.Grid) string { return "https://www.f-puzzles.com/?load=" + fpuzzles(g) }},
	{"sudokupad", func(g sudoku.Grid) string { return "https://sudokupad.app/fpuzzles" + fpuzzles(g) }},
}

var siteOption = Option{
	Name: "site", Kind: Text, Choices: phrase.Names(sites[:], func(s *site) string { return s.name }), Placeholder: "SITE", Default: "all",
	Help: "addresses for this SITE only",
}

func digits(g sudoku.Grid) string { return string(g.AppendLine(nil, '0')) }

// fpuzzles returns a puzzle as the address of an f-puzzles page has it: a JSON
// object of rows of cells, compressed.
func fpuzzles(g sudoku.Grid) string {
	var b strings.Builder
	b.WriteString(`{"size":9,"grid":[`)
	for row := range 9 {
		separator := ",["
		if row == 0 {
			separator = "["
		}
		for _, d := range g[9*row : 9*row+9] {
			b.WriteString(separator)
			separator = ","
			if d == 0 {
				b.WriteString("{}")
			} else {
				fmt.Fprintf(&b, `{"value":%d,"given":true}`, d)
			}
		}
		b.WriteString("]")
	}
	b.WriteString("]}")
	return lzstring.Compress(b.String())
}

// linkForm writes the addresses of a puzzle on one line, in the order of [sites],
// separated by tabs.
type linkForm struct {
	bare
	only string // name of a site, or empty for all
}

func newLink(w io.Writer, s Settings) (Writer, error) {
	return newRecordWriter(w, linkForm{only: s.string(siteOption)})
}

func (l linkForm) fork() recordForm { return l }

func (l linkForm) AppendRow(dst []byte, i *table.Puzzle, _ bool) []byte {
	clues := i.Clues()
	for _, site := range sites {
		if l.only == "" || l.only == site.name {
			dst = append(append(dst, site.address(clues)...), '\t')
		}
	}
	dst[len(dst)-1] = '\n'
	return dst
}
