package rating

import (
	"fmt"

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
		digits := s.digits[pivot]
		near := two.And(pivot.Peers())
		for d := range sudoku.Digit(9) {
			if !digits.Has(d + 1) {
				near = near.AndNot(s.cellsOf(d + 1))
			}
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

func explainXYWing(s *Step) string {
	return fmt.Sprintf("%v is %s: either way, %v or %v is %v. So no cell that sees both can be %v: %s.",
		s.Cells[0], joinedDigits(s.Digits&^s.Extra, " or "), min(s.Cells[1], s.Cells[2]), max(s.Cells[1], s.Cells[2]),
		digitNames(s.Extra), digitNames(s.Extra), s.Conclusion())
}

func explainXYZWing(s *Step) string {
	return fmt.Sprintf("%v is %s: whichever it is, it or %v or %v is %v. So no cell that sees all three can be %v: %s.",
		s.Cells[0], joinedDigits(s.Digits, " or "), min(s.Cells[1], s.Cells[2]), max(s.Cells[1], s.Cells[2]),
		digitNames(s.Extra), digitNames(s.Extra), s.Conclusion())
}
