package transform

import (
	"math/bits"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A pattern is the set of cells that hold clues. It has no digits, so the
// isomorphisms of this file do not relabel: they are geometries.
//
// Geometries that lead from one pattern to another are found by their columns.
// Row permutations do not change how many clues a column has in each band, up to
// the order of the bands. So a column can only come to the place of a column with
// the same numbers. This leaves few orders of the columns. With the columns in
// order, equal rows match.

// ToPattern returns the geometries that map one pattern to another, in the order
// of their indexes. It returns none if the patterns are not isomorphic.
func ToPattern(from, to sudoku.Cells) []Isomorphism {
	list, _ := toPattern(from, to, geometries)
	return list
}

// toPattern is [ToPattern] with a limit: if there are more geometries than enough,
// it ends early and all is false.
func toPattern(from, to sudoku.Cells, enough int) (list []Isomorphism, all bool) {
	source, target := linesOf(from), linesOf(to)
	list = source.geometries(nil, &target, false, enough)
	transposed := patternLines{rows: source.columns, columns: source.rows}
	list = transposed.geometries(list, &target, true, enough)
	if len(list) > enough {
		return nil, false
	}
	slices.SortFunc(list, func(a, b Isomorphism) int { return int(a.geometry()) - int(b.geometry()) })
	return list, true
}

// BoxCounts returns how many boxes of a pattern have each number of cells, packed
// into a number. Isomorphic patterns have the same result, and few other patterns
// share it.
func BoxCounts(pattern sudoku.Cells) (counts uint64) {
	low, high := pattern.Words()
	for _, band := range [3]uint64{low, low >> 27, high} {
		for stack := range 3 {
			counts += 1 << (6 * bits.OnesCount64(band>>(3*stack)&firstBox))
		}
	}
	return counts
}

// firstBox is the cells of the first box of a band.
const firstBox = 0o007_007_007

// patternLines is a pattern as lines: bit i of a line is its cell in crossing
// line i.
type patternLines struct{ rows, columns [9]uint16 }

func linesOf(pattern sudoku.Cells) (lines patternLines) {
	for c := range pattern.All() {
		lines.rows[c.Row()] |= 1 << c.Column()
		lines.columns[c.Column()] |= 1 << c.Row()
	}
	return lines
}

// geometries appends the geometries from p to target that do not transpose; p may
// be transposed already. It ends as soon as the list has more than enough
// elements.
func (p *patternLines) geometries(list []Isomorphism, target *patternLines, transpose bool, enough int) []Isomorphism {
	var columnScratch, rowScratch [8]nibbles
	have, want := looks(&p.columns), looks(&target.columns)
	for _, columns := range ordersAlike(columnScratch[:0], &have, &want) {
		if len(list) > enough {
			return list
		}
		moved := withColumns(&p.rows, columns)
		for _, rows := range ordersAlike(rowScratch[:0], &moved, &target.rows) {
			list = append(list, Isomorphism{rows: rows, columns: columns, digits: inOrder, transpose: transpose})
		}
	}
	return list
}

// looks returns for each line a number that does not change when the crossing
// lines are permuted: the numbers of its cells in the crossing chutes, in
// ascending order.
func looks(lines *[9]uint16) (numbers [9]uint16) {
	for i, line := range lines {
		a, b, c := ones[line&7], ones[line>>3&7], ones[line>>6]
		low, high := min(a, b, c), max(a, b, c)
		numbers[i] = low<<8 | (a+b+c-low-high)<<4 | high
	}
	return numbers
}

var ones = [8]uint16{0, 1, 1, 2, 1, 2, 2, 3}

// ordersAlike appends the ways to order nine lines, chutes and lines within them,
// so that at each place there is a line with the number wanted there.
func ordersAlike(list []nibbles, have, want *[9]uint16) []nibbles {
	var fitting [3][3]uint8 // by place and chute: bit i says that orders[i] fits
	for place := range uint(3) {
		for chute := range uint(3) {
			fitting[place][chute] = fittingOrders(have[3*chute:][:3], want[3*place:][:3])
		}
	}
	for _, chutes := range orders {
		a, b, c := chutes.at(0), chutes.at(1), chutes.at(2)
		for first := fitting[0][a]; first != 0; first &= first - 1 {
			for second := fitting[1][b]; second != 0; second &= second - 1 {
				for third := fitting[2][c]; third != 0; third &= third - 1 {
					list = append(list, chuteAt(a, first)|chuteAt(b, second)<<12|chuteAt(c, third)<<24)
				}
			}
		}
	}
	return list
}

// fittingOrders returns the set of orders that make have equal to want: bit i
// stands for orders[i].
func fittingOrders(have, want []uint16) (fitting uint8) {
	for i, order := range orders {
		if have[order.at(0)] == want[0] && have[order.at(1)] == want[1] && have[order.at(2)] == want[2] {
			fitting |= 1 << i
		}
	}
	return fitting
}

// chuteAt returns the lines of a chute in the first of some orders.
func chuteAt(chute uint, fitting uint8) nibbles {
	return orders[bits.TrailingZeros8(fitting)] + nibbles(chute)*0x333
}
