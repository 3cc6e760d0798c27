package shape

import (
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// block is lines that may be the rows of a grid, with blank lines between them.
type block struct {
	lines  []line
	framed bool // a border stands above the first line
	headed bool // the first line has no cells, and the rule of a table stands below it
	ruled  bool // the second line may be the rule of a table, or a row of empty cells
	marks  bool // the first nine are rows of pencil marks
}

// mostLines is the greatest number of lines of a block, and mostMarkLines of one
// with pencil marks.
const mostLines, mostMarkLines = 24, 64

// most returns the greatest number of lines that this block may have.
func (b *block) most() int {
	if b.marks {
		return mostMarkLines
	}
	return mostLines
}

func (b *block) empty() bool { return len(b.lines) == 0 }

func (b *block) add(l line) {
	if l.kind != blank || !b.empty() {
		b.lines = append(b.lines, l)
	}
}

// rows returns the rows without blank lines. A rule counts as a row if the grid
// uses its character, or spaces, for empty cells.
func (b *block) rows() (rows []line) {
	loose := b.loose()
	for _, l := range b.lines {
		if l.kind == row || l.kind == alone || l.kind == rule && b.keeps(l, loose) {
			rows = append(rows, l)
		}
	}
	return rows
}

func (b *block) keeps(r line, loose bool) bool {
	sign := strings.Trim(r.plain, "|+: \t")
	if sign == "" {
		return loose
	}
	return slices.ContainsFunc(b.lines, func(l line) bool { return l.kind == row && strings.IndexByte(l.plain, sign[0]) >= 0 })
}

// loose reports whether spaces may be empty cells: no row has a mark for an empty
// cell, and some row does not have nine cells.
func (b *block) loose() bool {
	short := false
	for _, l := range b.lines {
		if l.kind != row && l.kind != alone {
			continue
		}
		short = short || l.cells() < 9
		if strings.ContainsAny(l.plain, ".0_*-?xXoO") {
			return false
		}
	}
	return short
}

// spaced reports whether a blank line may be a row of empty cells: all rows are
// digits and spaces.
func (b *block) spaced() bool {
	return b.loose() && !slices.ContainsFunc(b.lines, func(l line) bool { return l.kind == row && strings.Trim(l.plain, "123456789 ") != "" })
}

// endsAtBlank reports whether a blank line ends the block: it may also stand
// between boxes, between all rows, or be a row of empty cells.
func (b *block) endsAtBlank() bool {
	n := len(b.rows())
	switch {
	case b.empty():
		return false
	case len(b.lines) >= b.most():
		return true
	case b.marks:
		return false
	case n == 1 && len(b.lines) == 1:
		return false
	case b.spaced():
		return n > 9 || len(b.lines) >= 9 && b.hasEmptyRow()
	case b.apart():
		return false
	default:
		return n >= 9 || n%3 != b.heads()
	}
}

// apart reports whether there is a blank line between each row and the next.
func (b *block) apart() bool {
	for i := 1; i < len(b.lines); i++ {
		if b.lines[i].kind != blank && b.lines[i-1].kind != blank {
			return false
		}
	}
	return true
}

// stray removes the first row if a blank line follows it but none follows the
// second row: the grid begins at the second row.
func (b *block) stray(next line) (first block, ok bool) {
	n := len(b.lines)
	if next.kind == blank || n < 3 || n > 5 || b.spaced() || b.lines[0].kind != row || b.lines[n-1].kind == blank || len(b.rows()) != 2 || !b.apart() {
		return first, false
	}
	first.lines, b.lines = b.lines[:1], b.lines[n-1:]
	return first, true
}

// heads returns 1 if the first line may be a heading, because there is one row
// more than whole bands, else 0.
func (b *block) heads() int {
	if rows := b.rows(); len(rows) > 0 && rows[0].kind == alone && len(rows)%3 == 1 {
		return 1
	}
	return 0
}

// endsBefore reports whether the block ends before a line.
func (b *block) endsBefore(l line) bool {
	return b.endsInDoubt(l) || len(b.lines) >= b.most() || !b.marks && b.spaced() && len(b.lines) == 9 && b.hasEmptyRow()
}

// hasEmptyRow reports whether there is a blank line that is not between bands.
func (b *block) hasEmptyRow() bool {
	rows := 0
	for _, l := range b.lines {
		if l.kind == blank && rows%3 != 0 {
			return true
		}
		if l.kind != blank {
			rows++
		}
	}
	return false
}

// full reports whether the block has nine rows, or 27 rows of pencil marks.
func (b *block) full() bool {
	rows := b.rows()
	want := 9
	if b.marks {
		want = markLines
	}
	if len(rows) > 0 && rows[0].kind != row {
		want++
	}
	if b.doubtful() && len(rows) >= want { // one row more, and it was a rule
		if len(rows) == want {
			return false
		}
		b.lines[1].kind, b.headed = border, false // the heading stays one
		rows = b.rows()
	}
	if b.headed && len(rows) == want {
		return false // what follows tells whether the heading is one
	}
	if len(rows) != want || b.marks {
		return len(rows) == want
	}
	b.marks = areMarks(rows[want-9:])
	return !b.marks
}

// first returns the number of the first row, 0 if there is none.
func (b *block) first() int {
	rows := b.rows()
	if len(rows) == 0 || len(rows) == 1 && rows[0].kind != row {
		return 0
	}
	if n := len(rows); n == 10 || n == markLines+1 {
		return rows[1].number
	}
	return rows[0].number
}

// read reads the grid.
func (b *block) read() (g sudoku.Grid, game *Game, err error) {
	rows := b.rows()
	if len(rows) == 10 && rows[0].kind != row {
		if rows[0].kind == rule && rows[9].kind == rule {
			return g, nil, failure(rows[0], -1, "10 lines for nine rows: the first or the last may be a border or a row of empty cells")
		}
		rows = rows[1:]
	}
	if len(rows) < 9 && len(b.lines) >= 9 && b.spaced() && b.hasEmptyRow() {
		rows = b.lines[:9] // blank lines among them are rows
	}
	if b.marks && len(rows) > 10 {
		return readMarkedGrid(rows)
	}
	if len(rows) != 9 {
		return g, nil, wrongRows(rows)
	}
	rows = unnumbered(rows)
	for _, read := range grids {
		readings := read(rows)
		switch {
		case len(readings) == 0:
			continue
		case len(readings) > 1:
			return g, nil, failure(rows[0], -1, "spaces may be empty cells or stand between cells: the columns may be %q or %q", readings[0].how, readings[1].how)
		}
		cells := readings[0].cells
		if sign, reason := doubtful(cells); reason != "" {
			r := rows[strings.IndexByte(cells, sign)/9]
			return g, nil, failure(r, strings.IndexByte(r.plain, sign), "%s", reason)
		}
		var groups []string
		for _, r := range rows {
			groups = append(groups, groupsOf(r.plain, 9)...)
		}
		g = gridOf(cells)
		return g, GameOf(g, groups), nil
	}
	return g, nil, wrongRows(rows)
}

// unnumbered blanks out the numbers of nine rows, from 1 or from 0, if every row
// has ten cells with its number.
func unnumbered(rows []line) []line {
	plain := make([]line, len(rows))
	first := int('1')
	if strings.HasPrefix(strings.TrimLeft(rows[0].plain, " \t|"), "0") {
		first = '0'
	}
	for i, r := range rows {
		body := strings.TrimLeft(r.plain, " \t|")
		if r.cells() != 10 || len(body) < 2 || strings.IndexByte(" \t|:.)", body[1]) < 0 || int(body[0]) != first+i {
			return rows
		}
		at := len(r.plain) - len(body)
		r.plain = strings.Repeat(" ", at+1) + strings.TrimPrefix(body[1:], "|")
		plain[i] = r
	}
	return plain
}

// wrongRows returns the error for rows that are not a grid. It names the first
// row without nine cells.
func wrongRows(rows []line) error {
	if len(rows) == 1 && rows[0].cells() > 9 {
		return failure(rows[0], -1, "%s, want 81", phrase.Count(rows[0].cells(), "cell"))
	}
	for _, r := range rows {
		if i := strings.IndexFunc(r.plain, func(c rune) bool { return isNoCell(c) && !isBetween(byte(c)) }); i >= 0 {
			return r.alien(i)
		}
	}
	if len(rows) != 9 {
		return failure(rows[0], -1, "a grid of %s, want 9", phrase.Count(len(rows), "row"))
	}
	for _, r := range rows {
		if n := r.cells(); n != 9 {
			return failure(r, -1, "a row of %s, want 9", phrase.Count(n, "cell"))
		}
	}
	return failure(rows[0], -1, "nine rows in no shape that can be read")
}
