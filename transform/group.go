package transform

import (
	"slices"
	"sync"

	"github.com/seedoku/seedoku/sudoku"
)

// patternGroup is a pattern with the geometries that map it to itself: all of them
// if they are few, else those that tell its symmetries.
//
// The pattern of an empty grid has all 3,359,232 geometries, that of a full row
// 186,624. To list them takes seconds and 300 MB. But a few elements identify a
// conjugate of a kind of symmetry. These elements of all conjugates are 74,304
// geometries, the same for all patterns.
type patternGroup struct {
	pattern  sudoku.Cells
	elements []Isomorphism // by their indexes
}

// fewElements is the largest number of geometries of a pattern that are listed.
// Patterns of puzzles have fewer.
const fewElements = 1 << 12

func groupOf(pattern sudoku.Cells) *patternGroup {
	elements, all := toPattern(pattern, pattern, fewElements)
	if !all {
		elements = tellingOf(pattern)
	}
	return &patternGroup{pattern, elements}
}

// tellingOf returns the geometries of telling that map a pattern to itself.
func tellingOf(pattern sudoku.Cells) (list []Isomorphism) {
	for _, rank := range telling() {
		if t := everything.normalizer.at(rank); t.keeps(pattern) {
			list = append(list, t)
		}
	}
	return list
}

// telling returns the ranks of the geometries that identify the conjugates of all
// kinds of symmetry: all conjugates of half turns, mirrors, diagonals and quarter
// turns.
var telling = sync.OnceValue(func() []uint32 {
	var ranks []uint32
	for _, kind := range []Symmetry{Rotate180, Mirror, Diagonal, Rotate90} {
		element := kinds[kind].elements[0]
		for g := range kinds[kind].family.all() {
			t := g.Then(element).Then(g.Inverse())
			ranks = append(ranks, t.geometry(), t.Inverse().geometry())
		}
	}
	slices.Sort(ranks)
	return slices.Compact(ranks) // most are their own inverse
})
