package transform

import (
	"fmt"
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// The search for the canonical form goes row by row. It keeps every way to
// begin that makes the rows so far the least possible (a partial), extends each
// by every row that may come next, and keeps those that make this row least
// again. What is left after nine rows are all the ways to the canonical form:
// they differ by the automorphisms.
//
// There are few of them on the way, because a partial decides only what its
// rows have shown. Empty cells come first in the least row, so within a stack
// the columns without a clue so far ("open") stand before the others, in an
// order that does not matter yet, and so do the stacks without a clue so far:
//
//	          stack without a clue   open column    names 1, 2, 3
//	                  |  |  |          |  |             |  |  |
//	row 0            ......           .  .  1          .  2  3
//	row 1            ......           .  .  .          .  .  4     <- next row:
//	                                                                  how does it fit?
//
// Digits get their new names (1, 2, ... in order of appearance) the moment they
// appear. A row that brings two new digits into open columns of one stack can
// name them either way: then, and only then, does a partial branch for another
// reason than the choice of the row.
//
// Lines that are empty from end to end would multiply the ways for nothing: of
// those that can be exchanged only the first is tried.

// Canonical is the canonical form of a grid: the least of all its isomorphs as
// an 81-digit string with 0 for an empty cell.
type Canonical struct {
	Grid sudoku.Grid
	To   Isomorphism // maps the grid to its canonical form

	// Automorphisms is the number of elements of the whole group that map the
	// grid to itself, 1 to Order. It divides Order.
	Automorphisms uint64
}

// Canonizer finds canonical forms and automorphisms. Its zero value is ready;
// it holds scratch memory that grows with the symmetry of the grids it meets,
// and serves one goroutine at a time.
type Canonizer struct {
	lines       [2][9]line // the rows, and the rows of the transposed grid
	empty       [2]uint16  // which of them have no clue
	digits      sudoku.Digits
	partials    []partial // the ways to begin that are the least so far
	extended    []partial // those with one row more
	leastRow    uint64
	arrangement arrangement
}

// line is a row, or a column, of the grid at hand.
type line struct {
	digits uint64 // nibble c is the digit in column c
	clues  uint16 // bit c: there is a digit in column c
}

// partial is a way to begin the canonical form. It is packed, since there may
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
}

// arrangement is a way to fit a row to a partial.
type arrangement struct {
	row    uint64   // the image of the row: nine nibbles, the first cell on top
	fresh  uint16   // bit i: place i holds a digit without a name so far
	ties   [3]uint8 // how many of them stand in open columns of stack s
	last   [3]uint8 // the place after the last of these
	source [9]uint8 // the column that comes to place i, if there is a clue
	stacks uint16
}

// Canonical returns the canonical form of g. It panics if a row or a column of
// g holds a digit twice.
func (c *Canonizer) Canonical(g *sudoku.Grid) Canonical {
	var canonical Canonical
	c.load(g)
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

// search leaves all ways to the canonical form in c.partials and sets least to
// it.
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

// distinct returns the first of those empty rows that can be exchanged: of
// each band one, and one for all bands that are empty as a whole.
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
// way that makes it least, if that is as small as the least so far.
func (c *Canonizer) extend(p *partial, row, r int) {
	l := &c.lines[p.transpose][r]
	opening, openStacks := p.opening(l)
	a := &c.arrangement
	for _, order := range choices[:numChoices[opening.count]] {
		a.stacks = p.stacks
		for i := range opening.count {
			s := opening.stacks[i]
			a.stacks |= uint16(openStacks-opening.count+int(order[i])) << (4 * s)
		}
		p.arrange(a, l)
		if a.row > c.leastRow {
			continue
		}
		if a.row < c.leastRow {
			c.leastRow = a.row
			c.extended = c.extended[:0]
		}
		c.branch(p, a, l, row, r)
	}
}

// choices lists orders such that the first numChoices[k] are those of the first
// k of three things.
var (
	choices    = [6][3]uint8{{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	numChoices = [4]int{1, 1, 2, 6}
)

// opening lists stacks that get their first clue.
type opening struct {
	stacks [3]uint8
	count  int
}

// opening returns the stacks that l gives their first clue, and the number of
// stacks without one so far.
func (p *partial) opening(l *line) (first opening, openStacks int) {
	for s := range uint8(3) {
		if p.open>>(3*s)&7 != 7 {
			continue
		}
		openStacks++
		if l.clues>>(3*s)&7 != 0 {
			first.stacks[first.count] = s
			first.count++
		}
	}
	return first, openStacks
}

// unnamed stands for the name of a digit without one: it sorts last.
const unnamed = 15

// arrange fits l to p as the least row, with the stacks as a says.
func (p *partial) arrange(a *arrangement, l *line) {
	a.row, a.fresh, a.ties = 0, 0, [3]uint8{}
	for s := range 3 {
		stack := uint16(7) << (3 * s)
		for rest := l.clues & stack &^ p.open; rest != 0; rest &= rest - 1 {
			column := bits.TrailingZeros16(rest)
			a.put(uint(p.places>>(4*column)&15), uint(column), p.name(l, column))
		}
		opened := l.clues & stack & p.open
		if opened == 0 {
			continue
		}
		var sorted [3]uint
		n := 0
		for rest := opened; rest != 0; rest &= rest - 1 {
			column := bits.TrailingZeros16(rest)
			key := p.name(l, column)<<4 | uint(column)
			i := n
			for ; i > 0 && sorted[i-1] > key; i-- {
				sorted[i] = sorted[i-1]
			}
			sorted[i] = key
			n++
		}
		start := 3*uint(a.stacks>>(4*s)&15) + uint(bits.OnesCount16(p.open&stack)-n)
		for i, key := range sorted[:n] {
			a.put(start+uint(i), key&15, key>>4)
			if key>>4 == unnamed {
				a.ties[s]++
			}
		}
		a.last[s] = uint8(start) + uint8(n)
	}
	name := uint64(p.next)
	for rest := a.fresh; rest != 0; rest &= rest - 1 {
		a.row |= name << (32 - 4*bits.TrailingZeros16(rest))
		name++
	}
}

func (a *arrangement) put(place, column, name uint) {
	a.source[place] = uint8(column)
	if name == unnamed {
		a.fresh |= 1 << place
		return
	}
	a.row |= uint64(name) << (32 - 4*place)
}

// name returns the new name of the digit of l in a column.
func (p *partial) name(l *line, column int) uint {
	d := l.digits >> (4 * column) & 15
	if name := uint(p.names >> (4 * d) & 15); name != 0 {
		return name
	}
	return unnamed
}

// branch adds p with the row arranged in a to c.extended, once for every order
// of the digits without a name in open columns of one stack.
func (c *Canonizer) branch(p *partial, a *arrangement, l *line, row, r int) {
	q := *p
	q.rows |= uint64(r) << (4 * row)
	q.used |= 1 << r
	q.stacks = a.stacks
	q.open &^= l.clues
	var base [3]uint8
	for s := range 3 {
		base[s] = a.last[s] - a.ties[s]
	}
	source := a.source
	for _, first := range choices[:numChoices[a.ties[0]]] {
		a.reorder(&source, base[0], a.ties[0], &first)
		for _, second := range choices[:numChoices[a.ties[1]]] {
			a.reorder(&source, base[1], a.ties[1], &second)
			for _, third := range choices[:numChoices[a.ties[2]]] {
				a.reorder(&source, base[2], a.ties[2], &third)
				c.extended = append(c.extended, q)
				c.extended[len(c.extended)-1].settle(p, a, &source, l)
			}
		}
	}
}

// reorder sets count columns of source, from the place base, to those of a in
// another order.
func (a *arrangement) reorder(source *[9]uint8, base, count uint8, order *[3]uint8) {
	for i := range count {
		source[base+i] = a.source[base+order[i]]
	}
}

// settle gives places to the columns that l opens and names to its new digits.
func (q *partial) settle(p *partial, a *arrangement, source *[9]uint8, l *line) {
	if l.clues&p.open != 0 {
		for rest := a.places(); rest != 0; rest &= rest - 1 {
			place := bits.TrailingZeros16(rest)
			if column := source[place]; p.open>>column&1 != 0 {
				q.places |= uint64(place) << (4 * column)
			}
		}
	}
	for rest := a.fresh; rest != 0; rest &= rest - 1 {
		d := l.digits >> (4 * source[bits.TrailingZeros16(rest)]) & 15
		q.names |= uint64(q.next) << (4 * d)
		q.next++
	}
}

// places returns the places of a with a clue.
func (a *arrangement) places() uint16 {
	var set uint16
	for place := range 9 {
		if a.row>>(32-4*place)&15 != 0 {
			set |= 1 << place
		}
	}
	return set
}

// isomorphism returns the isomorphism that p, complete, stands for. What is
// still open may come in any order.
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
