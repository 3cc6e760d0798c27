package sudoku

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"
)

// emptyCells are the characters that stand for an empty cell in a text.
const emptyCells = ".0_*-"

// ParseError says what is wrong with the text of a grid, and where: Line and
// Column count from 1, Column in bytes and 0 if the whole line is meant.
type ParseError struct {
	Line, Column int
	Reason       string
}

func (e *ParseError) Error() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
	}
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

// ParseGrid reads a grid from a line of 81 cells, row by row: a digit, or one
// of . 0 _ * - for an empty cell. White space around it is ignored, and so is
// what follows the cells after white space or #. The error is a [*ParseError].
func ParseGrid(line string) (Grid, error) {
	g, err := parseLine(line)
	if err != nil {
		return Grid{}, err
	}
	return g, nil
}

// String returns g as 81 characters, with . for an empty cell.
func (g Grid) String() string {
	return string(g.AppendLine(make([]byte, 0, len(g)), '.'))
}

// AppendLine appends g to dst as 81 characters.
func (g Grid) AppendLine(dst []byte, empty byte) []byte {
	chars := [16]byte{empty, '1', '2', '3', '4', '5', '6', '7', '8', '9'}
	var line [len(g)]byte
	for c, d := range g {
		line[c] = chars[d&15]
	}
	return append(dst, line[:]...)
}

// MarshalText returns g as String does.
func (g Grid) MarshalText() ([]byte, error) {
	return g.AppendLine(nil, '.'), nil
}

// UnmarshalText reads g as [ParseGrid] does.
func (g *Grid) UnmarshalText(text []byte) (err error) {
	*g, err = ParseGrid(string(text))
	return err
}

// Boxed returns g as a drawing of eleven lines, with lines between the boxes.
func (g Grid) Boxed() string {
	var b strings.Builder
	for row := range 9 {
		if row == 3 || row == 6 {
			b.WriteString("------+-------+------\n")
		}
		for column := range 9 {
			if column == 3 || column == 6 {
				b.WriteString("| ")
			}
			b.WriteByte(g[CellAt(row, column)].char('.'))
			if column < 8 {
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (d Digit) char(empty byte) byte {
	if d == 0 {
		return empty
	}
	return '0' + byte(d)
}

// digitOf returns the digit that a character stands for, 0 for an empty cell.
func digitOf(char byte) (d Digit, ok bool) {
	if '1' <= char && char <= '9' {
		return Digit(char - '0'), true
	}
	return 0, strings.IndexByte(emptyCells, char) >= 0
}

// Text is a grid found in a text, with the number of its first line.
type Text struct {
	Grid Grid
	Line int
	Rest string // of a grid on one line: what follows it there, without the #
}

// ScanText yields the grids of a text, in order: lines as [ParseGrid] reads
// them, and grids of nine lines of nine cells, with or without borders between
// the boxes. Blank lines and lines that begin with # are skipped. For what is
// neither, it yields a [*ParseError] and goes on with the next line. A line longer
// than [MaxLine] ends the reading, as does any error that is no ParseError: it is
// one of r.
func ScanText(r io.Reader) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		s := textScanner{yield: yield}
		if err := s.scan(r); err != nil {
			yield(Text{Line: s.line}, err)
		}
	}
}

// textScanner holds the rows of a grid of several lines while they come in.
type textScanner struct {
	yield func(Text, error) bool
	line  int  // number of the line at hand
	first int  // line of the first row
	rows  int  // rows seen so far
	grid  Grid // these rows
}

func (s *textScanner) scan(r io.Reader) error {
	lines := ScanLines(r)
	for lines.Scan() {
		s.line = lines.Number()
		text := lines.Bytes()
		if bytes.IndexByte(text, 0) >= 0 {
			return &ParseError{Line: s.line, Reason: "not a text file (it has a zero byte)"}
		}
		if !s.take(string(text)) {
			return nil
		}
	}
	if lines.Err() == nil && s.rows > 0 {
		return s.cutShort()
	}
	s.line = lines.Number()
	return lines.Err()
}

// take reads one line and reports whether to go on.
func (s *textScanner) take(line string) bool {
	body := strings.TrimSpace(stripComment(line))
	if row, ok := gridRow(body); ok {
		return s.takeRow(row)
	}
	if body == "" && s.rows%3 == 0 || isBorder(body) {
		return true
	}
	if s.rows > 0 {
		if !s.yield(Text{Line: s.first}, s.cutShort()) {
			return false
		}
		s.rows = 0
	}
	if body == "" {
		return true
	}
	g, err := parseLine(line)
	if err != nil {
		err.Line = s.line
		return s.yield(Text{Line: s.line}, err)
	}
	rest := strings.TrimLeft(line, " \t\r")[len(g):]
	return s.yield(Text{Grid: g, Line: s.line, Rest: strings.Trim(rest, "# \t\r")}, nil)
}

func (s *textScanner) takeRow(row [9]Digit) bool {
	if s.rows == 0 {
		s.first = s.line
	}
	copy(s.grid[9*s.rows:], row[:])
	s.rows++
	if s.rows < 9 {
		return true
	}
	s.rows = 0
	return s.yield(Text{Grid: s.grid, Line: s.first}, nil)
}

func (s *textScanner) cutShort() error {
	return &ParseError{Line: s.first, Reason: fmt.Sprintf("a grid of %d rows, want 9", s.rows)}
}

func stripComment(line string) string {
	line, _, _ = strings.Cut(line, "#")
	return line
}

// gridRow reads a row of a grid of several lines: nine cells, with white space
// and borders between them.
func gridRow(body string) (row [9]Digit, ok bool) {
	n := 0
	for i := range len(body) {
		switch char := body[i]; char {
		case ' ', '\t', '|', '!', ':':
		default:
			d, isCell := digitOf(char)
			if !isCell || n == 9 {
				return row, false
			}
			row[n] = d
			n++
		}
	}
	return row, n == 9
}

// isBorder reports whether a line of a grid is drawn between its rows, such as
// ------+-------+------ or *-----------*.
func isBorder(body string) bool {
	return strings.Contains(body, "---") && len(body) < 81 && strings.Trim(body, "-=+|*:. ") == ""
}

func parseLine(line string) (Grid, *ParseError) {
	var g Grid
	start := len(line) - len(strings.TrimLeft(line, " \t\r"))
	cells := line[start:]
	if end := strings.IndexAny(cells, "# \t\r\n"); end >= 0 {
		cells = cells[:end]
	}
	for i := range len(cells) {
		d, ok := digitOf(cells[i])
		if !ok {
			reason := fmt.Sprintf("%q is neither a digit nor an empty cell (%s)", rune(cells[i]), emptyCells)
			return g, &ParseError{Line: 1, Column: start + i + 1, Reason: reason}
		}
		if i < len(g) {
			g[i] = d
		}
	}
	if len(cells) != len(g) {
		return g, &ParseError{Line: 1, Reason: fmt.Sprintf("%d cells, want 81", len(cells))}
	}
	return g, nil
}
