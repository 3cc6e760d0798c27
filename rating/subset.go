package rating

import (
	"github.com/seedoku/seedoku/sudoku"
)

// A naked subset is k cells of a house with k candidates between them. These
// digits are in these cells, so they are in no other cell of the house.
//
//	{1 2} {1 2} {1 2 3} ...    a naked pair; the third cell loses 1 and 2

func nakedSubsets(k int) func(*state, *found) {
	return func(s *state, f *found) {
		list := scratch[tupleList](f)
		_, few, three, more := s.byCount()
		if k >= 3 {
			few = few.Or(three)
		}
		if k >= 4 {
			few = few.Or(more)
		}
		for i := range sudoku.House(sudoku.NumHouses) {
			if h := boxesFirst(i); s.empty[h].len() >= 2*k && few.And(h.Cells()).Len() >= k {
				nakedSubsetsIn(s, f, list, h, k)
			}
		}
	}
}

func nakedSubsetsIn(s *state, f *found, list *tupleList, h sudoku.House, k int) {
	var candidates [9]sudoku.Digits
	for i, c := range h.List() {
		candidates[i] = s.digits[c]
	}
	*list = tuples(&candidates, k, (*list)[:0])
	for _, t := range *list {
		cells, digits := cellsAt(h, positions(t.items)), sudoku.Digits(t.union)
		f.remove(s, cellsAt(h, s.empty[h]&^positions(t.items)), digits)
		if f.removes() {
			f.add(Step{Digits: digits, Cells: f.list(cells), Houses: f.in(h)})
		}
	}
}

func tellNakedSubset(t *teller, s *Step) {
	n := t.onlyDigits(s.Houses[0], s.Cells, s.Digits)
	t.concludes(s, Statement{Says: digitsTaken, Houses: s.Houses, Digits: s.Digits}, n)
}

// A hidden subset is k digits of a house with k cells between them. These cells
// have these digits, so they have no others.
//
//	{1 2 3} {1 2 4} {3 4} {3 5} ...    no other 1 or 2: a hidden pair;
//	                                   the first cells lose 3 and 4

func hiddenSubsets(k int) func(*state, *found) {
	return func(s *state, f *found) {
		list := scratch[tupleList](f)
		for i := range sudoku.House(sudoku.NumHouses) {
			if h := boxesFirst(i); s.empty[h].len() > 2*k {
				hiddenSubsetsIn(s, f, list, h, k)
			}
		}
	}
}

func hiddenSubsetsIn(s *state, f *found, list *tupleList, h sudoku.House, k int) {
	*list = tuples(&s.positions[h], k, (*list)[:0])
	for _, t := range *list {
		cells, digits := cellsAt(h, positions(t.union)), sudoku.Digits(t.items)
		f.remove(s, cells, sudoku.AllDigits&^digits)
		if f.removes() {
			f.add(Step{Digits: digits, Cells: f.list(cells), Houses: f.in(h)})
		}
	}
}

func tellHiddenSubset(t *teller, s *Step) {
	n := t.onlyCells(s.Houses[0], s.Digits, s.Cells)
	t.concludes(s, Statement{Says: cellsTaken, Cells: s.Cells, Digits: s.Digits}, n)
}

// A direct hidden subset leaves another digit one cell in its house, and is
// seen without noting candidates. A round of a path has only the lowest such digit,
// by the rules of the scale.

func directHiddenSubsets(k int) func(*state, *found) {
	return func(s *state, f *found) {
		list := scratch[tupleList](f)
		for i := range sudoku.House(sudoku.NumHouses) {
			if h := boxesFirst(i); s.empty[h].len() > k {
				directHiddenSubsetsIn(s, f, list, h, k)
			}
		}
	}
}

func directHiddenSubsetsIn(s *state, f *found, list *tupleList, h sudoku.House, k int) {
	*list = tuples(&s.positions[h], k, (*list)[:0])
	for _, t := range *list {
		for d, at := range &s.positions[h] {
			left := at &^ positions(t.union)
			if t.items>>d&1 != 0 || left == at || !left.one() {
				continue
			}
			f.add(Step{
				Digits:    sudoku.Digits(t.items),
				Cells:     f.list(cellsAt(h, positions(t.union))),
				Houses:    f.in(h),
				Places:    true,
				Placement: h.List()[left.first()].Candidate(sudoku.Digit(d + 1)),
			})
			if !f.every {
				break
			}
		}
	}
}

func tellDirectHiddenSubset(t *teller, s *Step) {
	n := t.onlyCells(s.Houses[0], s.Digits, s.Cells)
	d := sudoku.DigitSet(s.Placement.Digit())
	gone := Statement{Says: nothingElse, Cells: s.Cells, Digits: s.Digits, Claims: areFalse(t.candidatesOf(s.Cells, d))}
	t.concludes(s, Statement{Says: onlyPlace, Houses: s.Houses, Digits: d}, t.link(gone, n))
}

// reliesOfDirectHiddenSubset: the digits of the subset have no other cells, and
// the placed digit has no cell outside the subset but its own.
func reliesOfDirectHiddenSubset(s *Step, at *Position, on *marks) {
	reliesOfHidden(s, at, on)
	others := s.Houses[0].Cells().AndNot(sudoku.CellSet(s.Cells...)).Without(s.Placement.Cell())
	on.addAll(others, sudoku.DigitSet(s.Placement.Digit()))
}
