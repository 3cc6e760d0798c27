package rating

import (
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// Aligned exclusion looks at all ways to fill two or three cells, the base. A
// way is impossible if cells that see each other get the same digit, or if it
// takes all candidates of a cell that sees the whole base: an excluder, of two
// candidates, or with three base cells two or three. A candidate that is in no
// possible way goes.
//
//	base {1 2 3} {1 4}, both seen by {1 2} and {2 4}: not 2 with 1, not 2 with
//	4, so the first cell is not 2
//
// At least two excluders must see the whole base, and of three base cells at
// least one must itself be seen by another and have at most three candidates.
//
// Cells: the base. Others: the excluders that see all of it.

func alignedPairs(s *state, f *found) {
	_, two, _, _ := s.byCount()
	f.excluders(s, two)
	base := &f.base
	for i := range base.cells {
		for j := range i {
			common := base.excluders[i].And(base.excluders[j])
			if common.Len() >= 2 {
				f.aligned(s, common, base.cells[j], base.cells[i])
			}
		}
	}
}

// alignedBase are the cells that a base can be made of.
type alignedBase struct {
	cells     []sudoku.Cell
	excluders []sudoku.Cells  // that each of them sees
	digits    []sudoku.Digits // of the excluders of a base
}

// excluders lists the cells that see an excluder, with those they see.
func (f *found) excluders(s *state, all sudoku.Cells) {
	f.base.cells, f.base.excluders = f.base.cells[:0], f.base.excluders[:0]
	one, _, _, _ := s.byCount()
	for c := range sudoku.AllCells.AndNot(one).All() {
		if near := all.And(c.Peers()); s.grid[c] == 0 && !near.Empty() {
			f.base.cells = append(f.base.cells, c)
			f.base.excluders = append(f.base.excluders, near)
		}
	}
}

// aligned reports what a base excludes.
func (f *found) aligned(s *state, excluders sudoku.Cells, base ...sudoku.Cell) {
	f.base.digits = f.base.digits[:0]
	for c := range excluders.All() {
		f.base.digits = append(f.base.digits, s.digits[c])
	}
	var possible [3]sudoku.Digits
	f.base.fill(s, base, 0, [3]sudoku.Digit{}, &possible)
	for i, c := range base {
		f.remove(s, sudoku.CellSet(c), sudoku.AllDigits&^possible[i])
	}
	if f.removes() {
		f.add(Step{Cells: f.listed(base...), Others: f.list(excluders)})
	}
}

// fill tries all ways to fill the rest of a base when its first cells have the
// given digits, and collects those of the possible ways by cell. It reports
// whether there is one. The digits of the last cell are tried all at once.
func (b *alignedBase) fill(s *state, base []sudoku.Cell, n int, digits [3]sudoku.Digit, possible *[3]sudoku.Digits) bool {
	fit := s.digits[base[n]]
	for i, d := range digits[:n] {
		if base[i].Sees(base[n]) {
			fit = fit.Without(d)
		}
	}
	if n == len(base)-1 {
		fit &^= b.forbidden(sudoku.DigitSet(digits[:n]...))
		possible[n] |= fit
		return fit != 0
	}
	any := false
	for d := range fit.All() {
		digits[n] = d
		if b.fill(s, base, n+1, digits, possible) {
			possible[n] = possible[n].With(d)
			any = true
		}
	}
	return any
}

// forbidden returns the digits that together with those taken are all
// candidates of an excluder.
func (b *alignedBase) forbidden(taken sudoku.Digits) sudoku.Digits {
	var digits sudoku.Digits
	for _, excluder := range b.digits {
		switch left := excluder &^ taken; {
		case left == 0:
			return sudoku.AllDigits
		case left&(left-1) == 0:
			digits |= left
		}
	}
	return digits
}

func explainAligned(s *Step) string {
	return fmt.Sprintf("All ways to fill %s that have %s repeat a digit in a house or leave one of %s without a candidate: %s.",
		cellNames(s.Cells), joined(s.Eliminations, " or "), cellNames(s.Others), s.conclusion())
}
