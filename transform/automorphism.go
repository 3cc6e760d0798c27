package transform

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

var factorial = [10]uint64{1, 1, 2, 6, 24, 120, 720, 5040, 40320, relabelings}

// Automorphisms returns the automorphisms of g, the identity first. The list is
// complete, and hence a group, for every proper puzzle, and for every grid with
// at least eight different digits, no two empty rows in a band and no two empty
// columns in a stack. For other grids, automorphisms that move the clues in the
// same way form a class, and the list has one of each class. It panics if a row
// or a column of g holds a digit twice, or a cell a number above 9.
func (c *Canonizer) Automorphisms(g sudoku.Grid) []Isomorphism {
	c.load(&g)
	var least sudoku.Grid
	c.search(&least)
	list := make([]Isomorphism, len(c.partials))
	first := c.isomorphism(&c.partials[0])
	back := first.Inverse()
	for i := range list {
		list[i] = c.isomorphism(&c.partials[i]).Then(back)
	}
	return list
}

// hidden returns the number of isomorphisms that change neither the cell nor the
// digit of any clue. They only permute empty lines, empty chutes and absent
// digits.
func (c *Canonizer) hidden() uint64 {
	n := factorial[9-c.digits.Len()]
	for _, empty := range c.empty {
		emptyChutes := 0
		for chute := range 3 {
			lines := bits.OnesCount16(empty >> (3 * chute) & 7)
			n *= factorial[lines]
			emptyChutes += lines / 3
		}
		n *= factorial[emptyChutes]
	}
	return n
}
