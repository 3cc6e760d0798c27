package transform

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

var factorial = [10]uint64{1, 1, 2, 6, 24, 120, 720, 5040, 40320, relabelings}

// Automorphisms returns automorphisms of g, the identity first. They are all
// there are, and hence a group, if g has at least eight different digits and
// no two empty rows (columns) in a band (stack), nor two empty bands (stacks);
// this holds for every proper puzzle. Else there is one for every class of
// automorphisms that move the clues alike. It panics if a row or a column of g
// holds a digit twice.
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

// hidden returns the number of isomorphisms that leave every clue in its cell
// and every digit of a clue as it is: they exchange empty lines, empty chutes
// and absent digits.
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
