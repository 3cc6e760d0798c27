package transform

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// SymmetryOf returns the symmetry of a pattern in its given orientation: the kind
// with all turns and reflections of the square that map the pattern to itself. It
// is fast, because the first cells of most patterns show that there is none.
func SymmetryOf(pattern sudoku.Cells) Symmetry {
	rows := rowsOf(pattern)
	return rows.symmetry()
}

// Symmetry returns the symmetry of the image of s under t, as [SymmetryOf] does.
func (s *Stencil) Symmetry(t Isomorphism) Symmetry {
	var image patternRows
	from := &s.rows[t.transposed()]
	for i := range image {
		row := from[t.rows.at(uint(i))]
		for j := range uint(9) {
			image[i] |= row >> t.columns.at(j) & 1 << j
		}
	}
	return image.symmetry()
}

func (rows *patternRows) symmetry() Symmetry {
	switch quarter, mirror := rows.keptBy(quarterSource), rows.keptBy(mirrorSource); {
	case quarter && mirror:
		return Full
	case quarter:
		return Rotate90
	case mirror:
		return either(rows.keptBy(flipSource), Orthogonal, Mirror)
	case rows.keptBy(flipSource):
		return Flip
	}
	switch other := rows.keptBy(antidiagonalSource); {
	case rows.keptBy(diagonalSource):
		return either(other, Bidiagonal, Diagonal)
	case other:
		return Antidiagonal
	}
	return either(rows.keptBy(halfSource), Rotate180, NoSymmetry)
}

func either(first bool, a, b Symmetry) Symmetry {
	if first {
		return a
	}
	return b
}

// patternRows is a pattern as rows: bit c of a row is column c.
type patternRows [9]uint16

func rowsOf(pattern sudoku.Cells) (rows patternRows) {
	low, high := pattern.Words() // nine bits a row, six rows and three
	for i := range 6 {
		rows[i] = uint16(low>>(9*i)) & 0o777
	}
	for i := range 3 {
		rows[6+i] = uint16(high>>(9*i)) & 0o777
	}
	return rows
}

// cells is the inverse of rowsOf.
func (rows *patternRows) cells() (pattern sudoku.Cells) {
	for r, row := range rows {
		for ; row != 0; row &= row - 1 {
			pattern = pattern.With(sudoku.CellAt(r, bits.TrailingZeros16(row)))
		}
	}
	return pattern
}

// keptBy reports whether a turn or reflection maps the pattern to itself. source
// gives the row and column that each cell of the image comes from.
func (rows *patternRows) keptBy(source func(r, c uint) (uint, uint)) bool {
	for r := range uint(9) {
		for c := range uint(9) {
			if r2, c2 := source(r, c); (rows[r]>>c^rows[r2]>>c2)&1 != 0 {
				return false
			}
		}
	}
	return true
}

func halfSource(r, c uint) (uint, uint)         { return 8 - r, 8 - c }
func quarterSource(r, c uint) (uint, uint)      { return c, 8 - r }
func mirrorSource(r, c uint) (uint, uint)       { return r, 8 - c }
func flipSource(r, c uint) (uint, uint)         { return 8 - r, c }
func diagonalSource(r, c uint) (uint, uint)     { return c, r }
func antidiagonalSource(r, c uint) (uint, uint) { return 8 - c, 8 - r }
