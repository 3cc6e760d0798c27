package transform

import (
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// The index of an isomorphism is its rank in the lexicographic order of
//
//	transpose (no, yes), rows[0..8], columns[0..8], digits[1..9]
//
// among all elements. As a number in mixed radix, most significant first, it
// is
//
//	digit                          radix
//	transpose                      2
//	source of row 0                9
//	source of row 1                2     in the band of row 0
//	source of row 3                6     in the other bands
//	source of row 4                2     in the band of row 3
//	source of row 6                3     in the last band
//	source of row 7                2
//	sources of columns, likewise   9, 2, 6, 2, 3, 2
//	images of the digits 1 to 8    9, 8, 7, 6, 5, 4, 3, 2
//
// where each digit counts the smaller values that were still possible. Rows 2,
// 5, 8, the columns there and the image of 9 are what is left.

// orders lists the orders of three things lexicographically.
var orders = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// Index returns the rank of t, 0 to Order-1. See [FromIndex].
func (t Isomorphism) Index() uint64 {
	return uint64(t.geometry())*relabelings + uint64(rankDigits(&t.digits))
}

// geometry returns the rank of what t does with cells, 0 to geometries-1.
func (t *Isomorphism) geometry() uint32 {
	rank := rankSources(&t.rows)*arrangements + rankSources(&t.columns)
	if t.transpose {
		rank += arrangements * arrangements
	}
	return rank
}

// FromIndex returns the isomorphism of an index, which must be less than
// [Order]. Index 0 is the identity, and as the order is lexicographic, the
// first 9! indexes only relabel and the first half does not transpose.
func FromIndex(index uint64) Isomorphism {
	if index >= Order {
		panic(fmt.Sprintf("transform: index %d is not below %d", index, uint64(Order)))
	}
	geometry, relabeling := uint32(index/relabelings), uint32(index%relabelings)
	var t Isomorphism
	if geometry >= arrangements*arrangements {
		t.transpose = true
		geometry -= arrangements * arrangements
	}
	unrankSources(&t.rows, geometry/arrangements)
	unrankSources(&t.columns, geometry%arrangements)
	unrankDigits(&t.digits, relabeling)
	return t
}

// unrankSources sets the sources of nine rows (or columns) from their rank,
// which is the number (order of the bands' first two, spread) with the radices
// 3, 6, 2, 6, 6: band of row 0, order in it, band of row 3, order, order.
func unrankSources(sources *[9]uint8, rank uint32) {
	inLast := &orders[rank%6]
	inMiddle := &orders[rank/6%6]
	inFirst := &orders[rank/72%6]
	bands := &orders[rank/432*2+rank/36%2]
	first, middle, last := 3*bands[0], 3*bands[1], 3*bands[2]
	*sources = [9]uint8{
		first + inFirst[0], first + inFirst[1], first + inFirst[2],
		middle + inMiddle[0], middle + inMiddle[1], middle + inMiddle[2],
		last + inLast[0], last + inLast[1], last + inLast[2],
	}
}

func rankSources(sources *[9]uint8) uint32 {
	bands := rankOrder(sources[0]/3, sources[3]/3, sources[6]/3)
	rank := bands / 2
	rank = rank*6 + rankOrder(sources[0], sources[1], sources[2])
	rank = rank*2 + bands%2
	rank = rank*6 + rankOrder(sources[3], sources[4], sources[5])
	return rank*6 + rankOrder(sources[6], sources[7], sources[8])
}

// rankOrder returns the place in orders of three different numbers.
func rankOrder(a, b, c uint8) uint32 {
	return 2*(below(b, a)+below(c, a)) + below(c, b)
}

func below(a, b uint8) uint32 {
	if a < b {
		return 1
	}
	return 0
}

// unrankDigits sets the images of the digits from their rank. The digits still
// free wait in the nibbles of a word, ascending.
func unrankDigits(digits *[10]sudoku.Digit, rank uint32) {
	free := uint64(0x987654321)
	take := func(place uint32) sudoku.Digit {
		shift := 4 * place
		above := free >> shift
		free = free&(1<<shift-1) | above>>4<<shift
		return sudoku.Digit(above & 15)
	}
	digits[0] = 0
	digits[1] = take(rank / 40320)
	digits[2] = take(rank / 5040 % 8)
	digits[3] = take(rank / 720 % 7)
	digits[4] = take(rank / 120 % 6)
	digits[5] = take(rank / 24 % 5)
	digits[6] = take(rank / 6 % 4)
	digits[7] = take(rank / 2 % 3)
	digits[8] = take(rank % 2)
	digits[9] = sudoku.Digit(free)
}

func rankDigits(digits *[10]sudoku.Digit) uint32 {
	var rank uint32
	var used sudoku.Digits
	for i := 1; i <= 9; i++ {
		d := digits[i]
		smaller := sudoku.Digits(1)<<(d-1) - 1
		rank = rank*uint32(10-i) + uint32((smaller &^ used).Len())
		used = used.With(d)
	}
	return rank
}
