package sudoku

import "math/rand/v2"

// RandomSolution returns a complete grid: isomorphs are equally likely, as
// relabeled and rearranged ones are told apart by nothing but chance; classes
// of grids are not exactly, but nearly so.
func (s *Solver) RandomSolution(random *rand.Rand) Grid {
	*s = Solver{}
	s.fill(random)
	return s.grid
}

// fill completes s.grid, in the order of fewest candidates, with ties between
// cells and the order of digits left to chance.
func (s *Solver) fill(random *rand.Rand) bool {
	best, bestSet, fewest, ties := Cell(0), Digits(0), 10, 0
	for c := range Cell(81) {
		if s.grid[c] != 0 {
			continue
		}
		set := AllDigits &^ (s.row[c.Row()] | s.column[c.Column()] | s.box[c.Box()])
		n := set.Len()
		if n < fewest {
			fewest, ties = n, 0
		}
		if n == fewest {
			if ties++; random.IntN(ties) == 0 {
				best, bestSet = c, set
			}
		}
	}
	if fewest == 10 {
		return true
	}
	for range fewest {
		d := bestSet.nth(random.IntN(bestSet.Len()))
		bestSet = bestSet.Without(d)
		s.grid[best] = d
		s.toggle(best, d)
		if s.fill(random) {
			return true
		}
		s.toggle(best, d)
		s.grid[best] = 0
	}
	return false
}

func (s Digits) nth(n int) Digit {
	for range n {
		s &= s - 1
	}
	return s.First()
}
