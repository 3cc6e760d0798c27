package transform

import (
	"github.com/seedoku/seedoku/sudoku"
)

// SymmetryOf returns the symmetry of a pattern in its given orientation: the kind
// with all turns and reflections of the square that map the pattern to itself. It
// is fast, because the first cells of most patterns show that there is none.
func SymmetryOf(pattern sudoku.Cells) Symmetry {
	rows := rowsOf(pattern)
	return rows.symmetry()
}

// SymmetryUnder returns the symmetry of the image of some cells under t, as it lies there.
func SymmetryUnder(t Isomorphism, cells sudoku.Cells) Symmetry {
	var image patternRows
	from := rowsFor(cells, t)
	for i := range image {
		image[i] = inOrderOf(from[t.rows.at(uint(i))], t.columns)
	}
	return image.symmetry()
}

// symmetry asks for the half turn first. Without it there is at most one reflection.
func (rows *patternRows) symmetry() Symmetry {
	if !rows.keptBy(&halfTurn) {
		switch {
		case rows.keptBy(&leftRight):
			return Mirror
		case rows.keptBy(&topBottom):
			return Flip
		case rows.keptBy(&mainDiagonal):
			return Diagonal
		case rows.keptBy(&otherDiagonal):
			return Antidiagonal
		}
		return NoSymmetry
	}
	switch quarter, mirror := rows.keptBy(&quarterTurn), rows.keptBy(&leftRight); {
	case quarter && mirror:
		return Full
	case quarter:
		return Rotate90
	case mirror:
		return Orthogonal
	case rows.keptBy(&mainDiagonal):
		return Bidiagonal
	}
	return Rotate180
}

// patternRows is a pattern as rows: bit c of a row is column c.
type patternRows [9]uint16

func rowsOf(pattern sudoku.Cells) (rows patternRows) {
	return rowsOfWords(pattern.Words())
}

// rowsOfWords returns rows of nine bits: six that one word has, and three of the other.
func rowsOfWords(low, high uint64) patternRows {
	const row = 0o777
	return patternRows{
		uint16(low & row), uint16(low >> 9 & row), uint16(low >> 18 & row),
		uint16(low >> 27 & row), uint16(low >> 36 & row), uint16(low >> 45 & row),
		uint16(high & row), uint16(high >> 9 & row), uint16(high >> 18 & row),
	}
}

// keptBy reports whether a geometry maps the pattern to itself. For most patterns that it
// changes, the first cells show this.
func (rows *patternRows) keptBy(t *Isomorphism) bool {
	for r, row := range rows {
		from, columns := t.rows.at(uint(r)), t.columns
		for range 9 {
			r2, c2 := from, uint(columns&15)
			if t.transpose {
				r2, c2 = c2, r2
			}
			if (row^rows[r2]>>c2)&1 != 0 {
				return false
			}
			row, columns = row>>1, columns>>4
		}
	}
	return true
}
