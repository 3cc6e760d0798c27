package transform

import (
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// line is a row, or a column, of the grid at hand.
type line struct {
	digits nibbles // number c is the digit in column c
	clues  uint16  // bit c: there is a digit in column c
}

// load makes g the grid at hand. It has no branches, because the processor cannot
// predict which cells are empty.
func (c *Canonizer) load(g *sudoku.Grid) {
	var rows [9]nibbles
	for i := range rows {
		rows[i] = packRow((*[9]sudoku.Digit)(g[9*i:]))
	}
	columns := transposed(&rows)
	c.empty = [2]uint16{}
	for i := range 9 {
		c.setLine(0, i, rows[i])
		c.setLine(1, i, columns[i])
	}
	inLines, wrong := tally(g)
	if wrong {
		panic(fmt.Sprintf("transform: canonical form of a grid with a digit twice in a line, or a number above 9: %v", *g))
	}
	c.digits = inLines
}

func (c *Canonizer) setLine(transpose, i int, digits nibbles) {
	clues := gathered(digits.filled())
	c.lines[transpose][i] = line{digits, clues}
	if clues == 0 {
		c.empty[transpose] |= 1 << i
	}
}

// packRow returns the digits of a row.
func packRow(row *[9]sudoku.Digit) nibbles {
	x := uint64(row[0]) | uint64(row[1])<<8 | uint64(row[2])<<16 | uint64(row[3])<<24 |
		uint64(row[4])<<32 | uint64(row[5])<<40 | uint64(row[6])<<48 | uint64(row[7])<<56
	x = (x | x>>4) & 0x00ff00ff00ff00ff
	x = (x | x>>8) & 0x0000ffff0000ffff
	x = (x | x>>16) & 0x00000000ffffffff
	return nibbles(x | uint64(row[8])<<32)
}

// unpackRow sets a row to the numbers 8 to 0 of n: the first cell is on top.
func unpackRow(row *[9]sudoku.Digit, n nibbles) {
	x := n.bytes()
	row[0] = sudoku.Digit(n >> 32)
	row[1] = sudoku.Digit(x >> 56)
	row[2] = sudoku.Digit(x >> 48)
	row[3] = sudoku.Digit(x >> 40)
	row[4] = sudoku.Digit(x >> 32)
	row[5] = sudoku.Digit(x >> 24)
	row[6] = sudoku.Digit(x >> 16)
	row[7] = sudoku.Digit(x >> 8)
	row[8] = sudoku.Digit(x)
}

// filled returns 1 for each number of n that is not 0.
func (n nibbles) filled() nibbles { return (n | n>>1 | n>>2 | n>>3) & nineOnes }

// gathered packs nine numbers that are 0 or 1 into nine bits.
func gathered(ones nibbles) uint16 {
	x := (ones | ones>>3) & 0x303030303
	x = (x | x>>6) & 0xf000f000f
	return uint16((x|x>>12)&0xff | x>>24&0x100)
}

// transposed returns the columns of nine rows. The first eight rows and columns
// are transposed by exchanging squares of four, then of two, then of one; word i
// holds rows i and i+4.
func transposed(rows *[9]nibbles) (columns [9]nibbles) {
	const low = 0xffffffff
	var w [4]nibbles
	for i := range w {
		x := rows[i]&low | rows[i+4]<<32
		t := (x>>16 ^ x>>32) & 0xffff
		w[i] = x ^ t<<16 ^ t<<32
	}
	w[0], w[2] = exchanged(w[0], w[2], 8, 0x00ff00ff00ff00ff)
	w[1], w[3] = exchanged(w[1], w[3], 8, 0x00ff00ff00ff00ff)
	w[0], w[1] = exchanged(w[0], w[1], 4, 0x0f0f0f0f0f0f0f0f)
	w[2], w[3] = exchanged(w[2], w[3], 4, 0x0f0f0f0f0f0f0f0f)
	last := rows[8]
	for i := range w {
		columns[i] = w[i]&low | last>>(4*i)&15<<32
		columns[i+4] = w[i]>>32 | last>>(16+4*i)&15<<32
	}
	for i, row := range rows {
		columns[8] |= row >> 32 << (4 * i)
	}
	return columns
}

// exchanged returns a and b after exchanging the bits of a that a mask has, once
// shifted, with the bits of b that it has.
func exchanged(a, b nibbles, shift uint, mask nibbles) (nibbles, nibbles) {
	t := (a>>(shift&63) ^ b) & mask
	return a ^ t<<(shift&63), b ^ t
}

// once[d] counts one digit d: in a sum, number d is how often d was added. Number 10 is how
// often d was above 9.
var once = func() (ones [256]nibbles) {
	for d := range ones {
		ones[d] = 1 << (4 * min(d, 10))
	}
	return ones
}()

// tally returns the digits in g, and whether a line has a digit twice or a number above 9.
func tally(g *sudoku.Grid) (digits sudoku.Digits, wrong bool) {
	const many = 0xfeeeeeeeee0 // has a bit of every count of a digit from two on, and all of those above 9
	var inColumns [9]nibbles
	var all, seen nibbles
	for i := range 9 {
		cells := (*[9]sudoku.Digit)(g[9*i:])
		var inRow nibbles
		for column, d := range cells {
			one := once[d]
			inRow += one
			inColumns[column] += one
		}
		all |= inRow
		seen |= inRow >> 4
	}
	for _, inColumn := range inColumns {
		all |= inColumn
	}
	return sudoku.Digits(gathered(seen.filled())), all&many != 0
}
