package mini

import "github.com/seedoku/seedoku/sudoku"

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
			s.used.toggle(sudoku.Cell(c), d)
		}
	}
	s.run()
	return s.tries
}

type search struct {
	grid  sudoku.Grid
	used  houseDigits
	tries int
}

// houseDigits are the digits of each house.
type houseDigits [sudoku.NumHouses]sudoku.Digits

// toggle puts a digit into a cell, or takes it away.
func (of *houseDigits) toggle(c sudoku.Cell, d sudoku.Digit) {
	for _, house := range c.Houses() {
		of[house] ^= sudoku.DigitSet(d)
	}
}

// around returns the digits in the houses of a cell.
func (of *houseDigits) around(c sudoku.Cell) sudoku.Digits {
	houses := c.Houses()
	return of[houses[0]] | of[houses[1]] | of[houses[2]]
}

// run reports whether it has filled the grid or given up.
func (s *search) run() bool {
	best, fewest, free := -1, 10, sudoku.Digits(0)
	for c, d := range s.grid {
		if d != 0 {
			continue
		}
		left := sudoku.AllDigits &^ s.used.around(sudoku.Cell(c))
		if n := left.Len(); n < fewest {
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
		s.used.toggle(sudoku.Cell(best), d)
		if s.run() {
			return true
		}
		s.used.toggle(sudoku.Cell(best), d)
	}
	s.grid[best] = 0
	return false
}
