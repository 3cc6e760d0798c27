package transform

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// The search for the canonical form goes row by row. A partial is a choice of the
// first rows of the image that makes them the least possible. The search extends
// every partial by every row that may come next, and keeps the extensions that
// make this row the least. After nine rows, every way to the canonical form is
// left. These ways differ by the automorphisms.
//
// There are few partials at any time, because a partial decides only what its
// rows have shown. Empty cells come first in the least row. So the columns
// without a clue so far ("open") come first in their stack, in an order that
// does not matter yet. So do the stacks without a clue so far:
//
//	place    0 1 2   3 4 5   6 7 8
//	row 0    . . .   . . .   . . 1
//	row 1    . . .   . . 2   . 3 4
//	column   - - -   - - c   - g h
//
// Here columns c, g, h and two of the stacks have their places. A later row
// will tell which of two open columns comes to place 3, and order the columns
// of the first stack.
//
// Digits get their new names (1, 2, ... in order of appearance) the moment they
// appear. If a row brings two new digits into open columns of one stack, it can
// name them either way. If it opens two stacks alike, they can come either way.
// Apart from the choice of the row, a partial branches only in these two cases.
// The order of a first row that would branch too often is postponed; see
// crowded.go.
//
// Interchangeable empty rows or columns give the same image, so the search tries
// only the first of them.

// Canonical is the canonical form of a grid. Of all isomorphs, written as 81
// digits with 0 for an empty cell, it is the least.
type Canonical struct {
	Grid sudoku.Grid
	To   Isomorphism // maps the grid to its canonical form

	// Automorphisms is the number of elements of the whole group that map the
	// grid to itself, 1 to Order. It divides Order.
	Automorphisms uint64
}

// Canonizer finds canonical forms and automorphisms. The zero value is ready.
// It holds scratch memory that grows with the symmetry of the grids it meets,
// and serves one goroutine at a time.
type Canonizer struct {
	lines    [2][9]line // the rows, and the rows of the transposed grid
	empty    [2]uint16  // the lines that have no clue
	digits   sudoku.Digits
	partials []partial // the choices of the first rows that give the least image so far
	extended []partial // the partials with one row more
	leastRow nibbles   // least next row found so far; its first cell is the highest nibble
	crowded  crowdedRow
}

// partial is a choice of the first rows of the canonical form. It is packed,
// because there can be many.
type partial struct {
	rows      nibbles // number i is the source of row i
	columns   nibbles // number i is the source of column i; open ones of a stack come in any order
	names     nibbles // number d is the new name of digit d, or unnamed; 0 stays 0
	open      nibbles // 1 for each column of the image without a clue in the rows placed, the first on top
	used      uint16  // bit r: row r of the grid is placed
	next      uint8   // the next new name
	transpose uint8
	crowded   uint8 // one more than the row whose columns are still to be ordered, or 0
}

// Canonical returns the canonical form of g. It panics if a row or a column of
// g holds a digit twice, or a cell a number above 9.
func (c *Canonizer) Canonical(g sudoku.Grid) Canonical {
	var canonical Canonical
	c.load(&g)
	c.search(&canonical.Grid)
	canonical.To = c.isomorphism(&c.partials[0])
	canonical.Automorphisms = uint64(len(c.partials)) * c.hidden()
	return canonical
}

// search sets least to the canonical form, and leaves every way to it in
// c.partials.
func (c *Canonizer) search(least *sudoku.Grid) {
	for row := range 9 {
		if row == 0 {
			c.begin()
		} else {
			c.goOn(row)
		}
		c.partials, c.extended = c.extended, c.partials
		unpackRow((*[9]sudoku.Digit)(least[9*row:]), c.leastRow)
	}
}

// begin sets c.extended to all partials with the least first row.
func (c *Canonizer) begin() {
	c.restart()
	for transpose := range c.lines {
		for i := range c.lines[transpose] {
			c.leastRow = min(c.leastRow, firstImages[c.lines[transpose][i].clues])
		}
	}
	for transpose := range c.lines {
		p := partial{columns: forward, names: unnamed * nineOnes << 4, open: nineOnes, next: 1, transpose: uint8(transpose)}
		c.extendAll(&p, 0, c.firstRows(transpose))
	}
}

// goOn sets c.extended to the extensions of c.partials that have the least next
// row.
func (c *Canonizer) goOn(row int) {
	c.restart()
	for i := range c.partials {
		p := &c.partials[i]
		c.extendAll(p, row, c.candidates(p, row))
	}
}

func (c *Canonizer) restart() {
	c.leastRow = 1<<64 - 1
	c.extended = c.extended[:0]
}

func (c *Canonizer) extendAll(p *partial, row int, rows uint16) {
	for ; rows != 0; rows &= rows - 1 {
		c.extend(p, row, bits.TrailingZeros16(rows))
	}
}

// extend adds p with row r of its grid as the next row to c.extended, in every
// way that makes this row the least, unless a smaller one is known.
func (c *Canonizer) extend(p *partial, row, r int) {
	l := &c.lines[p.transpose][r]
	if p.crowded != 0 {
		c.decide(p, row, r)
		return
	}
	if p.next == 1 && row < 8 && bits.OnesCount16(l.clues) >= crowded {
		c.putOff(p, row, r)
		return
	}
	image, columns := p.fit(l)
	fresh := image.unnamed()
	named, next := image.nameFrom(fresh, p.next)
	if !c.offer(named) {
		return
	}
	q := p.with(row, r)
	q.columns = columns
	q.open &^= image.filled()
	q.next = next
	way := branching{line: l, fresh: fresh, open: fresh & p.open, next: p.next}
	if way.open&(way.open-1) == 0 {
		c.settle(&q, &way)
		return
	}
	c.branch(&q, &way, image, p.openStacks())
}

// offer reports whether an image of the next row is at most the least so far. A
// smaller image becomes the least, and the extensions found before it are
// dropped.
func (c *Canonizer) offer(row nibbles) bool {
	if row < c.leastRow {
		c.leastRow = row
		c.extended = c.extended[:0]
	}
	return row == c.leastRow
}

// with returns p with row r of the grid as the next row, and nothing else
// decided.
func (p *partial) with(row, r int) partial {
	q := *p
	q.rows |= nibbles(r) << (4 * row & 63)
	q.used |= 1 << (r & 15)
	return q
}

// isomorphism returns the isomorphism of a complete partial. Digits without a new
// name get the unused names in ascending order.
func (c *Canonizer) isomorphism(p *partial) Isomorphism {
	digits := p.names
	name := nibbles(p.next)
	for d := uint(1); d <= 9; d++ {
		if digits.at(d) == unnamed {
			digits ^= (unnamed ^ name) << (4 * d)
			name++
		}
	}
	return Isomorphism{p.rows, p.columns, digits, p.transpose == 1}
}
