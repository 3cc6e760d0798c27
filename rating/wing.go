package rating

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A wing is a pivot and two cells that it sees, with three digits between them:
//
//	XY-wing    pivot {x y}    wings {x z} and {y z}
//	XYZ-wing   pivot {x y z}  wings {x z} and {y z}
//
// Whatever the pivot is, one of the cells is z. So no cell can be z that sees all
// of them that have z.

func xyWings(s *state, f *found) {
	_, two, _, _ := s.byCount()
	for pivot := range two.All() {
		near := two.And(pivot.Peers())
		x := s.digits[pivot].First()
		y := s.digits[pivot].Without(x).First()
		for one := range near.And(s.cellsOf(x)).AndNot(s.cellsOf(y)).All() {
			z := s.digits[one].Without(x)
			others := near.And(s.cellsOf(y)).And(s.cellsOf(z.First())).AndNot(s.cellsOf(x))
			for other := range others.All() {
				f.wing(s, z, one.Peers().And(other.Peers()), pivot, one, other)
			}
		}
	}
}

func xyzWings(s *state, f *found) {
	_, two, three, _ := s.byCount()
	for pivot := range three.All() {
		near := two.And(pivot.Peers())
		for d := range (sudoku.AllDigits &^ s.digits[pivot]).All() {
			near = near.AndNot(s.cellsOf(d))
		}
		for one := range near.All() {
			for other := range near.All() {
				if z := s.digits[one] & s.digits[other]; one < other && z.Len() == 1 {
					seen := pivot.Peers().And(one.Peers()).And(other.Peers())
					f.wing(s, z, seen, pivot, one, other)
				}
			}
		}
	}
}

// wing reports a wing, which excludes z from the cells seen.
func (f *found) wing(s *state, z sudoku.Digits, seen sudoku.Cells, pivot, one, other sudoku.Cell) {
	targets := seen.And(s.cellsOf(z.First()))
	if targets.Empty() {
		return
	}
	f.remove(s, targets, z)
	f.add(Step{
		Digits: s.digits[pivot] | z,
		Extra:  z,
		Cells:  f.listed(pivot, one, other),
	})
}

func tellXYWing(t *teller, s *Step) { t.wing(s, s.Digits&^s.Extra, s.Cells[1:]) }

func tellXYZWing(t *teller, s *Step) { t.wing(s, s.Digits, s.Cells) }

// wing says that one of some cells has the digit that is removed, whatever the pivot
// is.
func (t *teller) wing(s *Step, ofPivot sudoku.Digits, ends []sudoku.Cell) {
	pivot := s.Cells[0]
	cases := []int{t.isOneOf(pivot, ofPivot)}
	for _, c := range s.Cells[1:] {
		x := t.at.Candidates[c] &^ s.Extra
		n := t.link(Statement{
			Says:  ifThen,
			Way:   []Fact{{pivot.Candidate(x.First()), true}},
			Cells: []sudoku.Cell{c}, Digits: s.Extra,
			OneOf: [][]sudoku.Candidate{append(t.candidatesOf([]sudoku.Cell{pivot}, ofPivot&^x), c.Candidate(s.Extra.First()))},
		}, cases[0])
		cases = append(cases, n)
	}
	t.endIn(s, ends, cases...)
}

// endIn says that one of some cells has the digit Extra of a step, so that no cell can
// have it that sees them all.
func (t *teller) endIn(s *Step, ends []sudoku.Cell, from ...int) {
	ends = slices.Sorted(slices.Values(ends))
	n := t.link(Statement{Says: oneIs, Cells: ends, Digits: s.Extra, OneOf: [][]sudoku.Candidate{t.candidatesOf(ends, s.Extra)}}, from...)
	t.concludes(s, Statement{Says: seesAll, Cells: ends, Digits: s.Extra}, n)
}
