package transform

import (
	"math/bits"
	"slices"
)

// The first row with clues names its digits 1, 2, 3, ... from left to right,
// whatever the order of its columns. A crowded row can order its columns in many
// ways (1,296 for a full row), and the next row rules out nearly all of them. So
// the choice of the order is postponed to the next row. Until then, the image of
// a crowded row only shows the number of clues in each stack, fewest first. The
// clues stand at the end of their stack.
//
//	a crowded row    . . 1   . 2 3   4 5 6
//	the next row     . 4 7   5 . .   ...       <- 4, 5: the least names possible
//
// The next row is then filled from left to right, each time with the columns
// that give the least digit there. A digit of the crowded row gets the least
// name that is left in its stack, and this gives its column a place. The first
// such digit in a stack gives the stack a place. (Trying all orders took forty
// times as long for complete grids.)

// crowded is the least number of clues in a first row whose order is postponed.
// Four clues are in two stacks at least, so at most one stack is left without
// any.
const crowded = 4

// crowdedRow describes the crowded row of a partial and the row that is fitted
// next.
type crowdedRow struct {
	first, next *line
	inStack     [3]int // clues in stack s of the first row
	inPlace     [3]int // the same numbers ascending: clues at place i of the image
}

// image returns the image of the first row.
func (w *crowdedRow) image() (row nibbles) {
	name := nibbles(1)
	for i, n := range w.inPlace {
		for place := 3*i + 3 - n; place < 3*i+3; place++ {
			row |= name << (32 - 4*place)
			name++
		}
	}
	return row
}

// name returns the name of the digit of the first row at a place.
func (w *crowdedRow) name(place int) uint {
	i := place / 3
	name := place - (3*i + 3 - w.inPlace[i]) + 1
	for _, n := range w.inPlace[:i] {
		name += n
	}
	return uint(name)
}

func (w *crowdedRow) setFirst(l *line) {
	w.first = l
	for s := range 3 {
		w.inStack[s] = bits.OnesCount16(l.clues >> (3 * s) & 7)
	}
	w.inPlace = ascending(w.inStack)
}

// putOff adds p with the crowded row r as the next row to c.extended, if the
// image of this row is at most the least so far.
func (c *Canonizer) putOff(p *partial, row, r int) {
	if !c.offer(firstImages[c.lines[p.transpose][r].clues]) {
		return
	}
	q := p.with(row, r)
	q.crowded = uint8(r) + 1
	c.extended = append(c.extended, q)
}

// decide extends p, whose crowded row has no order yet, by row r. It adds every
// extension that makes this row the least to c.extended.
func (c *Canonizer) decide(p *partial, row, r int) {
	w := &c.crowded
	w.setFirst(&c.lines[p.transpose][p.crowded-1])
	w.next = &c.lines[p.transpose][r]
	q := p.with(row, r)
	if w.next.clues == 0 {
		if c.offer(0) {
			c.extended = append(c.extended, q)
		}
		return
	}
	if rows, ok := w.complete(); ok {
		c.decideComplete(&q, &rows)
		return
	}
	q.crowded = 0
	q.next += uint8(bits.OnesCount16(w.first.clues))
	c.fill(&fitting{partial: q, stackAt: [3]int8{-1, -1, -1}}, 0)
}

// fitting is a partial with a crowded row, and the next row filled in up to
// some place.
type fitting struct {
	partial
	row     nibbles // the image of the next row so far
	places  nibbles // number c is the place of column c, if it has one
	named   nibbles // number d is the new name of digit d, 0 if it has none
	placed  uint16  // the columns that have a place
	taken   uint16  // the places that have a column
	stackAt [3]int8 // the stack at place i of the image, -1 if not decided
}

// settled returns the partial of f, whose places are all filled. Columns that are
// still open come first in their stack.
func (f *fitting) settled() partial {
	p := f.partial
	p.columns, p.open = 0, 0
	for i, s := range f.stackAt {
		open := 3 * uint(i)
		for column := 3 * uint(s); column < 3*uint(s)+3; column++ {
			if f.placed>>column&1 != 0 {
				p.columns = p.columns.with(f.places.at(column), column)
				continue
			}
			p.columns = p.columns.with(open, column)
			p.open |= 1 << (32 - 4*open)
			open++
		}
	}
	p.names = f.named | unnamed*(nineOnes&^(f.named>>4).filled())<<4
	return p
}

// fill fills the places of f from a given one on, and adds the results with the
// least row to c.extended.
func (c *Canonizer) fill(f *fitting, place int) {
	if place == 9 {
		if c.offer(f.row) {
			c.extended = append(c.extended, f.settled())
		}
		return
	}
	if f.row>>(36-4*place) > c.leastRow>>(36-4*place) {
		return
	}
	if f.stackAt[place/3] >= 0 {
		c.fillPlace(f, place)
		return
	}
	for s := range 3 {
		if !slices.Contains(f.stackAt[:], int8(s)) && c.crowded.inStack[s] == c.crowded.inPlace[place/3] {
			g := *f
			g.stackAt[place/3] = int8(s)
			c.fillPlace(&g, place)
		}
	}
}

// fillPlace fills a place of a stack that is decided, with every column that
// gives the least digit there.
func (c *Canonizer) fillPlace(f *fitting, place int) {
	columns := c.crowded.columnsFor(f, place)
	if columns == 0 {
		c.fill(f, place+1)
		return
	}
	var ways [3]fitting
	var names [3]uint
	least, n := uint(unnamed), 0
	for ; columns != 0; columns &= columns - 1 {
		ways[n] = *f
		names[n] = c.crowded.put(&ways[n], bits.TrailingZeros16(columns), place)
		least = min(least, names[n])
		n++
	}
	for i := range ways[:n] {
		if names[i] == least {
			c.fill(&ways[i], place+1)
		}
	}
}

// columnsFor returns the columns that can come to a place. It returns none for
// the place of an open column.
func (w *crowdedRow) columnsFor(f *fitting, place int) uint16 {
	i := place / 3
	inStack := uint16(7) << (3 * f.stackAt[i])
	blank := inStack &^ (w.first.clues | w.next.clues)
	switch slot := place % 3; {
	case slot < bits.OnesCount16(blank):
		return 0
	case slot < 3-w.inPlace[i]:
		return inStack & w.next.clues &^ w.first.clues &^ f.placed
	case f.taken>>place&1 != 0:
		return 1 << f.columnAt(place)
	default:
		return inStack & w.first.clues &^ f.placed
	}
}

// columnAt returns the column with the given place.
func (f *fitting) columnAt(place int) int {
	for placed := f.placed; ; placed &= placed - 1 {
		column := bits.TrailingZeros16(placed)
		if int(f.places>>(4*column)&15) == place {
			return column
		}
	}
}

// put gives a place to a column, fills the next row in there, and returns the
// digit of the image.
func (w *crowdedRow) put(f *fitting, column, place int) uint {
	w.putColumn(f, column, place)
	name := uint(0)
	if w.next.clues>>column&1 != 0 {
		name = w.nameNext(f, uint(w.next.digits>>(4*column)&15))
	}
	f.row |= nibbles(name) << (32 - 4*place)
	return name
}

// putColumn gives a place to a column, if it has none, and the name that
// belongs there to its digit in the first row.
func (w *crowdedRow) putColumn(f *fitting, column, place int) {
	if f.placed>>column&1 != 0 {
		return
	}
	f.places |= nibbles(place) << (4 * column)
	f.placed |= 1 << column
	f.taken |= 1 << place
	if w.first.clues>>column&1 != 0 {
		d := w.first.digits >> (4 * column) & 15
		f.named |= nibbles(w.name(place)) << (4 * d)
	}
}

// nameNext returns the least name that digit d of the next row can have. It gives
// the column and the stack of this name their places.
func (w *crowdedRow) nameNext(f *fitting, d uint) uint {
	if name := uint(f.named >> (4 * d) & 15); name != 0 {
		return name
	}
	column := int(nibbles(w.first.digits).find(d))
	if column >= 9 {
		name := uint(f.next)
		f.named |= nibbles(name) << (4 * d)
		f.next++
		return name
	}
	i := w.placeOfStack(f, column/3)
	place := 3*i + 3 - w.inPlace[i]
	place += bits.TrailingZeros16(^f.taken >> place)
	w.putColumn(f, column, place)
	return w.name(place)
}

// placeOfStack returns the place of stack s, and gives it the first possible
// one if it has none.
func (w *crowdedRow) placeOfStack(f *fitting, s int) int {
	if i := slices.Index(f.stackAt[:], int8(s)); i >= 0 {
		return i
	}
	for i, other := range f.stackAt {
		if other < 0 && w.inPlace[i] == w.inStack[s] {
			f.stackAt[i] = int8(s)
			return i
		}
	}
	panic("transform: no place for a stack")
}
