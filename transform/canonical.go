package transform

import (
	"fmt"
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// The search for the canonical form goes row by row. A partial is a way to
// begin that makes the rows so far the least possible. The search extends every
// partial by every row that may come next, and keeps the extensions that make
// this row the least. After nine rows, every way to the canonical form is left.
// These ways differ by the automorphisms.
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
// Only then does a partial branch for another reason than the choice of the
// row. A first row that would branch too much is put off; see crowded.go.
//
// Empty rows and columns would multiply the ways for nothing: of those that can
// be exchanged only the first is tried.

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
	lines       [2][9]line // the rows, and the rows of the transposed grid
	empty       [2]uint16  // which of them have no clue
	digits      sudoku.Digits
	partials    []partial // the ways to begin that are the least so far
	extended    []partial // those with one row more
	leastRow    uint64
	arrangement arrangement
	crowded     crowdedRow
}

// line is a row, or a column, of the grid at hand.
type line struct {
	digits uint64 // nibble c is the digit in column c
	clues  uint16 // bit c: there is a digit in column c
}

// partial is a way to begin the canonical form. It is packed, because there can
// be many.
type partial struct {
	rows      uint64 // nibble i is the source of row i
	places    uint64 // nibble c is the place of column c, if it is not open
	names     uint64 // nibble d is the new name of digit d, 0 if it has none
	used      uint16 // bit r: row r of the grid is placed
	open      uint16 // bit c: column c has no clue in the rows placed
	stacks    uint16 // nibble s is the place of stack s, if it has columns that are not open
	next      uint8  // the next new name
	transpose uint8
	crowded   uint8 // one more than the row whose columns are still to be ordered, or 0
}

// Canonical returns the canonical form of g. It panics if a row or a column of
// g holds a digit twice.
func (c *Canonizer) Canonical(g sudoku.Grid) Canonical {
	var canonical Canonical
	c.load(&g)
	c.search(&canonical.Grid)
	canonical.To = c.isomorphism(&c.partials[0])
	canonical.Automorphisms = uint64(len(c.partials)) * c.hidden()
	return canonical
}

func (c *Canonizer) load(g *sudoku.Grid) {
	c.lines = [2][9]line{}
	c.digits = 0
	for row := range 9 {
		l := &c.lines[0][row]
		for column, d := range g[9*row : 9*row+9] {
			if d == 0 {
				continue
			}
			l.add(column, d)
			c.lines[1][column].add(row, d)
			c.digits = c.digits.With(d)
		}
	}
	for transpose := range c.lines {
		c.empty[transpose] = 0
		for i := range c.lines[transpose] {
			l := &c.lines[transpose][i]
			if l.clues == 0 {
				c.empty[transpose] |= 1 << i
			}
			if l.repeats() {
				panic(fmt.Sprintf("transform: canonical form of a grid with a digit twice in a line: %v", *g))
			}
		}
	}
}

func (l *line) add(column int, d sudoku.Digit) {
	l.digits |= uint64(d) << (4 * column)
	l.clues |= 1 << column
}

// repeats reports whether a digit stands twice in l.
func (l *line) repeats() bool {
	var seen sudoku.Digits
	for rest := l.digits; rest != 0; rest >>= 4 {
		if d := sudoku.Digit(rest & 15); d != 0 {
			if seen.Has(d) {
				return true
			}
			seen = seen.With(d)
		}
	}
	return false
}

// search sets least to the canonical form, and leaves every way to it in
// c.partials.
func (c *Canonizer) search(least *sudoku.Grid) {
	const allOpen = 1<<9 - 1
	c.partials = append(c.partials[:0],
		partial{open: allOpen, next: 1},
		partial{open: allOpen, next: 1, transpose: 1})
	for row := range 9 {
		c.leastRow = 1<<64 - 1
		c.extended = c.extended[:0]
		for i := range c.partials {
			p := &c.partials[i]
			for rest := c.candidates(p, row); rest != 0; rest &= rest - 1 {
				c.extend(p, row, bits.TrailingZeros16(rest))
			}
		}
		c.partials, c.extended = c.extended, c.partials
		for column := range 9 {
			least[9*row+column] = sudoku.Digit(c.leastRow >> (32 - 4*column) & 15)
		}
	}
}

// candidates returns the rows that may come next after p and are worth a try.
func (c *Canonizer) candidates(p *partial, row int) uint16 {
	var rows uint16
	if row%3 == 0 {
		rows = ^p.used & (1<<9 - 1)
	} else {
		band := int(p.rows>>(4*(row-1))&15) / 3
		rows = ^p.used & (7 << (3 * band))
	}
	empty := rows & c.empty[p.transpose]
	if empty == 0 {
		return rows
	}
	return distinct(empty)
}

// distinct returns the empty rows to try, the first of those that can be
// exchanged: one of each band, and only one for all bands that are wholly
// empty.
func distinct(empty uint16) uint16 {
	var rows uint16
	seenEmptyBand := false
	for band := range 3 {
		inBand := empty & (7 << (3 * band))
		wholeBand := inBand == 7<<(3*band)
		if wholeBand && seenEmptyBand {
			continue
		}
		seenEmptyBand = seenEmptyBand || wholeBand
		rows |= inBand & -inBand
	}
	return rows
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
	opening, openStacks := p.opening(l)
	a := &c.arrangement
	for _, order := range choices[:numChoices[opening.count]] {
		a.stacks = p.stacks
		for i := range opening.count {
			s := opening.stacks[i]
			a.stacks |= uint16(openStacks-opening.count+int(order[i])) << (4 * s)
		}
		p.arrange(a, l)
		if c.offer(a.row) {
			c.branch(p, a, l, row, r)
		}
	}
}

// offer reports whether an image of the next row is at most the least so far. A
// smaller one is the least from now on, and replaces what was found.
func (c *Canonizer) offer(row uint64) bool {
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
	q.rows |= uint64(r) << (4 * row)
	q.used |= 1 << r
	return q
}

// isomorphism returns the isomorphism of a complete partial. Columns and digits
// without a place or name come in any order.
func (c *Canonizer) isomorphism(p *partial) Isomorphism {
	t := Isomorphism{rows: nibbles(p.rows), transpose: p.transpose == 1}
	emptyStacks := uint(0)
	for s := range uint(3) {
		place := uint(p.stacks >> (4 * s) & 15)
		if p.open>>(3*s)&7 == 7 {
			place = emptyStacks
			emptyStacks++
		}
		openColumns := 3 * place
		for column := 3 * s; column < 3*s+3; column++ {
			if p.open>>column&1 != 0 {
				t.columns = t.columns.with(openColumns, column)
				openColumns++
				continue
			}
			t.columns = t.columns.with(uint(p.places>>(4*column)&15), column)
		}
	}
	t.digits = nibbles(p.names)
	name := uint(p.next)
	for d := uint(1); d <= 9; d++ {
		if !c.digits.Has(sudoku.Digit(d)) {
			t.digits = t.digits.with(d, name)
			name++
		}
	}
	return t
}
