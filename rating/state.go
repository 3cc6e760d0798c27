package rating

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// state is a position as finders see it: the digits placed, and the candidates
// in three views that always agree.
//
//	digits[c]         the digits that cell c can be          r1c1: . 2 . 4 . . . 8 .
//	positions[h][d]   the places of digit d in house h       box 1: . x . / . . x / . . .
//	cells[d]          the places of digit d in the grid      81 bits
//
// Bit i of a set of positions is the i-th cell of the house
// ([sudoku.House.List]). A placed digit has no positions in its houses, and its
// cell has no candidates. Only place, remove and restore write to a state.
type state struct {
	grid      sudoku.Grid
	digits    [81]sudoku.Digits
	positions [sudoku.NumHouses][9]positions // by digit - 1
	cells     [9]sudoku.Cells                // by digit - 1
	empty     [sudoku.NumHouses]positions    // cells without a digit
	placed    [9]uint8                       // number of cells filled with a digit, by digit - 1
	unfilled  int                            // number of empty cells
}

// positions is a set of cells of a house: bit i is the i-th.
type positions uint16

const allPositions positions = 1<<9 - 1

func (p positions) len() int { return bits.OnesCount16(uint16(p)) }

// one reports whether p is exactly one position.
func (p positions) one() bool { return p != 0 && p&(p-1) == 0 }

// first returns the lowest position of p, which must not be empty.
func (p positions) first() int { return bits.TrailingZeros16(uint16(p)) }

// membership is a cell as a position of a house.
type membership struct {
	house sudoku.House
	bit   positions
}

// memberships are the row, the column and the box of every cell.
var memberships = listMemberships()

func listMemberships() (list [81][3]membership) {
	for c := range sudoku.Cell(81) {
		h := c.Houses()
		list[c] = [3]membership{
			{h[0], 1 << c.Column()},
			{h[1], 1 << c.Row()},
			{h[2], 1 << (c.Row()%3*3 + c.Column()%3)},
		}
	}
	return list
}

// fresh is the state of an empty grid.
var fresh = emptyState()

func emptyState() (s state) {
	for c := range s.digits {
		s.digits[c] = sudoku.AllDigits
	}
	for h := range s.positions {
		s.empty[h] = allPositions
		for d := range s.positions[h] {
			s.positions[h][d] = allPositions
		}
	}
	for d := range s.cells {
		s.cells[d] = sudoku.AllCells
	}
	s.unfilled = 81
	return s
}

// start makes s the state of a grid with all candidates that its clues leave.
func (s *state) start(clues sudoku.Grid) {
	*s = fresh
	for c, d := range clues {
		if d != 0 {
			s.place(sudoku.Cell(c), d)
		}
	}
}

// advance places the digits of a position that has the solution of s, and
// removes the candidates that it lacks.
func (s *state) advance(to *Position) {
	for c, d := range to.Grid {
		if d != 0 {
			s.place(sudoku.Cell(c), d)
		}
	}
	for c := range sudoku.Cell(81) {
		for d := range (s.digits[c] &^ to.Candidates[c]).All() {
			s.remove(c, d)
		}
	}
}

func (s *state) solved() bool { return s.unfilled == 0 }

// place puts a digit into a cell. It does nothing if the cell is filled.
func (s *state) place(c sudoku.Cell, d sudoku.Digit) {
	if s.grid[c] != 0 {
		return
	}
	for other := range s.digits[c].All() {
		s.remove(c, other)
	}
	for peer := range s.cells[d-1].And(c.Peers()).All() {
		s.remove(peer, d)
	}
	s.grid[c] = d
	for _, m := range &memberships[c] {
		s.empty[m.house] &^= m.bit
	}
	s.placed[d-1]++
	s.unfilled--
}

// remove takes a candidate away. It does nothing if it is gone already.
func (s *state) remove(c sudoku.Cell, d sudoku.Digit) {
	s.digits[c] = s.digits[c].Without(d)
	s.cells[d-1] = s.cells[d-1].Without(c)
	for _, m := range &memberships[c] {
		s.positions[m.house][d-1] &^= m.bit
	}
}

// cellsOf returns the cells that can be d.
func (s *state) cellsOf(d sudoku.Digit) sudoku.Cells { return s.cells[d-1] }

// byCount returns the cells with exactly one, two and three candidates, and the
// cells with more.
func (s *state) byCount() (one, two, three, more sudoku.Cells) {
	for _, cells := range &s.cells {
		more = more.Or(three.And(cells))
		three = three.Or(two.And(cells))
		two = two.Or(one.And(cells))
		one = one.Or(cells)
	}
	return one.AndNot(two), two.AndNot(three), three.AndNot(more), more
}

// cellsAt returns the cells of h at the positions p.
func cellsAt(h sudoku.House, p positions) sudoku.Cells {
	var cells sudoku.Cells
	for list := h.List(); p != 0; p &= p - 1 {
		cells = cells.With(list[p.first()])
	}
	return cells
}

// positionsOf returns the positions of cells in h. Cells outside h do not count.
func positionsOf(h sudoku.House, cells sudoku.Cells) positions {
	var at positions
	for c := range cells.And(h.Cells()).All() {
		at |= memberships[c][h/9].bit
	}
	return at
}

// sharedHouses returns the n houses that have all of the cells. There must be at
// least one cell.
func sharedHouses(cells sudoku.Cells) (houses [3]sudoku.House, n int) {
	for _, h := range cells.First().Houses() {
		if cells.Within(h.Cells()) {
			houses[n] = h
			n++
		}
	}
	return houses, n
}
