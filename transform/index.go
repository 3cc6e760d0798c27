package transform

import (
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// The index of an isomorphism is its rank in the lexicographic order of
//
//	transpose (no, yes), rows[0..8], columns[0..8], digits[1..9]
//
// among all elements. It is a number in mixed radix. Its digits, the most
// significant first, are
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
// Each digit counts the smaller values that were still possible. The sources of
// rows 2, 5 and 8, of columns 2, 5 and 8, and the image of 9 follow.

// orders lists the orders of three things, lexicographically. Each is three
// nibbles.
var orders = [6]nibbles{0x210, 0x120, 0x201, 0x021, 0x102, 0x012}

// Index returns the rank of t, 0 to Order-1. See [FromIndex].
func (t Isomorphism) Index() uint64 {
	return uint64(t.geometry())*relabelings + uint64(rankDigits(t.digits))
}

// geometry returns the rank of what t does to cells, 0 to geometries-1.
func (t Isomorphism) geometry() uint32 {
	rank := rankSources(t.rows)*arrangements + rankSources(t.columns)
	if t.transpose {
		rank += arrangements * arrangements
	}
	return rank
}

// FromIndex returns the isomorphism with an index, which must be less than
// [Order]. Index 0 is the identity. Because the order is lexicographic, the
// first 9! indexes only relabel, and the first half does not transpose.
func FromIndex(index uint64) Isomorphism {
	if index >= Order {
		panic(fmt.Sprintf("transform: index %d is not below %d", index, uint64(Order)))
	}
	geometry, relabeling := uint32(index/relabelings), uint32(index%relabelings)
	rows, columns, transpose := anyGeometry(geometry)
	return Isomorphism{rows, columns, unrankDigits(relabeling), transpose}
}

// unrankSources returns the sources of nine rows (or columns) with a given
// rank. The radices of the rank are 3 (first band), 6 (order in it), 2 (middle
// band), 6 and 6 (orders in the other bands). One table answers for the first
// three of them, the other for the rest.
func unrankSources(rank uint32) nibbles {
	return firstSources[rank/36] + lastSources[rank%36]
}

var firstSources, lastSources = sourceTables()

func sourceTables() (first, last [36]nibbles) {
	for i := range nibbles(36) {
		bands := orders[i/12*2+i%2]
		first[i] = orders[i/2%6] + 0x333*(bands&15|bands>>4&15<<12|bands>>8<<24)
		last[i] = orders[i/6]<<12 + orders[i%6]<<24
	}
	return first, last
}

func rankSources(sources nibbles) uint32 {
	bands := rankOrder(sources.at(0)/3, sources.at(3)/3, sources.at(6)/3)
	rank := bands / 2
	rank = rank*6 + rankOrder(sources.at(0), sources.at(1), sources.at(2))
	rank = rank*2 + bands%2
	rank = rank*6 + rankOrder(sources.at(3), sources.at(4), sources.at(5))
	return rank*6 + rankOrder(sources.at(6), sources.at(7), sources.at(8))
}

// rankOrder returns the place in orders of the order of three different
// numbers.
func rankOrder(a, b, c uint) uint32 {
	return 2*(below(b, a)+below(c, a)) + below(c, b)
}

func below(a, b uint) uint32 {
	if a < b {
		return 1
	}
	return 0
}

// unrankDigits returns the images of the digits with a given rank. It begins
// with the images of the last five and puts the others in front of them one by
// one. Images that are not smaller than the new one grow by one, to make room.
// Images count from 0 until the end.
func unrankDigits(rank uint32) nibbles {
	images := nibbles(lastFive[rank%120]).
		putFirst(rank/120%6, 0x11111).
		putFirst(rank/720%7, 0x111111).
		putFirst(rank/5040%8, 0x1111111).
		putFirst(rank/40320, 0x11111111)
	return (images + nineOnes) << 4
}

// lastFive lists the orders of 0 to 4, lexicographically.
var lastFive = func() (list [120]uint32) {
	for rank := range uint32(120) {
		list[rank] = uint32(nibbles(0).
			putFirst(rank%2, 0x1).
			putFirst(rank/2%3, 0x11).
			putFirst(rank/6%4, 0x111).
			putFirst(rank/24, 0x1111))
	}
	return list
}()

// putFirst returns the numbers of n with another number, at most eight, in
// front. The numbers of n are below eight, and ones has a 1 for each of them.
// Numbers that are not below the new one grow by one. They are found by an
// addition that carries them to eight.
func (n nibbles) putFirst(number uint32, ones nibbles) nibbles {
	notBelow := (n + ones*(8-nibbles(number))) >> 3 & ones
	return (n+notBelow)<<4 | nibbles(number)
}

func rankDigits(digits nibbles) uint32 {
	var rank uint32
	var used sudoku.Digits
	for i := uint(1); i <= 9; i++ {
		d := sudoku.Digit(digits.at(i))
		smaller := sudoku.Digits(1)<<(d-1) - 1
		rank = rank*uint32(10-i) + uint32((smaller &^ used).Len())
		used = used.With(d)
	}
	return rank
}
