package rating

import (
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// A hidden single is the only cell of a house for a digit: 1.0 if it is the
// last empty cell of the house, else 1.2 in a box and 1.5 in a line.
//
//	. . . | . . 5 | . . .     rows 1 and 3 have their 5,
//	8 * 2 | . . . | . . .     so in box 1 it can only go in *
//	. . . | . . . | . 5 .
//
// A cell found in several houses gives one step.

// LastCell is a hidden single in the last empty cell of its house.
const LastCell Variant = "last cell"

func hiddenSingles(s *state, f *found) {
	var seen sudoku.Cells
	for i := range sudoku.House(sudoku.NumHouses) {
		if h := boxesFirst(i); s.empty[h].one() {
			c := h.List()[s.empty[h].first()]
			if !seen.Has(c) && s.digits[c] != 0 {
				seen = seen.With(c)
				addSingle(f, h, c, s.digits[c].First(), Step{Variant: LastCell, Rating: 10})
			}
		}
	}
	if !seen.Empty() {
		return
	}
	for i := range sudoku.House(sudoku.NumHouses) {
		h, rating := boxesFirst(i), Tenths(15)
		if h >= sudoku.FirstBox {
			rating = 12
		} else if f.bound < rankOf(15) {
			return
		}
		for d, at := range &s.positions[h] {
			if !at.one() {
				continue
			}
			if c := h.List()[at.first()]; !seen.Has(c) {
				seen = seen.With(c)
				addSingle(f, h, c, sudoku.Digit(d+1), Step{Rating: rating})
			}
		}
	}
}

// boxesFirst returns the i-th house in the order boxes, columns, rows. Chains
// that apply subsets depend on this order.
func boxesFirst(i sudoku.House) sudoku.House { return sudoku.FirstBox - i/9*18 + i }

// addSingle reports a hidden single with its house.
func addSingle(f *found, h sudoku.House, c sudoku.Cell, d sudoku.Digit, step Step) {
	step.Digits = sudoku.DigitSet(d)
	step.Cells = f.listed(c)
	step.Houses = f.in(h)
	step.Places, step.Placement = true, c.Candidate(d)
	f.add(step)
}

func explainHiddenSingle(s *Step) string {
	k := s.Placement
	if s.Variant == LastCell {
		return fmt.Sprintf("%v is the last empty cell of %v, so it is %d: %s.", k.Cell(), s.Houses[0], k.Digit(), s.Conclusion())
	}
	return fmt.Sprintf("In %v, %d can only go in %v: %s.", s.Houses[0], k.Digit(), k.Cell(), s.Conclusion())
}

// A naked single is a cell with one candidate.

func nakedSingles(s *state, f *found) {
	one, _, _, _ := s.byCount()
	for c := range one.All() {
		f.add(Step{
			Digits:    s.digits[c],
			Cells:     f.listed(c),
			Places:    true,
			Placement: c.Candidate(s.digits[c].First()),
		})
	}
}

func explainNakedSingle(s *Step) string {
	k := s.Placement
	return fmt.Sprintf("%v can only be %d: all other digits are in its row, its column or its box, or have been ruled out. So %s.",
		k.Cell(), k.Digit(), s.Conclusion())
}

func titleOfHiddenSingle(s *Step) string {
	if s.Variant == LastCell {
		return "Last cell"
	}
	return "Hidden single"
}

// reliesOfHiddenSingle: the other cells of the house lack the digit. Around a
// last cell they are all filled.
func reliesOfHiddenSingle(s *Step, _ *Position, on *marks) {
	digits := s.Digits
	if s.Variant == LastCell {
		digits = sudoku.AllDigits
	}
	on.addAll(s.Houses[0].Cells().AndNot(sudoku.CellSet(s.Cells...)), digits)
}
