package read

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/shape"
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

// readJSON reads a tree.
func readJSON(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		file := buffer(r)
		if head, err := file.Peek(len("[\n]\n") + 1); err != nil && string(bytes.Join(bytes.Fields(head), nil)) == "[]" {
			return // what the writer makes of no puzzles
		}
		t := treeReader{tokens: newJSONTokens(file), yield: yield}
		t.read()
	}
}

// treeReader holds the arrays and objects around the token at hand.
type treeReader struct {
	tokens *jsonTokens
	yield  func(Record, error) bool
	open   []branch
	names  map[string]name // members met before, some of them
	found  bool            // a record, or what was to be one
	ended  bool            // yield wants no more
}

// branch is an array or an object that is open.
type branch struct {
	array bool
	role  int  // of the column that it stands in, or -1
	key   name // of the member at hand
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

// name is the name of a member.
type name struct {
	text string
	role int // of the column of this name, or -1
}

func (t *treeReader) read() {
	for !t.ended {
		if err := t.tokens.next(); err != nil {
			t.end(err)
			return
		}
		t.take()
		if len(t.open) > bounds.Depth {
			t.fail("arrays and objects nested more than %d deep", bounds.Depth)
			return
		}
	}
}

// end says how the tree ended.
func (t *treeReader) end(err error) {
	var syntax *sudoku.ParseError
	switch {
	case errors.Is(err, io.EOF) && t.found:
	case errors.Is(err, io.EOF):
		t.fail("no puzzle in this JSON: want 81 cells, or a member with a name such as %q", csvRoles[csvPuzzle][0])
	case errors.Is(err, io.ErrUnexpectedEOF):
		t.fail("not JSON: it ends within an array or an object")
	case errors.As(err, &syntax):
		t.emit(Record{Line: t.tokens.line()}, err)
	case errors.Is(err, errTooLong):
		t.fail("a text longer than %d bytes", maxRecord)
	default:
		t.yield(Record{Line: t.tokens.line()}, err)
	}
}

func (t *treeReader) fail(format string, args ...any) {
	t.emit(Record{Line: t.tokens.line()}, malformed(t.tokens.line(), 0, format, args...))
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

// take takes the token at hand.
func (t *treeReader) take() {
	switch top := t.top(); {
	case t.tokens.kind == '[' || t.tokens.kind == '{':
		t.begin()
	case t.tokens.kind == ']' || t.tokens.kind == '}':
		t.open = t.open[:len(t.open)-1]
		t.close(top)
	case top == nil:
		t.fail("not an array or an object")
	case t.tokens.name:
		top.key = t.nameOf(t.tokens.text)
	case top.array:
		t.element(top)
	default:
		t.member(top)
	}
}

// begin begins an array or object, in the place of an earlier one if there was
// one as deep.
func (t *treeReader) begin() {
	role := t.role()
	if len(t.open) < cap(t.open) {
		t.open = t.open[:len(t.open)+1]
	} else {
		t.open = append(t.open, branch{})
	}
	top := t.top()
	*top = branch{array: t.tokens.kind == '[', role: role, line: t.tokens.line(), cells: top.cells[:0]}
}

// role returns the role of a value that begins: by its name, or by the role of
// what it stands in.
func (t *treeReader) role() int {
	top := t.top()
	switch {
	case top == nil:
		return -1
	case !top.array && top.key.role >= 0:
		return top.key.role
	}
	return top.role
}

// At most mostNames names are remembered, none of them longer than mostName.
const mostNames, mostName = 64, 64

// nameOf returns the name of a member.
func (t *treeReader) nameOf(text []byte) name {
	if known, ok := t.names[string(text)]; ok {
		return known
	}
	n := name{text: string(text), role: roleOf(string(text))}
	if t.names == nil {
		t.names = map[string]name{}
	}
	if len(text) <= mostName && len(t.names) < mostNames {
		t.names[n.text] = n
	}
	return n
}

func roleOf(name string) int {
	return slices.IndexFunc(csvRoles[:], func(names []string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	})
}

// element takes a value in an array: a cell, a row or a puzzle.
func (t *treeReader) element(top *branch) {
	text := t.text()
	switch {
	case len(text) == 1 || len(text) == 9:
		if len(top.cells) <= len(sudoku.Grid{}) {
			top.cells = append(top.cells, text...)
		}
	case len(text) == 0:
		top.cells = append(top.cells, '.')
	default:
		top.spoilt, top.cells = true, nil
		if grid, err := shape.Parse(string(text)); err == nil && top.role != csvSolution {
			t.emit(Record{Line: t.tokens.line(), Grid: grid}, nil)
		} else if top.role == csvPuzzle {
			t.emit(Record{Line: t.tokens.line()}, malformed(t.tokens.line(), 0, "%v", reasonOf(err)))
		}
		return
	}
	if len(top.cells) > len(sudoku.Grid{}) {
		top.spoilt, top.cells = true, nil
	}
}

// text returns the value at hand as text: null is nothing.
func (t *treeReader) text() []byte {
	if t.tokens.kind == nullToken {
		return nil
	}
	return bytes.TrimSpace(t.tokens.text)
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
func (t *treeReader) member(top *branch) {
	text := t.text()
	role := top.key.role
	switch {
	case role == csvPuzzle && len(text) < 20 && t.tokens.kind != nullToken && t.tokens.kind != stringToken:
		// a number of puzzles, or the like
	case role == csvPuzzle:
		top.puzzle, top.err = shape.Parse(string(text))
		top.has = true
	case role == csvSolution:
		if solution, err := shape.Parse(string(text)); err == nil {
			top.solution = solution
		}
	case role == csvID:
		top.record.ID = string(text)
	case role == csvRating && top.record.Rating == "":
		top.record.Rating = string(text)
	case role == csvSource:
		top.record.Source = string(text)
	case role == csvNote:
		top.record.Note = string(text)
	case top.key.text == "value" && len(text) == 1:
		top.value = text[0]
	case top.key.text == "given":
		top.given, top.named = string(text) == "true", true
	case top.role == csvPuzzle && len(text) >= 81:
		if grid, err := shape.Parse(string(text)); err == nil {
			t.emit(Record{Line: t.tokens.line(), Grid: grid}, nil)
		}
	}
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
	case top.key.role == csvSolution:
		if err == nil {
			top.solution = grid
		}
		return
	case top.key.role == csvPuzzle || top.key.text == "value":
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
