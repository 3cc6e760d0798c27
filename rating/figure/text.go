package figure

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/sudoku"
)

// Style says how a figure is drawn as text.
type Style struct {
	Width   int  // number of columns not to exceed, if possible; 0: no limit
	Color   bool // escape codes of ANSI color the marks
	Unicode bool // lines are drawn with box characters
}

// Text draws f as lines of text. Each row of the grid is one line, with the
// candidates of each cell side by side:
//
//	     c1  c2   c3     c4  c5   c6     c7   c8  c9
//	   +--------------+----------------+----------------+
//	r1 | 7   259  156 | ...
//
// If that is wider than the style allows, each row takes three lines, with each
// candidate in its place and a dot for each absent one.
//
// A mark before a candidate tells its role; the line below the grid says what the
// marks mean. A digit in brackets is the only candidate of its cell.
func (f *Figure) Text(style Style) string {
	tight := f.squares()
	even := tight
	even.even = true
	sheets := [...]sheet{f.lines(), even, tight}
	i := 0
	for style.Width > 0 && i < len(sheets)-1 && sheets[i].width() > style.Width {
		i++
	}
	return sheets[i].draw(style) + f.legend(style, i == 0)
}

// marking is the mark of a role in text.
type marking struct {
	roles role // all of these
	mark  byte
	color string // of ANSI: the parameters of Select Graphic Rendition
	key   string // of what it means
}

// markings are all markings, the strongest first: a candidate has one mark.
var markings = [...]marking{
	{placed, '=', "30;42", "path.placed"},
	{removed, '-', "97;41", "path.removed"},
	{isTrue | isFalse, '#', "30;45", "path.true-and-false"},
	{isTrue, '*', "30;46", "path.true"},
	{isFalse, '/', "30;43", "path.false"},
	{extra, '+', "30;43", "path.others"},
	{pattern, '*', "30;46", "path.pattern"},
}

// markingOf returns the marking of a role, or nil for none.
func markingOf(r role) *marking {
	for i := range markings {
		if m := &markings[i]; r&m.roles == m.roles {
			return m
		}
	}
	return nil
}

// legend returns the line that explains the marks, or "" if there are no marks.
// With brackets it explains brackets too.
func (f *Figure) legend(style Style, brackets bool) string {
	examples := map[*marking]sudoku.Digit{} // the digit of the first candidate with a marking
	for k, r := range f.roles() {
		if m := markingOf(r); m != nil && examples[m] == 0 {
			examples[m] = sudoku.Candidate(k).Digit()
		}
	}
	words := catalogue.Or(f.Language)
	var b strings.Builder
	column := 0
	for i := len(markings) - 1; i >= 0; i-- {
		m := &markings[i]
		if examples[m] == 0 {
			continue
		}
		text, means := fmt.Sprintf("%c%d", m.mark, examples[m]), words.Plain(m.key)
		width := labelWidth + len(text) + 1 + utf8.RuneCountInString(means)
		if column > 0 && style.Width > 0 && column+width > style.Width {
			b.WriteString("\n")
			column = 0
		}
		column += width
		b.WriteString(strings.Repeat(" ", labelWidth))
		b.WriteString(token{text, m}.draw(style) + " " + means)
	}
	if single := f.single(); brackets && single != 0 {
		text := fmt.Sprintf("(%d) %s", single, words.Plain("path.only"))
		width := labelWidth + utf8.RuneCountInString(text)
		if column > 0 && style.Width > 0 && column+width > style.Width {
			b.WriteString("\n")
		}
		column += width
		b.WriteString(strings.Repeat(" ", labelWidth) + text)
	}
	if column > 0 {
		b.WriteString("\n")
	}
	return b.String()
}

// single returns the digit of the first cell that has one candidate and no role, or 0.
func (f *Figure) single() sudoku.Digit {
	roles := f.roles()
	for c, digits := range f.Position.Candidates {
		d := digits.First()
		if digits.Len() == 1 && markingOf(roles[sudoku.Cell(c).Candidate(d)]) == nil {
			return d
		}
	}
	return 0
}

// token is a piece of text with a color, or plain.
type token struct {
	text string
	*marking
}

func (t token) draw(style Style) string {
	if !style.Color || t.marking == nil {
		return t.text
	}
	return "\x1b[" + t.color + "m" + t.text + "\x1b[0m"
}

// sheet is a grid of tokens: a square of lines and columns for each cell.
type sheet struct {
	side   int         // of the square: its lines, and its columns
	even   bool        // the columns of a cell are equally wide
	tokens [][][]token // by line and column: what is written side by side
}

// filled is the marking of the digits in the grid: bold, and no mark.
var filled = &marking{color: "1"}

// lines lays the candidates of each cell side by side.
func (f *Figure) lines() sheet {
	s := newSheet(1)
	roles := f.roles()
	for c := range sudoku.Cell(81) {
		at := &s.tokens[c.Row()][c.Column()]
		if d := f.Position.Grid[c]; d != 0 {
			*at = []token{{fmt.Sprint(d), filled}}
			continue
		}
		digits := f.Position.Candidates[c]
		for d := range digits.All() {
			*at = append(*at, candidateToken(d, roles[c.Candidate(d)]))
		}
		if digits.Len() == 1 && (*at)[0].marking == nil {
			*at = []token{{"(" + (*at)[0].text + ")", nil}}
		}
	}
	return s
}

// squares lays the candidates of each cell in a square.
func (f *Figure) squares() sheet {
	s := newSheet(3)
	roles := f.roles()
	for c := range sudoku.Cell(81) {
		for d := range sudoku.AllDigits.All() {
			at := &s.tokens[3*c.Row()+int(d-1)/3][3*c.Column()+int(d-1)%3]
			switch placed := f.Position.Grid[c]; {
			case placed != 0 && d == 5: // in the middle
				*at = []token{{fmt.Sprint(placed), filled}}
			case placed != 0:
				*at = []token{{" ", nil}}
			case f.Position.Candidates[c].Has(d):
				*at = []token{candidateToken(d, roles[c.Candidate(d)])}
			default:
				*at = []token{{".", nil}}
			}
		}
	}
	return s
}

func candidateToken(d sudoku.Digit, r role) token {
	if m := markingOf(r); m != nil {
		return token{fmt.Sprintf("%c%d", m.mark, d), m}
	}
	return token{fmt.Sprint(d), nil}
}

func newSheet(side int) sheet {
	s := sheet{side: side, tokens: make([][][]token, 9*side)}
	for i := range s.tokens {
		s.tokens[i] = make([][]token, 9*side)
	}
	return s
}

// widths returns the width of each column.
func (s *sheet) widths() []int {
	widths := make([]int, 9*s.side)
	for _, line := range s.tokens {
		for j, tokens := range line {
			widths[j] = max(widths[j], length(tokens))
		}
	}
	for column := range 9 {
		cell := widths[column*s.side : (column+1)*s.side]
		if s.even {
			widest := slices.Max(cell)
			for j := range cell {
				cell[j] = widest
			}
		}
		if s.side == 1 {
			cell[0] = max(cell[0], 2) // for the name above
		}
	}
	return widths
}

func length(tokens []token) (n int) {
	for _, t := range tokens {
		n += len(t.text)
	}
	return n
}

// The names of the rows stand before the grid, and a border stands before each
// box and after the last, with spaces around.
const (
	labelWidth  = 3
	borderWidth = 2
)

// width returns the number of columns of the drawing.
func (s *sheet) width() int {
	n := labelWidth + 3*borderWidth + 1
	for j, width := range s.widths() {
		n += width
		if (j+1)%s.side == 0 {
			n++ // the space after a cell
		}
	}
	return n
}

// ruling is the characters that lines are drawn with.
type ruling struct {
	across, down      string
	top, middle, foot [3]string // left, between, right
}

var rulings = map[bool]*ruling{
	false: {"-", "|", [3]string{"+", "+", "+"}, [3]string{"+", "+", "+"}, [3]string{"+", "+", "+"}},
	true:  {"─", "│", [3]string{"┌", "┬", "┐"}, [3]string{"├", "┼", "┤"}, [3]string{"└", "┴", "┘"}},
}

func (s *sheet) draw(style Style) string {
	var b strings.Builder
	rules := rulings[style.Unicode]
	widths := s.widths()
	b.WriteString(s.header(widths))
	s.border(&b, rules.across, rules.top, widths)
	for i, line := range s.tokens {
		switch {
		case i == 0:
		case i%(3*s.side) == 0:
			s.border(&b, rules.across, rules.middle, widths)
		case s.side > 1 && i%s.side == 0:
			s.border(&b, " ", [3]string{rules.down, rules.down, rules.down}, widths)
		}
		s.line(&b, i, line, rules.down, widths, style)
	}
	s.border(&b, rules.across, rules.foot, widths)
	return b.String()
}

// header returns the line with the names of the columns.
func (s *sheet) header(widths []int) string {
	line := strings.Repeat(" ", labelWidth)
	for column := range 9 {
		if column%3 == 0 {
			line += strings.Repeat(" ", borderWidth)
		}
		line += fmt.Sprintf("%-*s", s.cellWidth(widths, column)+1, fmt.Sprintf("c%d", column+1))
	}
	return strings.TrimRight(line, " ") + "\n"
}

// cellWidth returns the width of the cells of a column of the grid.
func (s *sheet) cellWidth(widths []int, column int) (n int) {
	for _, width := range widths[column*s.side : (column+1)*s.side] {
		n += width
	}
	return n
}

// border draws a line above, below or between boxes, or of spaces between two rows of cells.
func (s *sheet) border(b *strings.Builder, across string, corners [3]string, widths []int) {
	b.WriteString(strings.Repeat(" ", labelWidth))
	for column := range 9 {
		switch {
		case column == 0:
			b.WriteString(corners[0] + across)
		case column%3 == 0:
			b.WriteString(corners[1] + across)
		}
		b.WriteString(strings.Repeat(across, s.cellWidth(widths, column)+1))
	}
	b.WriteString(corners[2] + "\n")
}

// line draws the i-th line. The name of a row stands at the middle of its lines.
func (s *sheet) line(b *strings.Builder, i int, line [][]token, down string, widths []int, style Style) {
	label := ""
	if i%s.side == s.side/2 {
		label = fmt.Sprintf("r%d", i/s.side+1)
	}
	fmt.Fprintf(b, "%-*s", labelWidth, label)
	for j, tokens := range line {
		if j%(3*s.side) == 0 {
			b.WriteString(down + " ")
		}
		pad := strings.Repeat(" ", widths[j]-length(tokens))
		if s.side > 1 {
			b.WriteString(pad) // the digits stand below each other
			pad = ""
		}
		for _, t := range tokens {
			b.WriteString(t.draw(style))
		}
		b.WriteString(pad)
		if (j+1)%s.side == 0 {
			b.WriteString(" ")
		}
	}
	b.WriteString(down + "\n")
}
