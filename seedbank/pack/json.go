package pack

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/seedbank/pack/shape"
	"github.com/seedoku/seedoku/sudoku"
)

// A tree of JSON is read for the puzzles in it, wherever they stand. A puzzle is
//
//   - an array of 81 cells, of nine rows of nine cells, or of nine strings of
//     nine cells; a cell is a number, a string of one character, null, or an
//     object with a value as f-puzzles has it;
//   - a string of 81 cells, in an array, or as a member with one of the names
//     that tables give a column of puzzles.
//
// An object with a puzzle and other members that tables have is one record.

// isJSON asks for a beginning that no plain text has: text with brackets around
// its rows is read as such.
func isJSON(line string) bool {
	if strings.HasPrefix(line, "{") {
		return !strings.HasSuffix(line, "}")
	}
	start := strings.ReplaceAll(line, " ", "")
	if start == "[" || start == "[[" {
		return true
	}
	return strings.HasPrefix(start, "[{") || strings.HasPrefix(start, `["`) && strings.HasSuffix(start, `]`) ||
		strings.HasPrefix(start, `["`) && len(start) > 80 || strings.HasPrefix(start, "[[[") && strings.Contains(start, ",")
}

// byLine hands on at most one line at a time, so that a decoder that wants a token
// reads no further than its line. It counts lines, and bounds what is read.
type byLine struct {
	*textReader
	line    int
	newLine bool
	left    int
}

func (b *byLine) Read(buf []byte) (n int, err error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	if b.newLine {
		b.line, b.newLine = b.line+1, false
	}
	for n < min(len(buf), b.left) {
		c, err := b.ReadByte()
		if err != nil {
			b.left -= n
			return n, err
		}
		buf[n] = c
		n++
		if c == '\n' {
			b.newLine = true
			break
		}
	}
	b.left -= n
	return n, nil
}

// readJSON reads a tree.
func readJSON(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		file := &byLine{textReader: buffer(r), line: 1}
		t := treeReader{file: file, yield: yield}
		t.read()
	}
}

// treeReader holds the arrays and objects around the token at hand.
type treeReader struct {
	file  *byLine
	yield func(Record, error) bool
	open  []branch
	found bool // a record, or what was to be one
	ended bool // yield wants no more
}

// branch is an array or an object that is open.
type branch struct {
	array bool
	role  int    // of the column that it stands in, or -1
	key   string // of the member at hand; an object wants a key where it is empty
	keyed bool
	line  int

	cells  []byte // of an array: those so far
	spoilt bool   // by something that is no cell

	record           Record // of an object
	puzzle, solution sudoku.Grid
	has              bool // a puzzle
	err              error
	value            byte // of a cell of f-puzzles, or 0
	given            bool
	named            bool // given was a member
}

func (t *treeReader) read() {
	decoder := json.NewDecoder(t.file)
	decoder.UseNumber()
	for !t.ended {
		t.file.left = maxRecord
		token, err := decoder.Token()
		if err != nil {
			t.end(err)
			return
		}
		t.take(token)
		if len(t.open) > maxDepth {
			t.fail("arrays and objects nested more than %d deep", maxDepth)
			return
		}
	}
}

// end says how the tree ended.
func (t *treeReader) end(err error) {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF) && len(t.open) == 0 && t.found:
	case errors.Is(err, io.EOF) && len(t.open) == 0:
		t.fail("no puzzle in this JSON: want 81 cells, or a member with a name such as %q", csvRoles[csvPuzzle][0])
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		t.fail("not JSON: it ends within an array or an object")
	case errors.As(err, &syntax):
		t.fail("not JSON: %v", err)
	case errors.Is(err, errTooLong):
		t.fail("a text longer than %d bytes", maxRecord)
	default:
		t.yield(Record{Line: t.file.line}, err)
	}
}

func (t *treeReader) fail(format string, args ...any) {
	t.emit(Record{Line: t.file.line}, malformed(t.file.line, 0, format, args...))
}

func (t *treeReader) emit(record Record, err error) {
	t.found = true
	if !t.ended {
		t.ended = !t.yield(record, err)
	}
}

func (t *treeReader) top() *branch {
	if len(t.open) == 0 {
		return nil
	}
	return &t.open[len(t.open)-1]
}

func (t *treeReader) take(token json.Token) {
	top := t.top()
	if delim, ok := token.(json.Delim); ok {
		switch delim {
		case '[', '{':
			t.open = append(t.open, branch{array: delim == '[', role: t.role(), line: t.file.line})
		default:
			closed := *top
			t.open = t.open[:len(t.open)-1]
			t.close(&closed)
			if top := t.top(); top != nil {
				top.keyed = false
			}
		}
		return
	}
	switch {
	case top == nil:
		t.fail("not an array or an object")
	case top.array:
		t.element(top, token)
	case !top.keyed:
		top.key, top.keyed = token.(string), true
	default:
		t.member(top, token)
		top.keyed = false
	}
}

// role returns the role of a value that begins: by its name, or by the role of
// what it stands in.
func (t *treeReader) role() int {
	top := t.top()
	if top == nil {
		return -1
	}
	if !top.array {
		if role := roleOf(top.key); role >= 0 {
			return role
		}
	}
	return top.role
}

func roleOf(name string) int {
	return slices.IndexFunc(csvRoles[:], func(names []string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	})
}

// element takes a value in an array: a cell, a row or a puzzle.
func (t *treeReader) element(top *branch, token json.Token) {
	text := tokenText(token)
	switch {
	case len(text) == 1 || len(text) == 9:
		if len(top.cells) <= len(sudoku.Grid{}) {
			top.cells = append(top.cells, text...)
		}
	case text == "":
		top.cells = append(top.cells, '.')
	default:
		top.spoilt, top.cells = true, nil
		if grid, err := shape.Parse(text); err == nil && top.role != csvSolution {
			t.emit(Record{Line: t.file.line, Grid: grid}, nil)
		} else if top.role == csvPuzzle {
			t.emit(Record{Line: t.file.line}, malformed(t.file.line, 0, "%v", reasonOf(err)))
		}
		return
	}
	if len(top.cells) > len(sudoku.Grid{}) {
		top.spoilt, top.cells = true, nil
	}
}

// tokenText returns a number, string or truth value as text, null as nothing.
func tokenText(token json.Token) string {
	switch token := token.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(token)
	case json.Number:
		return token.String()
	default:
		return fmt.Sprint(token)
	}
}

// reasonOf returns an error of a text without its place there.
func reasonOf(err error) string {
	var parse *sudoku.ParseError
	if errors.As(err, &parse) {
		return parse.Reason
	}
	return fmt.Sprint(err)
}

// member takes a value in an object.
func (t *treeReader) member(top *branch, token json.Token) {
	text := tokenText(token)
	role := roleOf(top.key)
	switch {
	case role == csvPuzzle && len(text) < 20 && token != nil && !isString(token):
		// a number of puzzles, or the like
	case role == csvPuzzle:
		top.puzzle, top.err = shape.Parse(text)
		top.has = true
	case role == csvSolution:
		if solution, err := shape.Parse(text); err == nil {
			top.solution = solution
		}
	case role == csvID:
		top.record.ID = text
	case role == csvRating && top.record.Rating == "":
		top.record.Rating = text
	case role == csvSource:
		top.record.Source = text
	case role == csvNote:
		top.record.Note = text
	case top.key == "value" && len(text) == 1:
		top.value = text[0]
	case top.key == "given":
		top.given, top.named = text == "true", true
	case top.role == csvPuzzle && len(text) >= 81:
		if grid, err := shape.Parse(text); err == nil {
			t.emit(Record{Line: t.file.line, Grid: grid}, nil)
		}
	}
}

func isString(token json.Token) bool {
	_, ok := token.(string)
	return ok
}

// close takes an array or object that is complete.
func (t *treeReader) close(b *branch) {
	if b.array {
		t.closeArray(b)
		return
	}
	switch {
	case b.has:
		record := b.record
		record.Line, record.Grid = b.line, b.puzzle
		var err error
		if b.err != nil {
			err = malformed(b.line, 0, "%v", reasonOf(b.err))
		} else if b.solution != (sudoku.Grid{}) {
			if solves(&b.solution, &b.puzzle) {
				record.Solution = b.solution
			} else {
				err = malformed(b.line, 0, "the solution does not fit the puzzle")
			}
		}
		t.emit(record, err)
	default:
		if top := t.top(); top != nil && top.array && !top.spoilt && len(top.cells) < len(sudoku.Grid{}) {
			cell := byte('.')
			if b.value != 0 && (b.given || !b.named) {
				cell = b.value
			}
			top.cells = append(top.cells, cell)
		}
	}
}

// closeArray takes an array: a puzzle, a row of one, or neither.
func (t *treeReader) closeArray(b *branch) {
	top := t.top()
	isGrid := !b.spoilt && len(b.cells) == len(sudoku.Grid{})
	if !isGrid {
		if top != nil && top.array {
			if b.spoilt || len(b.cells) != 9 || len(top.cells)+9 > len(sudoku.Grid{}) {
				top.spoilt = true
			} else {
				top.cells = append(top.cells, b.cells...)
			}
		}
		return
	}
	grid, err := shape.Parse(string(b.cells))
	if top != nil && top.array {
		top.spoilt = true
	}
	switch {
	case top == nil || top.array:
		if b.role == csvSolution {
			return
		}
	case roleOf(top.key) == csvSolution:
		if err == nil {
			top.solution = grid
		}
		return
	case roleOf(top.key) == csvPuzzle || top.key == "value":
		top.puzzle, top.err, top.has = grid, err, true
		return
	case top.role != csvPuzzle:
		return
	}
	if err != nil {
		err = malformed(b.line, 0, "%v", reasonOf(err))
	}
	t.emit(Record{Line: b.line, Grid: grid}, err)
}
