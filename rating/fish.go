package rating

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A fish is a digit whose cells in k columns lie in k rows, or the other way
// round. Each of the columns has the digit in another one of the rows, so no
// other cell of these rows has it.
//
//	row 1    - 5 - | - - 5 | - - -     columns 2 and 6 have their 5s in these rows:
//	row 9    - 5 - | - - 5 | - - -     an X-wing; where a - is, there is no 5
//
// A line with a single cell for the digit is not part of a fish.

// fish returns the finder of fish with k lines.
func fish(k int) func(*state, *found) {
	return func(s *state, f *found) {
		list := scratch[tupleList](f)
		for d, placed := range s.placed {
			if int(placed) <= 9-2*k {
				fishOn(s, f, list, k, d, sudoku.FirstColumn, sudoku.FirstRow)
				fishOn(s, f, list, k, d, sudoku.FirstRow, sudoku.FirstColumn)
			}
		}
	}
}

// fishOn reports the fish of a digit with base lines of one kind.
func fishOn(s *state, f *found, list *tupleList, k, d int, base, across sudoku.House) {
	var lines [9]positions
	for i := range lines {
		lines[i] = s.positions[int(base)+i][d]
	}
	*list = tuples(&lines, k, (*list)[:0])
	for _, t := range *list {
		inBase := s.cells[d].And(linesOf(base, t.items))
		targets := s.cells[d].And(linesOf(across, t.union)).AndNot(inBase)
		if targets.Empty() {
			continue
		}
		digit := sudoku.DigitSet(sudoku.Digit(d + 1))
		f.remove(s, targets, digit)
		f.add(Step{
			Digits: digit,
			Cells:  f.list(inBase),
			Houses: f.lines(base, t.items),
			Covers: f.lines(across, t.union),
		})
	}
}

// linesOf returns the cells of houses: bit i of numbers is the i-th after the
// first.
func linesOf(first sudoku.House, numbers uint16) sudoku.Cells {
	var cells sudoku.Cells
	for n := positions(numbers); n != 0; n &= n - 1 {
		cells = cells.Or((first + sudoku.House(n.first())).Cells())
	}
	return cells
}

func tellFish(t *teller, s *Step) {
	var lines []int
	cells := sudoku.CellSet(s.Cells...)
	for _, h := range s.Houses {
		lines = append(lines, t.onlyCells(h, s.Digits, slices.Collect(cells.And(h.Cells()).All())))
	}
	each := Statement{Says: eachIn, Houses: s.Houses, Covers: s.Covers, Digits: s.Digits}
	for _, h := range s.Covers {
		each.OneOf = append(each.OneOf, t.candidatesOf(slices.Collect(cells.And(h.Cells()).All()), s.Digits))
	}
	t.concludes(s, Statement{Says: noOther, Covers: s.Covers, Digits: s.Digits}, t.link(each, lines...))
}
