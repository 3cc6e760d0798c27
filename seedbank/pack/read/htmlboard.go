package read

import (
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/sudoku"
)

// A board is an element of a page, other than a table, that holds 81 cells and no
// other text. A cell is an element with no others in it, whose text is a digit or
// nothing, or an input field with such a value. There may be other elements
// between the board and its cells.
//
// If these group the cells by nine, a group may be a row or a box. The class of the
// group may decide this. Otherwise the digits decide, if only one reading has no
// digit twice in a house.

// boardReader finds the boards of a page.
type boardReader struct {
	open  []pageElement
	plain int // number of open tables and similar elements, whose text is read as lines
	yield func(Record, error) bool
	ended bool // yield has returned false
}

// pageElement is an element of a page that is open.
type pageElement struct {
	name, attributes string
	line             int
	text             string // text directly in the element, without white space
	parent           bool   // it contains elements
	spoilt           bool   // it contains something other than cells
	cells            []byte
	groups           []string // attributes of elements of nine cells each
}

// voids are the elements without an end.
var voids = [...]string{"input", "br", "hr", "img", "meta", "link", "wbr", "col"}

// tag takes a tag: its name, with / before it at the end of an element, and its
// attributes, in small letters.
func (b *boardReader) tag(name, attributes string, line int) {
	closing := strings.HasPrefix(name, "/")
	name = strings.TrimPrefix(name, "/")
	if name == "table" || name == "pre" {
		if closing {
			b.plain = max(0, b.plain-1)
		} else {
			b.plain++
		}
		if top := b.top(); top != nil {
			top.parent = true
			top.spoil(true)
		}
		return
	}
	switch {
	case b.plain > 0:
	case closing:
		b.close(name)
	case name == "input":
		b.begin(pageElement{name: name, text: attributeOf(attributes, "value"), line: line})
		b.pop()
	case !slices.Contains(voids[:], name) && !strings.HasPrefix(name, "!"):
		if b.implied(name) {
			b.pop()
		}
		b.begin(pageElement{name: name, attributes: attributes, line: line})
		if strings.HasSuffix(attributes, "/") {
			b.pop()
		}
	}
}

func (b *boardReader) begin(e pageElement) {
	if top := b.top(); top != nil {
		top.parent = true
		top.spoil(top.text != "")
	}
	if len(b.open) == bounds.Depth {
		b.open = b.open[:0] // too deeply nested: give up the open elements
	}
	b.open = append(b.open, e)
}

// close ends the last open element of a name, and all elements in it.
func (b *boardReader) close(name string) {
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i].name != name {
			continue
		}
		for len(b.open) > i {
			b.pop()
		}
		return
	}
}

// character takes a character of the text of a page.
func (b *boardReader) character(c byte) {
	top := b.top()
	if top == nil || b.plain > 0 || c == ' ' || c == '\n' || c == '\t' || len(top.text) > maxCellText {
		return
	}
	top.text += string(c)
	if top.parent {
		top.spoil(true)
	}
}

// maxCellText is the length of the longest text of a cell: &nbsp;
const maxCellText = 6

// endsCell reports whether a tag ends an element that may be a cell, so that its
// text is not a line.
func (b *boardReader) endsCell(name string) bool {
	top := b.top()
	if top == nil || b.plain > 0 || top.parent || !strings.HasPrefix(name, "/") && !b.implied(name) {
		return false
	}
	if n := len(b.open); n > 1 && b.open[n-2].text != "" {
		return false
	}
	cell := *top
	cell.cell()
	return !cell.spoilt
}

// inCell reports whether the current text may be in a cell, where line ends of
// the file have no meaning.
func (b *boardReader) inCell() bool {
	top := b.top()
	return top != nil && b.plain == 0 && !top.parent && len(top.text) <= 1
}

// implied reports whether the beginning of an element ends the current one.
func (b *boardReader) implied(name string) bool {
	top := b.top()
	return top != nil && top.name == name && (name == "li" || name == "p")
}

func (b *boardReader) top() *pageElement {
	if len(b.open) == 0 {
		return nil
	}
	return &b.open[len(b.open)-1]
}

func (e *pageElement) spoil(yes bool) {
	if yes {
		e.spoilt, e.cells, e.groups = true, nil, nil
	}
}

// pop ends the last element, and gives its cells to the one around it.
func (b *boardReader) pop() {
	e := *b.top()
	b.open = b.open[:len(b.open)-1]
	if !e.parent {
		e.cell()
	}
	switch len(e.cells) {
	case 9:
		if e.parent {
			e.groups = []string{e.attributes}
		}
	case len(sudoku.Grid{}):
		b.board(&e)
		e.spoil(true)
	}
	parent := b.top()
	if parent == nil || parent.spoilt {
		return
	}
	parent.cells = append(parent.cells, e.cells...)
	parent.groups = append(parent.groups, e.groups...)
	parent.spoil(e.spoilt || len(parent.cells) > len(sudoku.Grid{}))
}

// cell makes an element a cell, if its text is one.
func (e *pageElement) cell() {
	text := strings.ReplaceAll(e.text, "&nbsp;", "")
	switch {
	case text == "" || len(text) == 1 && strings.Contains(".-_0", text):
		e.cells = []byte{'.'}
	case len(text) == 1 && '1' <= text[0] && text[0] <= '9':
		e.cells = []byte(text)
	default:
		e.spoilt = true
	}
}

// board takes an element of 81 cells.
func (b *boardReader) board(e *pageElement) {
	if areNotes(e.cells) || strings.Count(string(e.cells), ".") == len(e.cells) {
		return
	}
	var rows, boxes sudoku.Grid
	for i, c := range e.cells {
		if c == '.' {
			continue
		}
		rows[i] = sudoku.Digit(c - '0')
		boxes[27*(i/27)+9*(i%9/3)+3*(i/9%3)+i%3] = rows[i]
	}
	record, err := Record{Line: e.line, Grid: rows}, error(nil)
	switch {
	case len(e.groups) != 9 || rows == boxes || allHave(e.groups, "row", "line"):
	case allHave(e.groups, "box", "block", "region", "subgrid", "square", "house"), rows.Conflict() != nil && boxes.Conflict() == nil:
		record.Grid = boxes
	case (rows.Conflict() == nil) == (boxes.Conflict() == nil):
		record.Grid = sudoku.Grid{}
		err = malformed(e.line, 0, "the nine groups of cells may be rows or boxes: the puzzle may be %v or %v", rows, boxes)
	}
	b.ended = b.ended || !b.yield(record, err)
}

// areNotes reports whether 81 cells are the pencil marks of nine cells, where each
// digit stands in its place.
func areNotes(cells []byte) bool {
	for i, c := range cells {
		if c != '.' && int(c-'1') != i%9 {
			return false
		}
	}
	return true
}

// allHave reports whether all texts have one of the words.
func allHave(texts []string, words ...string) bool {
	for _, text := range texts {
		has := false
		for _, word := range words {
			has = has || strings.Contains(text, word)
		}
		if !has {
			return false
		}
	}
	return true
}
