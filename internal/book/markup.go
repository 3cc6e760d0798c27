package book

import (
	"cmp"
	"embed"
	"encoding/base64"
	"fmt"
	"html"
	"strings"
	"sync"
	"text/template"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/sudoku"
)

// Templates of one page of HTML, of the files of an EPUB, of the parts that both
// have, and of their style sheet.
//
//go:embed templates
var templateFiles embed.FS

// templates returns the templates, which are parsed where one is used and not by
// every start of the program.
var templates = sync.OnceValue(func() *template.Template {
	functions := template.FuncMap{"rich": rich}
	return template.Must(template.New("").Funcs(functions).ParseFS(templateFiles, "templates/*.tmpl"))
})

// markup is a book as its templates read it. One page and the files of an EPUB
// differ in where a link leads.
type markup struct {
	*Book
	*plan
	FontAddress    string // of the font of the book, or empty
	PictureAddress string // of the picture of the title page, or empty
	Items          []item // all puzzles
	Chapters       []part

	puzzleAddress, solutionAddress func(i int) string
}

// item is a puzzle of a book on its way into markup.
type item struct {
	*markup
	*Puzzle
	Number int
	index  int // from 0
}

// part is a chapter on its way into markup.
type part struct {
	Number int // from 1
	Name   string
	Text   string // a text about it, or empty
	Items  []item
}

func newMarkup(b *Book, plan *plan) *markup {
	m := &markup{Book: b, plan: plan}
	for i := range b.Puzzles {
		m.Items = append(m.Items, item{m, &b.Puzzles[i], b.number(i), i})
	}
	list := chapters(b.Puzzles, plan.PerPage, b.Words.Puzzles)
	for i, c := range list {
		p := part{Number: i + 1, Name: c.name, Items: m.Items[c.first:c.last]}
		if plan.Parts && len(list) > 1 {
			p.Text = b.PartTexts[p.Items[0].chapter()]
		}
		m.Chapters = append(m.Chapters, p)
	}
	return m
}

// Name returns the title with the issue.
func (m *markup) Name() string { return m.name() }

func (m *markup) AtTheEnd() bool    { return m.Solutions == AtTheEnd }
func (m *markup) AfterParts() bool  { return m.Solutions == AfterParts }
func (m *markup) HasSolution() bool { return m.Solutions != Nowhere }

func (i item) PuzzleAddress() string   { return i.puzzleAddress(i.index) }
func (i item) SolutionAddress() string { return i.solutionAddress(i.index) }

// Begins returns the chapter that the puzzle is the first of, or nothing.
func (i item) Begins() []part {
	for k, p := range i.Chapters {
		if p.Items[0].Number == i.Number {
			return i.Chapters[k : k+1]
		}
	}
	return nil
}

// cover returns the picture of the title page. A book without a picture has its first puzzle there.
func (m *markup) cover() Picture {
	if m.Picture.exists() || len(m.Puzzles) == 0 {
		return m.Picture
	}
	const side, margin = 450, 24
	var s drawing.SVG
	s.Begin(side+2*margin, side+2*margin, "", cmp.Or(m.name(), m.Words.Puzzles), "", [2]string{})
	board, clues := boardAt(frame{margin, margin, side, side}), m.Puzzles[0].Puzzle.Clues()
	board.Thin.Width, board.Thick.Width = 1, 3 // to be seen on screens
	board.DrawLines(&s)
	digitsOn(&s, board, clues, clues.Filled(), drawing.Look{Size: side / 9 * m.sizes.digit})
	s.End()
	return Picture{file: s.Bytes(), kind: "svg"}
}

// Unsolved returns the clues as a table.
func (i item) Unsolved() string {
	clues := i.Puzzle.Puzzle.Clues()
	empty := func(sudoku.Cell) string { return "<td></td>" }
	if i.Marks == Candidates && i.Rank >= i.MarksFrom {
		candidates := candidatesOf(clues)
		empty = func(cell sudoku.Cell) string {
			return `<td class="small">` + drawing.Digits(candidates[cell]) + "</td>"
		}
	}
	return gridTable(clues, empty)
}

// Solved returns the solution as a table. What was found has a class.
func (i item) Solved() string {
	solution := i.Puzzle.Puzzle.Solution()
	return gridTable(i.Puzzle.Puzzle.Clues(), func(cell sudoku.Cell) string {
		return fmt.Sprintf(`<td class="found">%d</td>`, solution[cell])
	})
}

// gridTable returns clues as a table. The cells without a clue are written by a
// function.
func gridTable(clues sudoku.Grid, empty func(sudoku.Cell) string) string {
	var b strings.Builder
	b.WriteString("<table class=\"grid\">\n")
	for cell := range sudoku.Cell(81) {
		if cell.Column() == 0 {
			b.WriteString("<tr>")
		}
		if d := clues[cell]; d != 0 {
			fmt.Fprintf(&b, "<td>%d</td>", d)
		} else {
			b.WriteString(empty(cell))
		}
		if cell.Column() == 8 {
			b.WriteString("</tr>\n")
		}
	}
	b.WriteString("</table>\n")
	return b.String()
}

// rich returns a text, in which words can be emphasised, as markup.
func rich(text string) string {
	var b strings.Builder
	for _, r := range runsOf(text) {
		switch escaped := strings.ReplaceAll(html.EscapeString(r.text), "\n", "<br/>\n"); r.face {
		case bold:
			b.WriteString("<strong>" + escaped + "</strong>")
		case italic:
			b.WriteString("<em>" + escaped + "</em>")
		default:
			b.WriteString(escaped)
		}
	}
	return b.String()
}

// dataURI returns a file as an address.
func dataURI(kind string, file []byte) string {
	return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString(file)
}
