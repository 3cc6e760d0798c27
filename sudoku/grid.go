package sudoku

import "fmt"

// Grid is 81 cells row by row, each 0 (empty) or a digit. It is a value: it can
// be compared, and used as the key of a map. Nothing is promised about its
// contents; see [Grid.Conflict], [Solver] and [Puzzle]. A grid with a number above 9
// has no solution.
type Grid [81]Digit

// NumClues returns the number of cells that are not empty.
func (g Grid) NumClues() int {
	n := 0
	for _, d := range g {
		if d != 0 {
			n++
		}
	}
	return n
}

// Filled returns the cells that are not empty.
func (g Grid) Filled() Cells {
	var low, high uint64
	for i := range 8 {
		low |= filledOfEight((*[8]Digit)(g[8*i:])) << (8 * i)
	}
	high = filledOfEight((*[8]Digit)(g[64:])) | filledOfEight((*[8]Digit)(g[72:]))<<8
	if g[80] != 0 {
		high |= 1 << 16
	}
	return CellsOfWords(low, low>>cellsInLo|high<<(64-cellsInLo))
}

// filledOfEight returns a bit for each of eight cells that is not empty.
func filledOfEight(d *[8]Digit) uint64 {
	const seven, top = 0x7f7f7f7f7f7f7f7f, 0x8080808080808080
	x := wordOf(d)
	filled := (x&seven + seven | x) & top >> 7 // the lowest bit of each byte
	return filled * 0x0102040810204080 >> 56
}

// wordOf returns eight cells as a word, the first as its lowest byte.
func wordOf(d *[8]Digit) uint64 {
	return uint64(d[0]) | uint64(d[1])<<8 | uint64(d[2])<<16 | uint64(d[3])<<24 |
		uint64(d[4])<<32 | uint64(d[5])<<40 | uint64(d[6])<<48 | uint64(d[7])<<56
}

// above15 reports whether a number is above 15.
func (g *Grid) above15() bool {
	all := wordOf((*[8]Digit)(g[73:]))
	for i := range 10 {
		all |= wordOf((*[8]Digit)(g[8*i:]))
	}
	return all&0xf0f0f0f0f0f0f0f0 != 0
}

// Keep returns g with every cell outside s emptied.
func (g Grid) Keep(s Cells) Grid {
	for c := range g {
		if !s.Has(Cell(c)) {
			g[c] = 0
		}
	}
	return g
}

// Conflict returns an error of type [*ConflictError] if two cells of one house
// hold the same digit, and nil otherwise. Numbers above 9 are no digits.
func (g Grid) Conflict() error {
	if !g.repeats() {
		return nil
	}
	for h := range House(NumHouses) {
		var first [10]Cell
		var seen Digits
		for _, c := range h.List() {
			d := g[c]
			if d == 0 || d > 9 {
				continue
			}
			if seen.Has(d) {
				return &ConflictError{House: h, Digit: d, Cells: [2]Cell{first[d], c}}
			}
			seen, first[d] = seen.With(d), c
		}
	}
	return nil
}

// oneOf[d] counts one digit d. Sums of such numbers have the count of each digit
// in four bits, which are enough for the nine cells of a house.
var oneOf = [16]uint64{1, 1 << 4, 1 << 8, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28, 1 << 32, 1 << 36}

// repeats reports whether two cells of one house hold the same digit. It has no
// branches, because the processor cannot predict which cells are empty.
func (g *Grid) repeats() bool {
	const twoOrMore = 0xeeeeeeeee0 // all bits but the lowest of the count of each digit
	var all, c0, c1, c2, c3, c4, c5, c6, c7, c8 uint64
	var b0, b1, b2 uint64
	for row := range 9 {
		cells := (*[9]Digit)(g[9*row:])
		d0, d1, d2 := oneOf[cells[0]&15], oneOf[cells[1]&15], oneOf[cells[2]&15]
		d3, d4, d5 := oneOf[cells[3]&15], oneOf[cells[4]&15], oneOf[cells[5]&15]
		d6, d7, d8 := oneOf[cells[6]&15], oneOf[cells[7]&15], oneOf[cells[8]&15]
		c0, c1, c2, c3, c4, c5, c6, c7, c8 = c0+d0, c1+d1, c2+d2, c3+d3, c4+d4, c5+d5, c6+d6, c7+d7, c8+d8
		x, y, z := d0+d1+d2, d3+d4+d5, d6+d7+d8
		b0, b1, b2 = b0+x, b1+y, b2+z
		all |= x + y + z
		if row%3 == 2 {
			all |= b0 | b1 | b2
			b0, b1, b2 = 0, 0, 0
		}
	}
	all |= c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7 | c8
	return all&twoOrMore != 0
}

// cellsOf returns the cells of each digit, and whether all numbers are digits or 0. It has
// no branches either.
func (g *Grid) cellsOf() (cells [9]Cells, valid bool) {
	var lo, hi binary
	for row := range 6 {
		lo = lo.withRow((*[9]Digit)(g[9*row:]), 9*row)
	}
	for row := range 3 {
		hi = hi.withRow((*[9]Digit)(g[9*(6+row):]), 9*row)
	}
	low, high := lo.digits(), hi.digits()
	for i := range cells {
		cells[i] = Cells{low[i], high[i]}
	}
	return cells, !g.above15() && lo.above9()|hi.above9() == 0
}

// binary is the cells of a word by their digits: those that have 1, 2, 4 and 8 in
// their sum.
type binary struct{ one, two, four, eight uint64 }

// withRow returns b with a row whose first cell is bit at. It takes the bits of eight
// cells at a time: the product has the lowest bits of eight bytes in its last byte.
func (b binary) withRow(row *[9]Digit, at int) binary {
	const lowest, gather = 0x0101010101010101, 0x0102040810204080
	eight := wordOf((*[8]Digit)(row[:]))
	last := uint64(row[8]) << 8
	b.one |= (eight&lowest*gather>>56 | last&0x100) << (at & 63)
	b.two |= (eight>>1&lowest*gather>>56 | last>>1&0x100) << (at & 63)
	b.four |= (eight>>2&lowest*gather>>56 | last>>2&0x100) << (at & 63)
	b.eight |= (eight>>3&lowest*gather>>56 | last>>3&0x100) << (at & 63)
	return b
}

// above9 returns the cells with a number from 10 to 15.
func (b binary) above9() uint64 { return b.eight & (b.two | b.four) }

func (b binary) digits() [9]uint64 {
	odd, even := b.one&^b.eight, ^b.one
	return [9]uint64{
		odd &^ (b.two | b.four), even & b.two &^ b.four, odd & b.two &^ b.four,
		even & b.four &^ b.two, odd & b.four &^ b.two, even & b.two & b.four, odd & b.two & b.four,
		even & b.eight, b.one & b.eight,
	}
}

// ConflictError says that a digit stands twice in a house.
type ConflictError struct {
	House House
	Digit Digit
	Cells [2]Cell
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("clues in conflict: two %ds in %v (%v and %v)", e.Digit, e.House, e.Cells[0], e.Cells[1])
}
