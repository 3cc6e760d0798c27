package transform

import (
	"iter"
	"slices"
	"sync"
)

// family is a conjugacy class of subgroups of the geometries, with one of them,
// H, as its standard.
type family struct {
	// find returns, for each subgroup K of the family that keeps a pattern, a
	// geometry g with g H g^-1 = K.
	find func(patternGroup) []Isomorphism

	// all yields such a geometry g for each subgroup of the family.
	all func() iter.Seq[Isomorphism]

	// normalizer is the group of geometries n with n H n^-1 = H.
	normalizer normalizer
}

// normalizer is a group of geometries, numbered.
type normalizer struct {
	size    uint32
	element func(n uint32) (rows, columns nibbles, transpose bool)
}

func (n *normalizer) at(i uint32) Isomorphism {
	rows, columns, transpose := n.element(i)
	return Isomorphism{rows, columns, inOrder, transpose}
}

var (
	everything = family{
		find:       func(patternGroup) []Isomorphism { return []Isomorphism{stay} },
		all:        func() iter.Seq[Isomorphism] { return slices.Values([]Isomorphism{stay}) },
		normalizer: normalizer{geometries, anyGeometry},
	}
	halfTurns = family{
		find:       findHalfTurns,
		all:        allFoldings,
		normalizer: normalizer{2 * 24 * 24, keepHalfTurn},
	}
	crosses = family{
		find:       findCrosses,
		all:        allFoldings,
		normalizer: normalizer{2 * 24 * 24, keepHalfTurn},
	}
	mirrors = family{
		find:       findMirrors,
		all:        allMirrors,
		normalizer: normalizer{arrangements * 24, keepMirror},
	}
	diagonals = family{
		find:       findDiagonals,
		all:        allDiagonals,
		normalizer: normalizer{2 * arrangements, keepDiagonal},
	}
	quarterTurns = family{
		find:       findQuarterTurns,
		all:        allDiagonalFoldings,
		normalizer: normalizer{2 * 2 * 24, keepSquare},
	}
	diagonalCrosses = family{
		find:       findDiagonalCrosses,
		all:        allDiagonalFoldings,
		normalizer: normalizer{2 * 2 * 24, keepSquare},
	}
	fulls = family{
		find:       findFulls,
		all:        allDiagonalFoldings,
		normalizer: normalizer{2 * 2 * 24, keepSquare},
	}
)

// A fold is a permutation of nine lines that is conjugate to their reversal: it
// is its own inverse and keeps a single line. So it exchanges two chutes. To
// unfold it is to put the lines in an order that it reverses.

// isFold reports whether a permutation of lines is a fold.
func isFold(p nibbles) bool {
	kept := 0
	for i := range uint(9) {
		if p.at(p.at(i)) != i {
			return false
		}
		if p.at(i) == i {
			kept++
		}
	}
	return kept == 1
}

// unfold returns the sources of nine lines in an order that a fold reverses: the
// first chute that moves, the less line of those that change places in the chute
// that stays, the line that stays, and the images in reverse.
func unfold(fold nibbles) nibbles {
	var order nibbles
	put := func(place, line uint) {
		order = order.with(place, line).with(8-place, fold.at(line))
	}
	place := uint(0)
	for line := range uint(9) {
		image := fold.at(line)
		switch {
		case image/3 > line/3:
			put(place, line)
			place++
		case image/3 == line/3 && image > line:
			put(3, line)
		case image == line:
			order = order.with(4, line)
		}
	}
	return order
}

// unfoldings returns an order of the lines for each of the 54 folds, which unfolds
// it.
var unfoldings = sync.OnceValue(func() (list []nibbles) {
	for rank := range uint32(arrangements) {
		if order := unrankSources(rank); unfold(foldOf(order)) == order {
			list = append(list, order)
		}
	}
	return list
})

// folds returns the 54 folds.
var folds = sync.OnceValue(func() (list []nibbles) {
	for _, order := range unfoldings() {
		list = append(list, foldOf(order))
	}
	return list
})

// foldOf returns the fold that reverses an order of the lines.
func foldOf(order nibbles) (fold nibbles) {
	for i := range uint(9) {
		fold = fold.with(order.at(i), order.at(8-i))
	}
	return fold
}

// kept returns the line that a fold keeps.
func kept(fold nibbles) (line uint) {
	for fold.at(line) != line {
		line++
	}
	return line
}

// straight lists the 24 orders that unfold the reversal itself, lexicographically:
// the first three lines, the order of the middle chute or its reverse, and the
// first three lines in reverse, seen from the other end.
var straight = func() (list [24]nibbles) {
	for n := range list {
		first := orders[n/2%6] + 0x666*nibbles(n/12)
		last := first&15<<8 | first&0xf0 | first>>8
		list[n] = first | [2]nibbles{0x543, 0x345}[n%2]<<12 | (0x888-last)<<24
	}
	return list
}()

// inverse returns the order that undoes another one. Number 0 needs no bits.
func inverse(sources nibbles) nibbles {
	return 1<<(sources>>2&60) | 2<<(sources>>6&60) | 3<<(sources>>10&60) | 4<<(sources>>14&60) |
		5<<(sources>>18&60) | 6<<(sources>>22&60) | 7<<(sources>>26&60) | 8<<(sources>>30&60)
}

// compose returns the sources of first, taken in the order of second. It is
// written out, since it is done for every symmetric puzzle of a stream.
func compose(first, second nibbles) nibbles {
	return first>>(second<<2&60)&15 |
		first>>(second>>2&60)&15<<4 |
		first>>(second>>6&60)&15<<8 |
		first>>(second>>10&60)&15<<12 |
		first>>(second>>14&60)&15<<16 |
		first>>(second>>18&60)&15<<20 |
		first>>(second>>22&60)&15<<24 |
		first>>(second>>26&60)&15<<28 |
		first>>(second>>30&60)&15<<32
}
