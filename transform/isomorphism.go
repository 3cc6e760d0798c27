// Package transform is the symmetry group of Sudoku.
//
// Relabel the digits; permute the bands, and the rows within a band; the
// stacks, and the columns within a stack; transpose. Each such [Isomorphism]
// keeps the number of solutions of a puzzle and the deductions in it, and there
// are [Order] = 9! x 6^4 x 6^4 x 2 of them. Two grids are isomorphs if one is
// the image of the other; the [Canonical] form names their class. An
// automorphism is an isomorphism that maps a grid to itself.
//
// # Symmetric patterns
//
// A pattern is the set of cells that hold clues. [Symmetry] is a kind of symmetry
// that it can have; a [Suborbit] numbers the isomorphs of a puzzle that have it.
//
// # Conventions
//
// An isomorphism first transposes (or not), then moves rows and columns, then
// relabels. a.Then(b) is a first, b second. Indexes run from 0, the identity,
// to Order-1; every index is a different element.
//
// # Guarantees
//
// Nothing here can make a puzzle improper, and nothing allocates except where
// a slice is returned or a workspace grows. Indexes, canonical forms and
// orbits are stored in banks, puzzle IDs and streams: their values never change.
//
// A [Canonizer] has scratch memory and serves one goroutine at a time. Values of all other
// types can be shared.
//
// # Not here
//
// Ratings of isomorphs (package rating), and the seeds from which a stream
// draws (package seedbank).
//
// Start with [Isomorphism], then [Canonizer], then [Orbit] and [Template]; the examples
// of [Canonizer.Canonical] and [FromIndex] show how to use the first two.
package transform

import (
	"math/bits"
	"math/rand/v2"

	"github.com/seedoku/seedoku/sudoku"
)

// Order is the number of isomorphisms, 9! x 6^4 x 6^4 x 2.
const Order = geometries * relabelings

const (
	relabelings  = 362_880                         // 9!
	arrangements = 1296                            // 6^4, of nine rows or nine columns
	geometries   = 2 * arrangements * arrangements // isomorphisms that keep every digit
)

// Isomorphism is an element of the group. Elements are equal if and only if
// they are equal as Go values. The zero value is not an element: see
// [Identity], [FromIndex] and [Random].
//
// The tables are packed, so that an element is four words and stays in
// registers.
type Isomorphism struct {
	rows, columns nibbles // row i of the image comes from row rows.at(i) of the (transposed) grid
	digits        nibbles // digit d becomes digits.at(d); 0, the empty cell, stays 0
	transpose     bool
}

// nibbles is a table of up to sixteen numbers below sixteen: number i is bits 4i
// to 4i+3.
type nibbles uint64

const (
	inOrder  nibbles = 0x9876543210 // the table of 0 to 9
	nineOnes nibbles = 0x111111111
)

func (n nibbles) at(i uint) uint { return uint(n>>(4*i&63)) & 15 }

// with returns n with number i set, which must still be 0 in n.
func (n nibbles) with(i, number uint) nibbles { return n | nibbles(number)<<(4*i&63) }

// find returns the least i below nine where n has this number, or 16 if there
// is none.
func (n nibbles) find(number uint) uint {
	zeroed := n&(nineOnes*15) ^ nineOnes*nibbles(number)
	return uint(bits.TrailingZeros64(uint64((zeroed-nineOnes)&^zeroed&(nineOnes*8)))) / 4
}

// Identity returns the isomorphism that changes nothing.
func Identity() Isomorphism { return stay }

// Random returns a random isomorphism, by a generator of math/rand/v2. All are equally
// likely.
func Random(rng *rand.Rand) Isomorphism { return FromIndex(rng.Uint64N(Order)) }

// Then returns the isomorphism that does t first and u second.
func (t Isomorphism) Then(u Isomorphism) Isomorphism {
	rows, columns := t.rows, t.columns
	if u.transpose {
		rows, columns = columns, rows
	}
	digits := compose(u.digits, t.digits>>4) << 4
	return Isomorphism{compose(rows, u.rows), compose(columns, u.columns), digits, t.transpose != u.transpose}
}

// Inverse returns the isomorphism that undoes t.
func (t Isomorphism) Inverse() Isomorphism {
	rows, columns := inverse(t.rows), inverse(t.columns)
	if t.transpose {
		rows, columns = columns, rows
	}
	digits := (inverse(t.digits>>4-nineOnes) + nineOnes) << 4 // from 0, as sources are
	return Isomorphism{rows, columns, digits, t.transpose}
}

// Grid returns the image of g.
func (t Isomorphism) Grid(g sudoku.Grid) sudoku.Grid {
	var image sudoku.Grid
	t.gridInto(&image, &g)
	return image
}

// gridInto sets image to the image of g. The two must not be the same grid.
func (t Isomorphism) gridInto(image, g *sudoku.Grid) {
	var becomes [16]sudoku.Digit
	for d := range uint(10) {
		becomes[d] = sudoku.Digit(t.digits.at(d))
	}
	// Row and column each give a part of the number of the source, so that
	// transposing costs nothing. The inner loop is unrolled to keep the parts in
	// registers.
	rowStep, columnStep := uint(9), uint(1)
	if t.transpose {
		rowStep, columnStep = 1, 9
	}
	c0, c1, c2 := t.columns.at(0)*columnStep, t.columns.at(1)*columnStep, t.columns.at(2)*columnStep
	c3, c4, c5 := t.columns.at(3)*columnStep, t.columns.at(4)*columnStep, t.columns.at(5)*columnStep
	c6, c7, c8 := t.columns.at(6)*columnStep, t.columns.at(7)*columnStep, t.columns.at(8)*columnStep
	for i := range uint(9) {
		r := t.rows.at(i) * rowStep
		row := (*[9]sudoku.Digit)(image[9*i:])
		row[0] = becomes[g[r+c0]&15]
		row[1] = becomes[g[r+c1]&15]
		row[2] = becomes[g[r+c2]&15]
		row[3] = becomes[g[r+c3]&15]
		row[4] = becomes[g[r+c4]&15]
		row[5] = becomes[g[r+c5]&15]
		row[6] = becomes[g[r+c6]&15]
		row[7] = becomes[g[r+c7]&15]
		row[8] = becomes[g[r+c8]&15]
	}
}

// Puzzle returns the image of p, which is proper because p is.
func (t Isomorphism) Puzzle(p sudoku.Puzzle) sudoku.Puzzle {
	return sudoku.PuzzleWithoutProof(t.Grid(p.Clues()), t.Grid(p.Solution()))
}

// Digit returns the image of d; 0, an empty cell, stays 0.
func (t Isomorphism) Digit(d sudoku.Digit) sudoku.Digit { return sudoku.Digit(t.digits.at(uint(d))) }

// Digits returns the images of the digits of s.
func (t Isomorphism) Digits(s sudoku.Digits) sudoku.Digits {
	var image sudoku.Digits
	for d := range s.All() {
		image = image.With(t.Digit(d))
	}
	return image
}

// Cell returns the image of c.
func (t Isomorphism) Cell(c sudoku.Cell) sudoku.Cell {
	row, column := c.Row(), c.Column()
	if t.transpose {
		row, column = column, row
	}
	return sudoku.CellAt(int(t.rows.find(uint(row))), int(t.columns.find(uint(column))))
}

// Cells returns the images of the cells of s.
func (t Isomorphism) Cells(s sudoku.Cells) sudoku.Cells {
	var image sudoku.Cells
	for c := range s.All() {
		image = image.With(t.Cell(c))
	}
	return image
}

// Candidate returns the image of k: the image of its digit in the image of its
// cell.
func (t Isomorphism) Candidate(k sudoku.Candidate) sudoku.Candidate {
	return t.Cell(k.Cell()).Candidate(t.Digit(k.Digit()))
}

// House returns the image of h.
func (t Isomorphism) House(h sudoku.House) sudoku.House {
	list := h.List()
	first, last := t.Cell(list[0]).Houses(), t.Cell(list[8]).Houses()
	for kind := range first {
		if first[kind] == last[kind] {
			return first[kind]
		}
	}
	panic("transform: not an isomorphism (the zero value?)")
}
