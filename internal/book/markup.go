package book

import (
	"bufio"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// markup writes the parts of a book as XHTML. Its methods are used for one page
// and for the files of an EPUB: they differ in where a link leads.
type markup struct {
	*bufio.Writer
	*plan
	book     *Book
	perPage  int
	puzzle   func(i int) string // address of a puzzle
	solution func(i int) string // address of a solution
}

func (m *markup) printf(format string, values ...any) { fmt.Fprintf(m, format, values...) }

// line writes an element with a text, unless the text is empty.
func (m *markup) line(element, class, text string) {
	if text != "" {
		m.printf("<%s class=\"%s\">%s</%s>\n", element, class, html.EscapeString(text), element)
	}
}

// rich writes an element with a text that can have emphasised words.
func (m *markup) rich(element, text string) {
	m.printf("<%s>", element)
	for _, r := range runsOf(text) {
		switch escaped := html.EscapeString(r.text); r.face {
		case bold:
			m.printf("<strong>%s</strong>", escaped)
		case italic:
			m.printf("<em>%s</em>", escaped)
		default:
			m.WriteString(escaped)
		}
	}
	m.printf("</%s>\n", element)
}

// prose writes a text.
func (m *markup) prose(sections []Section) {
	for i := range sections {
		s := &sections[i]
		m.line("h3", "heading", s.Heading)
		if s.Text != "" {
			m.rich("p", s.Text)
		}
		m.list(s)
		m.table(&s.Table)
		if s.Strong != "" {
			m.printf("<p><strong>%s</strong></p>\n", html.EscapeString(s.Strong))
		}
	}
}

func (m *markup) list(s *Section) {
	if len(s.Items) == 0 {
		return
	}
	element := "ul"
	if s.Ordered {
		element = "ol"
	}
	m.printf("<%s>\n", element)
	for _, item := range s.Items {
		m.rich("li", item)
	}
	m.printf("</%s>\n", element)
}

func (m *markup) table(t *Table) {
	if len(t.Rows) == 0 {
		return
	}
	m.WriteString("<table class=\"text\">\n")
	for _, row := range t.Rows {
		m.WriteString("<tr>\n")
		for i, cell := range row {
			if i == 0 && len(row) > 1 {
				m.line("th", "first", cell)
			} else {
				m.rich("td", cell)
			}
		}
		m.WriteString("</tr>\n")
	}
	m.WriteString("</table>\n")
}

// titlePage writes what the title page of the book says.
func (m *markup) titlePage(picture string) {
	b := m.book
	m.WriteString("<section class=\"title\">\n")
	m.line("p", "author", b.Author)
	m.line("h1", "booktitle", b.Title)
	m.line("p", "subtitle", b.Subtitle)
	if picture != "" {
		m.printf("<p><img alt=\"\" src=\"%s\"/></p>\n", html.EscapeString(picture))
	}
	m.line("p", "colophon", b.Colophon)
	m.WriteString("</section>\n")
}

// partHead writes the name of a chapter and what there is to say of it.
func (m *markup) partHead(id string, c chapter, several bool) {
	m.printf("<h2 id=\"%s\">%s</h2>\n", id, html.EscapeString(c.name))
	if several && m.Parts && c.first < c.last {
		m.line("p", "part", m.book.PartTexts[m.book.Puzzles[c.first].Rank])
	}
}

// writePuzzle writes a puzzle and the texts around it.
func (m *markup) writePuzzle(i int) {
	p := &m.book.Puzzles[i]
	m.printf("<div class=\"puzzle\" id=\"p%d\">\n<p class=\"above\">", i+1)
	if m.Solutions == Nowhere {
		m.printf("<b>%d</b>", i+1)
	} else {
		m.printf("<a href=\"%s\"><b>%d</b></a>", m.solution(i), i+1)
	}
	m.printf(" <span>%s <small>%s</small></span></p>\n", html.EscapeString(p.Caption), html.EscapeString(p.Detail))
	m.grid(p.Puzzle.Clues(), p.Puzzle.Clues().Filled(), m.Marks == Candidates && p.Rank >= m.MarksFrom, false)
	m.line("p", "note", p.Note)
	for range m.NoteLines {
		m.WriteString("<hr/>\n")
	}
	m.WriteString("</div>\n")
}

// writeSolution writes the solution of a puzzle.
func (m *markup) writeSolution(i int) {
	p := m.book.Puzzles[i].Puzzle
	m.printf("<div class=\"puzzle\" id=\"s%d\">\n<p class=\"above\"><a href=\"%s\"><b>%d</b></a></p>\n", i+1, m.puzzle(i), i+1)
	m.grid(p.Solution(), p.Clues().Filled(), false, true)
	m.WriteString("</div>\n")
}

// grid writes a grid as a table. A cell of a clue has no class.
func (m *markup) grid(g sudoku.Grid, clues sudoku.Cells, candidates, solved bool) {
	m.WriteString("<table class=\"grid\">\n")
	for row := range 9 {
		m.WriteString("<tr>")
		for column := range 9 {
			cell := sudoku.Cell(9*row + column)
			switch {
			case g[cell] == 0 && candidates:
				m.printf("<td class=\"small\">%s</td>", candidatesOf(g, cell))
			case g[cell] == 0:
				m.WriteString("<td></td>")
			case solved && !clues.Has(cell):
				m.printf("<td class=\"found\">%d</td>", g[cell])
			default:
				m.printf("<td>%d</td>", g[cell])
			}
		}
		m.WriteString("</tr>\n")
	}
	m.WriteString("</table>\n")
}

// candidatesOf returns the candidates of a cell that no clue rules out.
func candidatesOf(clues sudoku.Grid, cell sudoku.Cell) string {
	var text strings.Builder
	for d := sudoku.Digit(1); d <= 9; d++ {
		if !seen(clues, cell, d) {
			text.WriteByte('0' + byte(d))
		}
	}
	return text.String()
}

// dataURI returns a file as an address.
func dataURI(kind string, file []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(file)
}

// style is the style sheet of grids and texts, in browsers and readers, as a format
// for the font.
//
//go:embed style.css
var style string
