package read

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/shape"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// The reader finds puzzles anywhere in a JSON value. A puzzle is
//
//   - an array of 81 cells, of nine rows of nine cells, or of nine strings of
//     nine cells; a cell is a number, a string of one character, null, or an
//     object with a value as f-puzzles has it;
//   - a string of 81 cells, in an array, or as a member with one of the names
//     that tables give a column of puzzles.
//
// An object with a puzzle and other members that tables have is one record. The grids in
// its round or rounds are positions of this puzzle, as hint and practice write them. The first
// is the position of the record.

// isJSON reports whether a line begins like JSON and not like plain text, which
// may have brackets around its rows.
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

// readJSON reads a JSON value.
func readJSON(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		file := buffer(r)
		if head, err := file.Peek(len("[\n]\n") + 1); err != nil && string(bytes.Join(bytes.Fields(head), nil)) == "[]" {
			return // the file of a pack without puzzles
		}
		t := treeReader{tokens: newJSONTokens(file), yield: yield}
		t.read()
	}
}

// readJSONL reads JSON values, one a line. An error in a value is an error for its
// line.
func readJSONL(r io.Reader) iter.Seq2[Record, error] {
	t := treeReader{tokens: newJSONTokens(nil)}
	return readLines(func(text []byte, line int, yield func(Record, error) bool) bool {
		more := true
		t.yield = func(record Record, err error) bool { more = yield(record, err); return more }
		t.found, t.ended = false, false
		t.tokens.reset(bytes.NewReader(text), line)
		t.read()
		return more
	})(r)
}

// treeReader reads nested arrays and objects, and yields the puzzles in them.
type treeReader struct {
	tokens *jsonTokens
	yield  func(Record, error) bool
	found  bool // a record or a malformed one was found
	ended  bool // yield has returned false, or the rest cannot be read

	above []sudoku.Grid // the puzzles whose rounds are being read; the last is the innermost
	round *shape.Game   // the first round that was read, or nil
}

// cellArray is an array, as cells.
type cellArray struct {
	cells  [81]byte
	length int
	spoilt bool // it contains something other than cells
	line   int

	objects, values bool // whether some cells are objects, and some of these have a digit

	texts []string // its elements, in a round
}

// puzzleObject is an object, as a record or as a cell.
type puzzleObject struct {
	record   Record
	has      bool  // whether it has a puzzle
	rank     int   // of the name of its puzzle
	err      error // why its puzzle is malformed
	solution sudoku.Grid
	rating   int  // the rank of the name of its rating
	value    byte // value of a cell of f-puzzles, or 0
	given    bool
	named    bool // given was a member

	candidates []string // by cell
}

// name is the name of a member.
type name struct {
	text string // or empty, if it means nothing
	role int    // of the column of this name, or -1
	rank int    // among the names of that column
}

func (t *treeReader) read() {
	for t.next() {
		switch t.tokens.kind {
		case '[':
			if a := t.array(-1, 1); a.isGrid() {
				t.puzzle(a.record())
			}
		case '{':
			t.object(-1, 1)
		default:
			t.fail("not an array or an object")
		}
	}
}

// next reads a token and reports whether there is one. At the end it yields what is
// wrong with the tree.
func (t *treeReader) next() bool {
	if t.ended {
		return false
	}
	err := t.tokens.next()
	if err == nil {
		return true
	}
	_, syntax := errors.AsType[*sudoku.ParseError](err)
	switch {
	case errors.Is(err, io.EOF) && t.found:
	case errors.Is(err, io.EOF):
		t.fail("no puzzle in this JSON: want 81 cells, or a member with a name such as %q", csvRoles[csvPuzzle][0])
	case errors.Is(err, io.ErrUnexpectedEOF):
		t.fail("not JSON: it ends within an array or an object")
	case syntax:
		t.emit(Record{Line: t.tokens.line()}, err)
	case errors.Is(err, errTooLong):
		t.fail("a text longer than %d bytes", maxRecord)
	default:
		t.yield(Record{Line: t.tokens.line()}, err)
	}
	t.ended = true
	return false
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

// puzzle yields a puzzle, unless it is a position of one whose rounds are being read.
func (t *treeReader) puzzle(record Record, err error) {
	isPosition := func(of sudoku.Grid) bool { return record.Grid.Keep(of.Filled()) == of }
	if err != nil || !slices.ContainsFunc(t.above, isPosition) {
		t.emit(record, err)
	}
}

// tooDeep reports whether a value is nested too deeply, and then ends the reading.
func (t *treeReader) tooDeep(depth int) bool {
	if depth > bounds.Depth {
		t.fail("arrays and objects nested more than %d deep", bounds.Depth)
		t.ended = true
	}
	return t.ended
}

// array reads an array that has begun. Its role is that of its column, or -1.
func (t *treeReader) array(role, depth int) (a cellArray) {
	a.line = t.tokens.line()
	if t.tooDeep(depth) {
		return a
	}
	for t.next() {
		switch t.tokens.kind {
		case ']':
			return a
		case '[':
			inner := t.array(role, depth+1)
			if inner.isGrid() && role != csvSolution {
				t.puzzle(inner.record())
			}
			a.spoilt = a.spoilt || inner.spoilt || inner.length != 9
			a.objects, a.values = a.objects || inner.objects, a.values || inner.values
			a.add(inner.cells[:inner.length]...)
		case '{':
			if cell := t.object(role, depth+1); cell != 0 && a.length < len(a.cells) {
				a.add(cell)
				a.objects, a.values = true, a.values || cell != '.'
			}
		default:
			t.element(&a, role)
		}
	}
	return a
}

// add adds cells, unless there are too many.
func (a *cellArray) add(cells ...byte) {
	if a.spoilt = a.spoilt || a.length+len(cells) > len(a.cells); !a.spoilt {
		a.length += copy(a.cells[a.length:], cells)
	}
}

// isGrid reports whether an array is the cells of a grid. Objects that all lack a digit are
// something else.
func (a *cellArray) isGrid() bool {
	return !a.spoilt && a.length == len(a.cells) && (a.values || !a.objects)
}

// record returns the record of a grid.
func (a *cellArray) record() (Record, error) {
	grid, err := shape.Parse(string(a.cells[:]))
	if err != nil {
		err = malformed(a.line, 0, "%s", reasonOf(err))
	}
	return Record{Line: a.line, Grid: grid}, err
}

// wrong returns err with the place of the current text in the file, or nil if err is
// nil.
func (t *treeReader) wrong(err error) error {
	line, column := t.tokens.place()
	return within(line, column, err)
}

// object reads an object that has begun, and yields its record. If it has none it may
// be a cell, which is returned, or 0.
func (t *treeReader) object(role, depth int) (cell byte) {
	o := puzzleObject{record: Record{Line: t.tokens.line()}}
	if t.tooDeep(depth) {
		return 0
	}
	for t.next() && t.tokens.kind != '}' {
		key := nameOf(t.tokens.text)
		inner := role
		if key.role >= 0 {
			inner = key.role
		}
		if !t.next() {
			break
		}
		isRound := o.has && o.err == nil && key.text == "round"
		if isRound {
			t.above, t.round = append(t.above, o.record.Grid), nil
		}
		switch t.tokens.kind {
		case '[':
			a := t.array(inner, depth+1)
			if a.isGrid() {
				t.gridMember(&o, &a, key, role)
			}
			if key.text == "candidates" {
				o.candidates = a.texts
			}
		case '{':
			t.object(inner, depth+1)
		default:
			t.member(&o, key, role)
		}
		if isRound {
			t.above = t.above[:len(t.above)-1]
			o.record.Position, t.round = (*rating.Position)(t.round), nil
		}
	}
	switch {
	case t.ended:
	case o.has:
		if len(t.above) > 0 && t.round == nil && o.err == nil {
			t.round = shape.GameOf(o.record.Grid, o.candidates)
		}
		t.puzzle(o.whole())
	case o.value != 0 && (o.given || !o.named):
		return o.value
	default:
		return '.'
	}
	return 0
}

// gridMember takes a grid that is an array.
func (t *treeReader) gridMember(o *puzzleObject, a *cellArray, key name, role int) {
	record, err := a.record()
	switch {
	case key.role == csvSolution:
		o.solution = record.Grid // empty if it is not a grid
	case key.role == csvPuzzle || key.text == "value":
		o.take(key, record.Grid, err)
	case role == csvPuzzle:
		t.puzzle(record, err)
	}
}

// take takes a puzzle, unless there is one with a better name: question is a text beside puzzle.
func (o *puzzleObject) take(key name, grid sudoku.Grid, err error) {
	if !o.has || key.rank <= o.rank {
		o.record.Grid, o.err, o.has, o.rank = grid, err, true, key.rank
	}
}

// whole returns the record of an object.
func (o *puzzleObject) whole() (Record, error) {
	switch {
	case o.err != nil || o.solution == (sudoku.Grid{}):
		return o.record, o.err
	case !solves(&o.solution, &o.record.Grid):
		return o.record, malformed(o.record.Line, 0, "the solution does not fit the puzzle")
	}
	o.record.Solution = o.solution
	return o.record, nil
}

// names has the known members by their names in lower case.
var names = sync.OnceValue(func() map[string]name {
	known := map[string]name{"round": {text: "round", role: -1}, "rounds": {text: "round", role: -1}, "candidates": {text: "candidates", role: -1}, "value": {text: "value", role: -1}, "given": {text: "given", role: -1}}
	for role, texts := range csvRoles {
		for rank, text := range texts {
			known[text] = name{text, role, rank}
		}
	}
	return known
})

// nameOf returns the name of a member.
func nameOf(text []byte) name {
	if known, ok := names()[string(text)]; ok {
		return known
	}
	if known, ok := names()[strings.ToLower(string(text))]; ok && known.role >= 0 {
		return known
	}
	return name{role: -1}
}

// element takes a value in an array: a cell, a row or a puzzle.
func (t *treeReader) element(a *cellArray, role int) {
	text := t.text()
	if len(t.above) > 0 && len(a.texts) < len(a.cells) {
		a.texts = append(a.texts, string(text[:min(len(text), 10)]))
	}
	switch len(text) {
	case 0:
		a.add('.')
		return
	case 1, 9:
		a.add(text...)
		return
	}
	a.spoilt = true
	switch grid, err := shape.Parse(string(text)); {
	case err == nil && role != csvSolution:
		t.puzzle(Record{Line: t.tokens.line(), Grid: grid}, nil)
	case err != nil && (role == csvPuzzle || shape.HasTwo(string(text)) || role != csvSolution && shape.HasDamaged(string(text))):
		t.puzzle(Record{Line: t.tokens.line()}, t.wrong(err))
	}
}

// text returns the value at hand as text: null is nothing.
func (t *treeReader) text() []byte {
	if t.tokens.kind == nullToken {
		return nil
	}
	return bytes.TrimSpace(t.tokens.text)
}

// reasonOf returns the message of an error without its place.
func reasonOf(err error) string {
	if parse, ok := errors.AsType[*sudoku.ParseError](err); ok {
		return parse.Reason
	}
	return fmt.Sprint(err)
}

// member takes a value in an object.
func (t *treeReader) member(o *puzzleObject, key name, role int) {
	text := t.text()
	switch {
	case key.text == "given" && (t.tokens.kind == 't' || t.tokens.kind == 'f'): // otherwise given is a column of puzzles
		o.given, o.named = t.tokens.kind == 't', true
	case key.role == csvPuzzle && len(text) < 20 && t.tokens.kind != nullToken && t.tokens.kind != stringToken:
		// a number of puzzles, or the like
	case key.role == csvPuzzle:
		grid, err := shape.Parse(string(text))
		if err == nil || key.text != "question" || len(t.above) == 0 { // rounds ask in words
			o.take(key, grid, t.wrong(err))
		}
	case key.role == csvSolution:
		if solution, err := shape.Parse(string(text)); err == nil {
			o.solution = solution
		}
	case key.role == csvID:
		if t.tokens.kind != nullToken {
			o.record.ID = string(t.tokens.text)
		}
	case key.role == csvRating && (o.record.Rating == "" || key.rank < o.rating):
		o.record.Rating, o.rating = string(text), key.rank
	case key.role == csvSource:
		o.record.Source = string(text)
	case key.role == csvNote:
		o.record.Note = string(text)
	case key.text == "value" && len(text) == 1:
		o.value = text[0]
	case role == csvPuzzle && len(text) >= shape.LeastDamaged:
		if grid, err := shape.Parse(string(text)); err == nil || shape.HasTwo(string(text)) || shape.HasDamaged(string(text)) {
			t.puzzle(Record{Line: t.tokens.line(), Grid: grid}, t.wrong(err))
		}
	}
}
