package rating

import (
	"iter"

	"github.com/seedoku/seedoku/sudoku"
)

// A person may do a part of what a unique loop removes. Then a cell of the loop lacks one of its
// two digits, and the scale knows the loop no more, although its argument holds: it needs no
// candidate in the loop, but only cells without clues. Without it, the next step may be harder
// than the puzzle. So from a position of a person, a loop is also looked for with its two digits
// put back, if all other steps are harder than the puzzle. On the path that rates a puzzle none is.

// uniqueRectangle is the technique of loops.
var uniqueRectangle = rowOf(techniques[:], "unique-rectangle")

// restored is a search for loops with their digits put back. It is scratch memory.
type restored struct {
	found found
	rater Rater
	// What is known of the ER of the puzzle: it is below one bound, and not below the other.
	below, notBelow Tenths
}

// easier looks for loops with their digits put back, if the steps found are harder than p. The
// easiest of these loops replace the steps found if they are easier.
func (x *restored) easier(r *Rater, p *sudoku.Puzzle) error {
	least := r.found.steps[0].Rating
	if least <= techniques[uniqueRectangle].least {
		return nil
	}
	var best []Step
	for step := range x.loops(&r.state) {
		if len(best) > 0 && step.Rating < best[0].Rating {
			best = best[:0]
		}
		if step.Rating < least && (len(best) == 0 || step.Rating == best[0].Rating) {
			best = append(best, step)
		}
	}
	if len(best) == 0 {
		return nil
	}
	if harder, err := x.harder(r, p, least); err != nil || !harder {
		return err
	}
	r.found.steps = best
	return nil
}

// loops yields the steps of loops, each with the two digits of the loop put back.
func (x *restored) loops(s *state) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		x.found.table, x.found.every = techniques[:], true
		start := PositionOf(s.grid)
		for a := sudoku.Digit(1); a < 9; a++ {
			for b := a + 1; b <= 9; b++ {
				pair, with := sudoku.DigitSet(a, b), *s
				if !with.restore(&start, pair) {
					continue
				}
				x.found.by(uniqueRectangle, &with)
				for _, step := range clones(x.found.steps) {
					step.Eliminations = s.present(step.Eliminations)
					if step.Digits == pair && len(step.Eliminations) > 0 && !yield(step) {
						return
					}
				}
			}
		}
	}
}

// harder reports whether a rating is above the ER of p.
func (x *restored) harder(r *Rater, p *sudoku.Puzzle, than Tenths) (harder bool, err error) {
	switch {
	case than <= x.notBelow:
		return false, nil
	case x.below != 0 && than >= x.below:
		return true, nil
	}
	x.rater.asked = r.asked
	_, harder, err = x.rater.RateBelow(p, than)
	if harder {
		x.below = than
	} else {
		x.notBelow = than
	}
	return harder, err
}

// restore puts digits back where a position has them, and reports whether there are any to put back.
func (s *state) restore(from *Position, digits sudoku.Digits) (restored bool) {
	for c := range sudoku.Cell(81) {
		for d := range (from.Candidates[c] & digits &^ s.digits[c]).All() {
			restored = true
			s.digits[c] = s.digits[c].With(d)
			s.cells[d-1] = s.cells[d-1].With(c)
			for _, m := range &memberships[c] {
				s.positions[m.house][d-1] |= m.bit
			}
		}
	}
	return restored
}

// present returns the candidates of a list that s has.
func (s *state) present(list []sudoku.Candidate) (present []sudoku.Candidate) {
	for _, k := range list {
		if s.digits[k.Cell()].Has(k.Digit()) {
			present = append(present, k)
		}
	}
	return present
}
