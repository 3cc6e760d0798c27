package rating

import (
	"slices"

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

func tellHiddenSingle(t *teller, s *Step) {
	if s.Variant == LastCell {
		n := t.inHouse(Statement{Says: lastCell, Houses: s.Houses, Digits: s.Digits, Cells: s.Cells})
		t.concludes(s, Statement{Says: isMissing, Houses: s.Houses, Digits: s.Digits}, n)
		return
	}
	t.concludes(s, Statement{Says: onlyPlace, Houses: s.Houses, Digits: s.Digits}, t.missesElsewhere(s)...)
}

// missesElsewhere says why a digit has no other cell in a house: the others see it, or
// have lost it.
func (t *teller) missesElsewhere(s *Step) (from []int) {
	h, d := s.Houses[0], s.Placement.Digit()
	var see, lost, digits sudoku.Cells
	for c, placed := range t.at.Grid {
		if placed == d {
			digits = digits.With(sudoku.Cell(c))
		}
	}
	for _, c := range h.List() {
		switch {
		case t.at.Grid[c] != 0 || c == s.Placement.Cell():
		case c.Peers().And(digits).Empty():
			lost = lost.With(c)
		default:
			see = see.With(c)
		}
	}
	if !see.Empty() {
		statement := Statement{Says: allSee, Houses: s.Houses, Digits: s.Digits, Others: fewestSeen(see, digits)}
		if !lost.Empty() {
			statement.Says, statement.Cells = someSee, slices.Collect(see.All())
		}
		from = append(from, t.premise(statement))
	}
	if !lost.Empty() {
		from = append(from, t.premise(Statement{Says: haveLost, Digits: s.Digits, Cells: slices.Collect(lost.All())}))
	}
	return from
}

// fewestSeen returns some of the digits, few of them, so that each of some cells sees
// one: again and again the one that most of the others see.
func fewestSeen(cells, digits sudoku.Cells) (few []sudoku.Cell) {
	for !cells.Empty() {
		best, most := sudoku.Cell(0), 0
		for c := range digits.All() {
			if n := c.Peers().And(cells).Len(); n > most {
				best, most = c, n
			}
		}
		few = append(few, best)
		cells = cells.AndNot(best.Peers())
	}
	slices.Sort(few)
	return few
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

// tellNakedSingle names for each house of the cell the digits that no house before has.
func tellNakedSingle(t *teller, s *Step) {
	c := s.Cells[0]
	var from []int
	lost := sudoku.AllDigits &^ s.Digits
	for _, h := range c.Houses() {
		var has sudoku.Digits
		for _, other := range h.List() {
			if d := t.at.Grid[other]; d != 0 && lost.Has(d) {
				has = has.With(d)
			}
		}
		if lost &^= has; has != 0 {
			from = append(from, t.premise(Statement{Says: houseHas, Houses: []sudoku.House{h}, Digits: has}))
		}
	}
	if lost != 0 {
		from = append(from, t.premise(Statement{Says: haveLost, Cells: s.Cells, Digits: lost}))
	}
	t.concludes(s, Statement{Says: onlyDigit, Cells: s.Cells, Digits: s.Digits}, from...)
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
