// Package shape finds puzzles in plain texts, in the shapes that people, forums
// and programs write them in.
//
// # How a text is read
//
// Every line is turned into plain characters first: digits of full width become
// digits, drawn borders become | - +, and all spaces become the space. Then
//
//   - a line that holds a whole puzzle is read by the first of [wholes] that
//     knows its shape;
//   - lines that look like rows are gathered in a block. Nine of them are read by
//     the first of [grids] that knows the shape of all nine.
//
// Blank lines, borders, comments after # and lines of other text are skipped. A
// line that looks like cells and makes no puzzle is an error, one for a block.
//
// # What is ambiguous
//
// An ambiguous text is an error, never a guess. x, o and ? are empty cells in a
// grid without another mark for them; beside a dot they are an error. A grid with
// spaces for empty cells is read if only one width of columns fits all nine
// lines. A damaged puzzle beside a whole one on its line is an error, because the
// whole one may be its solution.
//
// The clues of a grid of candidates are the cells with a single one, as programs
// write such grids for a game at hand: there, a placed digit stands alone.
//
// Memory is bounded by [sudoku.MaxLine] a line, and by the lines of a block: 24, or 64
// with pencil marks.
package shape

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/seedoku/seedoku/sudoku"
)

// Text is a grid found in a text, with the number of its first line.
type Text struct {
	Grid sudoku.Grid
	Line int
	Rest string // text after a grid on its line, without the #
	Game *Game  // of a grid of candidates or a line of HoDoKu; nil for a puzzle alone

	Other string // a line of other text, instead of a grid; see [ScanAll]
}

// Game is a puzzle in the middle of solving.
type Game struct {
	Grid       sudoku.Grid       // the clues and the digits placed since
	Candidates [81]sudoku.Digits // by cell; of filled cells they mean nothing
}

// Lines is a text line by line; see [sudoku.LineScanner].
type Lines interface {
	Scan() bool
	Bytes() []byte
	Number() int
	Err() error
}

// Scan yields the grids of a text, in order. For malformed text that looks like a
// grid it yields a [*sudoku.ParseError] and continues after it. A line longer
// than [sudoku.MaxLine] or with a zero byte ends the reading, as does any error
// that is not a ParseError.
func Scan(r io.Reader) iter.Seq2[Text, error] { return ScanLines(sudoku.ScanLines(r)) }

// ScanLines is [Scan] for lines from any source.
func ScanLines(lines Lines) iter.Seq2[Text, error] { return scanWith(lines, nil) }

// ScanAll is [Scan], and also yields each line of other text. isOther says which lines are
// other text, whatever shape they have. Blank lines, borders, comments and numbers of grids are
// skipped.
func ScanAll(r io.Reader, isOther func(line string) bool) iter.Seq2[Text, error] {
	return scanWith(sudoku.ScanLines(r), isOther)
}

func scanWith(lines Lines, isOther func(string) bool) iter.Seq2[Text, error] {
	return func(yield func(Text, error) bool) {
		s := scanner{yield: yield, isOther: isOther}
		err := s.scan(lines)
		if err != nil && !s.ended {
			yield(Text{Line: lines.Number()}, err)
		}
	}
}

// Parse reads a text that holds one grid and nothing else. The error is a
// [*sudoku.ParseError].
func Parse(text string) (sudoku.Grid, error) {
	if grid, rest, ok := fastLine([]byte(text)); ok && len(bytes.TrimSpace(rest)) == 0 {
		return grid, nil
	}
	var found []Text
	for t, err := range Scan(strings.NewReader(text)) {
		if err != nil {
			return sudoku.Grid{}, err
		}
		if found = append(found, t); len(found) > 1 {
			break
		}
	}
	if len(found) != 1 {
		return sudoku.Grid{}, &sudoku.ParseError{Line: 1, Reason: "want one puzzle"}
	}
	return found[0].Grid, nil
}

type scanner struct {
	yield func(Text, error) bool
	ended bool // yield has returned false
	block block

	framed bool // a border stands above, and no row of a grid below it yet

	last     sudoku.Grid // the last grid
	solution bool        // the text behind it says that a solution follows
	solved   bool        // it is such a solution, complete, of no puzzle before it
	position bool        // or a position in its game, as SadMan Sudoku writes them

	isOther func(line string) bool // nil: other text is skipped
}

func (s *scanner) scan(lines Lines) error {
	for !s.ended && lines.Scan() {
		line := lines.Bytes()
		if len(line) == 0 && s.block.empty() {
			continue
		}
		if grid, rest, ok := fastLine(line); ok && s.block.empty() && isShort(&grid, rest) {
			s.emitLine(Text{Grid: grid, Line: lines.Number(), Rest: string(rest)})
			continue
		}
		if bytes.IndexByte(line, 0) >= 0 {
			s.flush()
			return &sudoku.ParseError{Line: lines.Number(), Reason: "not a text file (it has a zero byte)"}
		}
		s.take(string(line), lines.Number())
	}
	if lines.Err() == nil {
		s.flush()
	}
	return lines.Err()
}

func (s *scanner) emit(t Text, err error) {
	known := err == nil && (s.solution && s.isSolution(&t.Grid) || s.position && s.isPosition(&t.Grid))
	if t.Other == "" {
		if err == nil && s.position && !known {
			err = &sudoku.ParseError{Line: t.Line, Reason: "the state of a game without its puzzle before it"}
		}
		if err == nil && !known {
			if s.solved && t.Grid.NumClues() < len(t.Grid) && s.last.Keep(t.Grid.Filled()) == t.Grid && !s.ended {
				s.ended = !s.yield(Text{Line: t.Line}, &sudoku.ParseError{Line: t.Line, Reason: "a puzzle behind its solution: write the solution behind it"})
			}
			s.last, s.solved = t.Grid, s.solution && t.Grid.NumClues() == len(t.Grid)
		}
		s.solution, s.position = false, false
	}
	if !s.ended && !known {
		s.ended = !s.yield(t, err)
	}
}

// isSolution reports whether a complete grid is the solution of the last grid.
func (s *scanner) isSolution(g *sudoku.Grid) bool {
	return g.NumClues() == len(g) && s.isPosition(g)
}

// isPosition reports whether a grid is the last grid, or has more cells filled.
func (s *scanner) isPosition(g *sudoku.Grid) bool {
	return s.last != sudoku.Grid{} && g.Keep(s.last.Filled()) == s.last
}

// emitLine emits a puzzle on one line with the text after it.
func (s *scanner) emitLine(t Text) {
	var err error
	if hasAnother(t.Rest, &t.Grid) {
		err = &sudoku.ParseError{Line: t.Line, Reason: "two puzzles on one line: each needs a line of its own"}
	}
	t.Rest = strings.Trim(t.Rest, "# \t\r")
	s.emit(t, err)
}

// take reads a line.
func (s *scanner) take(raw string, number int) {
	if body := strings.TrimSpace(raw); strings.HasPrefix(body, "#") && !strings.HasPrefix(body, lispArray) {
		numbered := strings.TrimLeft(body[1:], "0123456789")
		if l := newLine(strings.TrimLeft(numbered, " \t:)"), number); len(numbered) < len(body)-1 && len(l.raw) < len(numbered) && l.kind == whole {
			s.emit(Text{Line: number}, failure(l, -1, "a puzzle in a comment: write its number without #, or a space behind #"))
		}
		return
	}
	line := newLine(raw, number)
	if s.isOther != nil && s.isOther(raw) {
		line.kind = other
	}
	if line.kind == rule && strings.TrimSpace(line.plain) == "" && !s.block.empty() && !s.block.spaced() {
		line.kind = blank
	}
	if last, ok := s.block.unhead(line); ok {
		s.flush()
		s.block.add(last)
	}
	framed := s.framed
	s.framed = framed && line.kind == blank
	underlines := s.block.underline(&line)
	switch line.kind {
	case blank:
		if s.block.endsAtBlank() {
			s.flush()
		} else {
			s.block.add(line)
		}
		return
	case row, rule, alone:
		if line.kind == row && !inTable(line) {
			s.block.leaveTable()
		}
		if first, ok := s.block.stray(line); ok {
			s.read(first)
		}
		if s.block.endsBefore(line) {
			s.flush()
		}
		s.block.framed = s.block.framed || framed && s.block.empty()
		s.block.add(line)
		if s.block.full() {
			s.flush()
		}
		return
	}
	if line.kind == border && !s.block.empty() && !s.block.endsInDoubt(line) {
		if !underlines && s.block.frame() && s.block.full() {
			s.flush()
		}
		return
	}
	s.flush()
	s.framed = line.kind == border
	switch {
	case line.kind == whole:
		text, label, err := readWhole(line)
		if err == nil && namesSolution(label) {
			s.solution = true
			isLabel := strings.HasSuffix(strings.TrimRight(label, ` "'`), ":")
			isBehind := s.last != sudoku.Grid{} && s.last.NumClues() < len(s.last)
			if isLabel && isBehind && text.Grid.NumClues() == len(text.Grid) && !s.isSolution(&text.Grid) {
				err = failure(line, -1, "a solution without its puzzle before it")
			}
		}
		if err != nil {
			s.emit(Text{Line: number}, err)
		} else {
			s.emitLine(text)
		}
	case line.kind == other:
		section := strings.ToLower(strings.TrimSpace(raw))
		s.solution, s.position = namesSolution(raw), section == "[state]" || section == "[pencilmarks]"
		if s.isOther != nil {
			s.emit(Text{Line: number, Other: strings.TrimSpace(raw)}, nil)
		}
	}
}

// flush reads the gathered lines as a grid.
func (s *scanner) flush() {
	b := s.block
	s.block = block{}
	s.read(b)
}

func (s *scanner) read(b block) {
	if first := b.first(); first > 0 {
		grid, game, err := b.read()
		s.emit(Text{Grid: grid, Line: first, Game: game}, err)
	}
}

// fastLine reads the plainest and most frequent shape of all: 81 cells, and
// nothing, white space or a comment after them.
func fastLine(line []byte) (g sudoku.Grid, rest []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) < len(g) {
		return g, nil, false
	}
	seen := byte(0)
	for i, c := range (*[len(g)]byte)(line) {
		cell := plainCells[c]
		seen |= cell
		g[i] = sudoku.Digit(cell & 15)
	}
	if seen&noCell != 0 || seen&ruleCell != 0 && isRule(line[:len(g)]) {
		return g, nil, false
	}
	rest = line[len(g):]
	return g, rest, len(rest) == 0 || strings.IndexByte(" \t#", rest[0]) >= 0
}

// isShort reports whether nothing follows a puzzle on its line, but its solution and words that are
// too short for a damaged puzzle. A complete grid may have one in several words.
func isShort(g *sudoku.Grid, rest []byte) bool {
	if len(rest) < leastUnsolved {
		return true
	}
	if solution, behind, ok := fastLine(rest); ok && solution.NumClues() == len(solution) {
		rest = behind
	}
	length := 0
	for _, char := range rest {
		if length++; char == ' ' || char == '\t' {
			length = 0
		}
		if length >= LeastDamaged {
			return false
		}
	}
	return len(rest) < leastUnsolved || g.NumClues() < len(g)
}

// Flags of plainCells beside the digit.
const (
	ruleCell = 1 << (4 + iota) // an empty cell, or part of a border
	noCell
)

// plainCells has, for each character in adjacent cells, its digit, 0 for an empty
// cell, and flags.
var plainCells = func() (cells [256]byte) {
	for c := range cells {
		switch c := byte(c); {
		case isDigit(c):
			cells[c] = c - '0'
		case c == '.' || c == '0' || c == '_':
		case c == '*' || c == '-':
			cells[c] = ruleCell
		default:
			cells[c] = noCell
		}
	}
	return cells
}()

// isRule reports whether a line of cells is one of - or * alone, drawn as a
// border.
func isRule(line []byte) bool {
	return len(bytes.TrimLeft(line, "-")) == 0 || len(bytes.TrimLeft(line, "*")) == 0
}

// failure returns the error for a place in a line, given in plain characters
// from 0, or for the whole line if that is negative.
func failure(l line, at int, format string, args ...any) *sudoku.ParseError {
	column := 0
	if at >= 0 {
		column = offset(l.raw, at) + 1
	}
	return &sudoku.ParseError{Line: l.number, Column: column, Reason: fmt.Sprintf(format, args...)}
}

// alien returns the error for a character that is not a cell. at is its index in
// plain characters, from 0.
func (l *line) alien(at int) error {
	rest := l.raw[offset(l.raw, at):]
	char, size := utf8.DecodeRuneInString(rest)
	if char == utf8.RuneError && size == 1 {
		return failure(*l, at, "the byte %#x is not UTF-8: save the text as UTF-8", rest[0])
	}
	return failure(*l, at, "%q is neither a digit nor an empty cell (%s)", char, strong)
}
