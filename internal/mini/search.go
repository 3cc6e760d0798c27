package mini

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// mostTries is the greatest number of digits that the solver of a file may try
// while it solves a seed. It keeps generate fast in every language.
const mostTries = 4000

// tries returns the number of digits that the solver of the files tries to solve g,
// or a number above mostTries. The solver chooses the first cell with the fewest
// possible digits, and tries these in ascending order.
func tries(g *sudoku.Grid) int {
	s := search{grid: *g}
	for c, d := range g {
		if d != 0 {
			s.toggle(sudoku.Cell(c), d)
		}
	}
	s.run()
	return s.tries
}

type search struct {
	grid  sudoku.Grid
	used  [27]sudoku.Digits
	tries int
}

func (s *search) toggle(c sudoku.Cell, d sudoku.Digit) {
	for _, house := range c.Houses() {
		s.used[house] ^= sudoku.DigitSet(d)
	}
}

// run reports whether it has filled the grid or given up.
func (s *search) run() bool {
	best, fewest, free := -1, 10, sudoku.Digits(0)
	for c, d := range s.grid {
		if d != 0 {
			continue
		}
		houses := sudoku.Cell(c).Houses()
		left := 0o777 &^ (s.used[houses[0]] | s.used[houses[1]] | s.used[houses[2]])
		if n := bits.OnesCount16(uint16(left)); n < fewest {
			best, fewest, free = c, n, left
		}
		if fewest < 2 {
			break
		}
	}
	if best < 0 {
		return true
	}
	for d := range free.All() {
		if s.tries++; s.tries > mostTries {
			return true
		}
		s.grid[best] = d
		s.toggle(sudoku.Cell(best), d)
		if s.run() {
			return true
		}
		s.toggle(sudoku.Cell(best), d)
	}
	s.grid[best] = 0
	return false
}
