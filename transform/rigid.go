package transform

import (
	"math/bits"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// Two rows (or two columns) of a complete grid make a permutation of the
// digits: a digit of the first line goes to the digit beside it in the second.
// No isomorphism changes the lengths of its cycles. So every line gets a mark
// that isomorphisms keep. It is made of the cycle lengths with every other
// line, the marks of these lines, and whether they are in the same band or
// stack. In nearly every grid all marks differ, between rows and columns too.
// Then no automorphism can exchange any.

// lineRounds is how often marks are made of the marks before. More rounds tell
// hardly more lines apart.
const lineRounds = 3

// Rigid returns true only if a complete grid has no automorphism but the identity.
// It is much faster than a canonical form. If it returns false, the grid may have
// others or not. Only one grid in 10,000 has other automorphisms.
func Rigid(g sudoku.Grid) bool {
	var rows, columns [9][9]sudoku.Digit
	for c, d := range g {
		rows[c/9][c%9] = d
		columns[c%9][c/9] = d
	}
	a, b := lineMarks(&rows), lineMarks(&columns)
	slices.Sort(a[:])
	slices.Sort(b[:])
	return allDiffer(&a) && allDiffer(&b) && a != b
}

func allDiffer(sorted *[9]uint64) bool {
	for i := range sorted[1:] {
		if sorted[i] == sorted[i+1] {
			return false
		}
	}
	return true
}

// lineMarks returns a mark for each line. An image of the line under any
// isomorphism has the same mark.
func lineMarks(lines *[9][9]sudoku.Digit) (marks [9]uint64) {
	var cycles [9][9]uint64
	for i := range lines {
		for j := range lines[:i] {
			cycles[i][j] = cycleLengths(&lines[i], &lines[j])
			cycles[j][i] = cycles[i][j]
		}
	}
	for range lineRounds {
		var next [9]uint64
		for i := range next {
			for j, length := range cycles[i] {
				if i == j {
					continue
				}
				mark := mixed(marks[j] + length)
				if i/3 == j/3 {
					mark = mixed(mark)
				}
				next[i] += mark
			}
		}
		marks = next
	}
	return marks
}

// cycleLengths returns how many cycles of each length the permutation from one
// line to another has, in three bits a length.
func cycleLengths(from, to *[9]sudoku.Digit) (lengths uint64) {
	var next [10]sudoku.Digit
	for i, d := range from {
		next[d] = to[i]
	}
	for left := uint(0b1111111110); left != 0; {
		length := 0
		for d := bits.TrailingZeros(left); left>>d&1 != 0; d = int(next[d]) {
			left &^= 1 << d
			length++
		}
		lengths += 1 << (3 * (length - 1))
	}
	return lengths
}

// mixed spreads the bits of a number. Any function with few collisions will do. A
// collision can only make Rigid return false for a grid without automorphisms,
// never true for a grid with some.
func mixed(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return high ^ low
}
