package transform

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// MayHaveSymmetry reports false only for patterns that no isomorphism makes
// symmetric. It is quick, since it looks only at the number of clues in each line.
// About one in ten patterns of random puzzles passes.
//
// Every kind of symmetry has an element that folds the rows, folds the columns,
// or exchanges rows with columns. Folded lines have two chutes with the same
// counts in their lines, and two lines with the same count in the third chute.
func MayHaveSymmetry(pattern sudoku.Cells) bool {
	rows, columns := chuteCounts(pattern)
	return foldable(rows) || foldable(columns) || ascending(rows) == ascending(columns)
}

// counts are the numbers of clues in the three lines of a chute, ascending, four
// bits each.
type counts uint16

// twoAlike reports whether two of the lines have the same count.
func (c counts) twoAlike() bool { return c&15 == c>>4&15 || c>>4&15 == c>>8 }

func foldable(chutes [3]counts) bool {
	a, b, c := chutes[0], chutes[1], chutes[2]
	return a == b && c.twoAlike() || a == c && b.twoAlike() || b == c && a.twoAlike()
}

func ascending[T counts | uint16 | int](a [3]T) [3]T {
	a[0], a[1] = min(a[0], a[1]), max(a[0], a[1])
	a[1], a[2] = min(a[1], a[2]), max(a[1], a[2])
	a[0], a[1] = min(a[0], a[1]), max(a[0], a[1])
	return a
}

func chuteCounts(pattern sudoku.Cells) (rows, columns [3]counts) {
	low, high := pattern.Words()
	var inRows, inColumns [9]uint16
	for i, row := range rowsOf(pattern) {
		const everyRow = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45
		inRows[i] = uint16(bits.OnesCount16(row))
		inColumns[i] = uint16(bits.OnesCount64(low>>i&everyRow) + bits.OnesCount64(high>>i&everyRow))
	}
	for i := range 3 {
		rows[i], columns[i] = countsOf([3]uint16(inRows[3*i:])), countsOf([3]uint16(inColumns[3*i:]))
	}
	return rows, columns
}

func countsOf(lines [3]uint16) counts {
	lines = ascending(lines)
	return counts(lines[0] | lines[1]<<4 | lines[2]<<8)
}
