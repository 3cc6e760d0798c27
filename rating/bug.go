package rating

import (
	"github.com/seedoku/seedoku/sudoku"
)

// A bivalue universal grave is a grid where every empty cell has two candidates
// and every house has every digit as a candidate twice or not at all. In such a
// grid every cell could take its other candidate, so it has no solution or
// several. If a grid is a grave except for some additional candidates, one of these must
// be true. They are called the bug digits of the bug cells.
//
//	type 1   There is one bug cell: it has one of its bug digits.
//	type 2   All bug cells have the same bug digit: no cell that sees all of
//	         them has it.
//	type 3   The bug cells are in a house. One of them has a bug digit, so
//	         together they are like one cell of a naked subset.
//	type 4   Two bug cells in a house share one candidate besides their bug
//	         digits. One of them has it, so each has it or a bug digit.
//
// Type 1 is rated 5.6, types 2 and 4 are rated 5.7, and type 3 is rated 5.7 and
// 0.1 more for each other cell of the subset.

// grave describes the bug cells. It is scratch memory.
type grave struct {
	cells  sudoku.Cells
	of     [81]sudoku.Digits // the bug digits of each bug cell
	digits sudoku.Digits     // the bug digits of cells that must be bug cells
	common sudoku.Cells      // cells that see all bug cells
	rest   state             // the state without the bug digits
}

// add makes a candidate a bug digit of a bug cell.
func (g *grave) add(c sudoku.Cell, d sudoku.Digit) {
	if g.cells.Empty() {
		g.common = sudoku.AllCells
	}
	g.cells = g.cells.With(c)
	g.of[c] = g.of[c].With(d)
	g.common = g.common.And(c.Peers()).AndNot(g.cells)
	g.rest.remove(c, d)
}

func universalGraves(s *state, f *found) {
	g := scratch[grave](f)
	if !g.dig(s) || !g.rest.isGrave() {
		return
	}
	single := g.digits.Len() == 1
	switch pair := g.cells.Len() == 2; {
	case g.cells.Len() == 1:
		f.remove(s, g.cells, sudoku.AllDigits&^g.digits)
		f.bug(g, Step{Variant: Type1, Rating: 56})
	case single:
		f.remove(s, g.common, g.digits)
		f.bug(g, Step{Variant: Type2, Rating: 57})
		if pair {
			sharedCandidate(s, f, g)
		}
	case !g.common.Empty():
		if pair {
			sharedCandidate(s, f, g)
		}
		bugSubsets(s, f, g)
	}
}

// dig finds the bug cells and reports whether s can be a grave. If a digit has
// places in a house, but not two, one of them is a bug cell: a cell with three
// candidates or more. If there is only one such cell, it is the bug cell. If all
// of these digits are the same one, every such cell is a bug cell.
func (g *grave) dig(s *state) bool {
	one, two, _, _ := s.byCount()
	many := sudoku.AllCells.AndNot(one.Or(two))
	g.cells, g.digits, g.rest = sudoku.Cells{}, 0, *s
	clear(g.of[:])
	var odd sudoku.Digits // digits with places in some house, but not two
	var undecided sudoku.Cells
	for d := range s.cells {
		digit := sudoku.Digit(d + 1)
		for h := range sudoku.House(sudoku.NumHouses) {
			if n := s.positions[h][d].len(); n == 0 || n == 2 {
				continue
			}
			odd = odd.With(digit)
			in := s.cells[d].And(h.Cells()).And(many)
			switch {
			case in.Empty():
				return false
			case in.Len() > 1:
				undecided = undecided.Or(in)
			default:
				g.add(in.First(), digit)
				g.digits = g.digits.With(digit)
				if g.cells.Len() > 1 && g.digits.Len() > 1 && g.common.Empty() {
					return false
				}
			}
		}
	}
	if odd.Len() == 1 {
		for c := range undecided.AndNot(g.cells).All() {
			g.add(c, odd.First())
		}
	}
	return true
}

// isGrave reports whether every empty cell has two candidates, and every house
// has every digit twice or not at all.
func (s *state) isGrave() bool {
	_, two, _, _ := s.byCount()
	if two.Len() != s.unfilled {
		return false
	}
	for h := range s.positions {
		for _, at := range &s.positions[h] {
			if n := at.len(); n != 0 && n != 2 {
				return false
			}
		}
	}
	return true
}

// sharedCandidate reports type 4.
func sharedCandidate(s *state, f *found, g *grave) {
	houses, n := sharedHouses(g.cells)
	shared := sudoku.AllDigits &^ g.digits
	for c := range g.cells.All() {
		shared &= s.digits[c]
	}
	if n == 0 || shared.Len() != 1 {
		return
	}
	for c := range g.cells.All() {
		f.remove(s, sudoku.CellSet(c), sudoku.AllDigits&^(g.of[c]|shared))
	}
	f.bug(g, Step{Variant: Type4, Rating: 57, Extra: shared, Houses: f.in(houses[0])})
}

// bugSubsets reports type 3.
func bugSubsets(s *state, f *found, g *grave) {
	for h := range sudoku.House(sudoku.NumHouses) {
		if !g.cells.Within(h.Cells()) {
			continue
		}
		common := positionsOf(h, g.common) & s.empty[h]
		for set := common; set != 0; set = (set - 1) & common {
			k := set.len() + 1
			var union sudoku.Digits
			for p := set; p != 0; p &= p - 1 {
				union |= s.digits[h.List()[p.first()]]
			}
			if k > 6 || union.Len() != k || g.digits&^union != 0 {
				continue
			}
			cells := cellsAt(h, set)
			f.remove(s, cellsAt(h, common).AndNot(cells), union)
			if f.removes() {
				f.bug(g, Step{
					Variant: Type3,
					Rating:  57 + Tenths(k-1),
					Extra:   union,
					Others:  f.list(cells),
					Houses:  f.in(h),
				})
			}
		}
	}
}

func (f *found) bug(g *grave, step Step) {
	if f.removes() {
		step.Cells = f.list(g.cells)
		step.Digits = g.digits
		f.add(step)
	}
}

func tellUniversalGrave(t *teller, s *Step) {
	var here state
	here.start(t.at.Grid)
	here.advance(t.at)
	g := new(grave)
	g.dig(&here)
	var digits sudoku.Digits
	var bugs []sudoku.Candidate
	for _, c := range s.Cells {
		digits |= g.of[c]
		bugs = append(bugs, t.candidatesOf([]sudoku.Cell{c}, g.of[c])...)
	}
	n := t.premise(Statement{Says: graveCells, Cells: s.Cells, Digits: digits})
	n = t.premise(Statement{Says: graveHouses, Cells: s.Cells, OneOf: [][]sudoku.Candidate{bugs}, From: []int{n}})
	if s.Variant == Type1 {
		t.concludes(s, Statement{Says: isBug, Cells: s.Cells, Digits: digits}, n)
		return
	}
	n = t.link(Statement{Says: oneIs, Cells: s.Cells, Digits: digits, OneOf: [][]sudoku.Candidate{bugs}}, n)
	switch s.Variant {
	case Type2:
		t.concludes(s, Statement{Says: seesAll, Cells: s.Cells, Digits: digits}, n)
	case Type3:
		with := t.onlyDigits(s.Houses[0], s.Others, s.Extra)
		t.concludes(s, Statement{Says: takenTogether, Others: s.Cells, Cells: s.Others, Extra: s.Extra, Houses: s.Houses}, n, with)
	default:
		only := t.onlyCells(s.Houses[0], s.Extra, s.Cells)
		t.concludes(s, Statement{Says: bugOrShared, Cells: s.Cells, Extra: s.Extra}, n, only)
	}
}

// reliesOfUniversalGrave adds all absent candidates: the step relies on the whole
// grid.
func reliesOfUniversalGrave(_ *Step, at *Position, on *marks) {
	for c, digits := range &at.Candidates {
		on.addAll(sudoku.CellSet(sudoku.Cell(c)), sudoku.AllDigits&^digits)
	}
}
