package book

import (
	"fmt"
	"io"
	"strconv"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/sudoku"
)

// Sheet is a worksheet: positions in which a step is to be found, and on pages of their
// own the answers.
type Sheet struct {
	Title    string // on every page
	Lead     string // a paragraph before the first position, or empty
	Answers  string // head of the pages of the answers
	Language string // of the texts, such as de
	Paper    string // as in [Layout]

	Exercises []Exercise
}

// Exercise is a position and its answer.
type Exercise struct {
	Question, Note string // above and below the position
	Clues, Grid    sudoku.Grid
	Candidates     [81]sudoku.Digits
	Answer         Answer
}

// Answer is a step on the position of an exercise.
type Answer struct {
	Name    string
	Texts   []string // paragraphs
	Pattern []sudoku.Candidate
	Removed []sudoku.Candidate
	Placed  []sudoku.Candidate
}

// sheetsPerPage is how many positions a page of a [Sheet] holds.
const sheetsPerPage = 4

// WritePDF writes the sheet. It is an error if there is no such paper.
func (s *Sheet) WritePDF(w io.Writer) error {
	plan, err := Layout{Paper: s.Paper, PerPage: sheetsPerPage, Marks: Candidates}.plan()
	if err != nil {
		return err
	}
	t := &sheetWriter{typesetter{plan: plan, canvas: newCanvas(plan), book: &Book{Title: s.Title, Language: s.Language}}, s, frame{}}
	return t.guarded(func() error {
		t.describe(t.book)
		t.load(&t.book.Font)
		for first := 0; first < len(s.Exercises); first += sheetsPerPage {
			t.positions(first, min(first+sheetsPerPage, len(s.Exercises)))
		}
		t.begin(s.Answers)
		for i := range s.Exercises {
			t.answer(i)
		}
		return t.output(w)
	})
}

// sheetWriter sets a sheet. What is left of the page is the room below all that stands there.
type sheetWriter struct {
	typesetter
	sheet *Sheet
	left  frame
}

// begin starts a page.
func (t *sheetWriter) begin(head string) {
	page := t.turn()
	t.headAndFoot(page, head)
	t.left = t.body(page, t.gutter)
}

// down takes a height from the room that is left.
func (t *sheetWriter) down(height float64) {
	t.left.y += height
	t.left.height -= height
}

// lines sets a paragraph, which goes on on the next page if there is no room.
func (t *sheetWriter) lines(text string, look ink, x, width float64) {
	for _, line := range t.wrapped(text, width, look) {
		if t.left.height < look.size*leading {
			t.begin(t.sheet.Answers)
			x = t.left.x
		}
		t.text(x, t.left.y+look.size, left, look, line)
		t.down(look.size * leading)
	}
}

// positions sets a page of positions.
func (t *sheetWriter) positions(first, last int) {
	t.begin(t.book.numbered("", first+1, last))
	if first == 0 && t.sheet.Lead != "" {
		t.lines(t.sheet.Lead, ink{regular, t.sizes.body * 1.1, black}, t.left.x, t.left.width)
		t.down(t.sizes.body)
	}
	a := places{above: t.sizes.number + 5, below: t.sizes.note + 5, ratio: t.sizes.digit}
	a = a.arrange(sheetsPerPage, t.left, 9*largestCell)
	for i := first; i < last; i++ {
		e := &t.sheet.Exercises[i]
		f := a.grid(i-first, t.left)
		t.board(f, e, nil)
		bold := ink{bold, t.sizes.number, black}
		number := strconv.Itoa(i+1) + "."
		t.text(f.x, f.y-5, left, bold, number)
		width := t.width(number, bold) + t.sizes.label
		t.fitted(f.x+width, f.y-5, f.width-width, left, ink{regular, t.sizes.body, black}, e.Question)
		t.fitted(f.x, f.y+f.height+5+t.capHeight*t.sizes.note, f.width, left, ink{regular, t.sizes.note, gray50}, e.Note)
	}
}

// answer sets an answer: the board, and the texts beside it and below.
func (t *sheetWriter) answer(i int) {
	e := &t.sheet.Exercises[i]
	side := min(t.left.width*0.42, 9*solutionCell)
	heading := ink{bold, t.sizes.number, black}
	if t.left.height < side+2*heading.size*leading {
		t.begin(t.sheet.Answers)
	}
	t.text(t.left.x, t.left.y+heading.size, left, heading, fmt.Sprintf("%d. %s", i+1, e.Answer.Name))
	t.down(heading.size*leading + 3)
	board := frame{t.left.x, t.left.y, side, side}
	t.board(board, e, &e.Answer)
	page, foot := t.pdf.PageNo(), board.y+side
	look, gap := ink{regular, t.sizes.body, black}, placeGap*0.7
	for _, text := range e.Answer.Texts {
		t.lines(text, look, t.left.x+side+gap, t.left.width-side-gap)
	}
	if t.pdf.PageNo() == page && t.left.y < foot {
		t.down(foot - t.left.y)
	}
	t.down(placeGap)
}

// board draws a position, with the marks of an answer if there is one: the candidates of its
// pattern are bold, and so are those that it removes, which are struck out, and one that it
// places, in a circle.
func (t *sheetWriter) board(f frame, e *Exercise, answer *Answer) {
	b, side := boardAt(f), f.width/9
	small := drawing.Look{Size: side * markDigit, Color: drawing.Gray(gray50)}
	rest := e.Candidates
	if answer != nil {
		strong := drawing.Look{Size: small.Size * 1.15, Bold: true}
		var texts []drawing.Text
		for _, list := range [][]sudoku.Candidate{answer.Pattern, answer.Removed, answer.Placed} {
			for _, k := range list {
				if rest[k.Cell()].Has(k.Digit()) {
					rest[k.Cell()] = rest[k.Cell()].Without(k.Digit())
					texts = append(texts, drawing.Text{Look: strong, Text: strconv.Itoa(int(k.Digit())), At: []drawing.Point{b.Candidate(k)}})
				}
			}
		}
		t.Texts(strong, texts)
	}
	t.Texts(small, b.Candidates(small, &rest))
	b.DrawLines(t)
	digitsOn(t, b, e.Grid, e.Clues.Filled(), drawing.Look{Size: side * t.sizes.digit, Bold: true})
	digitsOn(t, b, e.Grid, e.Grid.Filled().AndNot(e.Clues.Filled()), drawing.Look{Size: side * t.sizes.digit})
	if answer == nil {
		return
	}
	t.pdf.SetDrawColor(black, black, black)
	t.pdf.SetLineWidth(max(0.5, side*0.03))
	reach := side * markStep / 2
	for _, k := range answer.Removed {
		at := b.Candidate(k)
		t.pdf.Line(at.X-reach, at.Y+reach, at.X+reach, at.Y-reach)
	}
	for _, k := range answer.Placed {
		at := b.Candidate(k)
		t.pdf.Circle(at.X, at.Y, reach, "D")
	}
}
