package rating

import (
	"slices"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/sudoku"
)

// settledBase returns the position of the base where techniques up to a placing
// rating find no more.
func (a *Additions) settledBase(rating int) *state {
	x := &a.base.settled[rating]
	switch more := a.base.added.AndNot(x.added); {
	case !x.begun:
		x.begun, x.state = true, a.base.start
	case more.Empty() || !x.state.fill(more, &a.puzzle):
		x.added = a.base.added
		return &x.state
	}
	x.added = a.base.added
	a.settle(&x.state, rating)
	if x.state.solved() {
		a.base.solved = min(a.base.solved, rating)
	}
	return &x.state
}

// fill places the digits of a puzzle's solution in some cells, and reports whether
// any of them was empty.
func (s *state) fill(cells sudoku.Cells, p *sudoku.Puzzle) (filled bool) {
	solution := p.Solution()
	for c := range cells.All() {
		filled = filled || s.grid[c] == 0
		s.place(c, solution[c])
	}
	return filled
}

// settle applies the techniques up to a placing rating until they find no more. Singles
// go first, since the order does not matter.
func (a *Additions) settle(s *state, rating int) {
	bound := leastFrom[removalRow]
	if rating < lastPlacing {
		bound = placingRatings[rating+1]
	}
	for f := &a.rater.found; !s.solved(); {
		switch {
		case s.placeHidden(rating == 0) || bound > 23 && s.placeNaked():
		case bound > 17 && f.search(s, directRow, removalRow, bound) == steps:
			f.apply(s)
		default:
			return
		}
	}
}

// placeHidden places hidden singles, and reports whether there were any. With onlyBoxes
// it leaves out hidden singles of rows and columns, unless their cell is the last one
// that is empty.
func (s *state) placeHidden(onlyBoxes bool) (placed bool) {
	for h := range sudoku.House(sudoku.NumHouses) {
		if s.empty[h] == 0 || onlyBoxes && h < sudoku.FirstBox && !s.empty[h].one() {
			continue
		}
		for d := range s.positions[h] {
			if at := s.positions[h][d]; at.one() {
				s.place(h.List()[at.first()], sudoku.Digit(d+1))
				placed = true
			}
		}
	}
	return placed
}

// placeNaked places naked singles, and reports whether there were any.
func (s *state) placeNaked() bool {
	one, _, _, _ := s.byCount()
	for c := range one.All() {
		if digits := s.digits[c]; digits != 0 {
			s.place(c, digits.First())
		}
	}
	return !one.Empty()
}

// positionWith returns the number of the settled position of the base with a clue in a
// cell.
func (a *Additions) positionWith(cell sudoku.Cell) int32 {
	if a.base.solved > lastPlacing {
		a.settledBase(lastPlacing)
	}
	switch {
	case a.base.solved <= lastPlacing:
		return solvedPosition
	case a.base.settled[lastPlacing].state.grid[cell] == 0:
		a.settleWith(cell, lastPlacing)
		return a.position(&a.reached)
	case a.base.at == unknownPosition:
		a.base.at = a.position(&a.base.settled[lastPlacing].state)
	}
	return a.base.at
}

// settleWith computes the position of the base with a clue in a cell where techniques
// up to a placing rating find no more.
func (a *Additions) settleWith(cell sudoku.Cell, rating int) {
	a.reached = *a.settledBase(rating)
	if a.reached.grid[cell] == 0 {
		a.reached.place(cell, a.start.grid[cell])
		a.settle(&a.reached, rating)
	}
}

// position returns the number of a settled state among the known positions. It adds
// an unknown one.
func (a *Additions) position(s *state) int32 {
	if s.solved() {
		return solvedPosition
	}
	head := &a.heads[hashOf(&s.digits)%uint64(len(a.heads))]
	for i := *head; i != 0; i = a.known[i-1].sibling {
		if a.known[i-1].state.digits == s.digits {
			return i - 1
		}
	}
	a.known = slices.Grow(a.known, 1)[:len(a.known)+1]
	x := &a.known[len(a.known)-1]
	x.state = *s
	x.rating, x.least, x.oriented, x.sibling = 0, 0, false, *head
	*head = int32(len(a.known))
	return *head - 1
}

// hashOf returns a hash of the candidates of cells.
func hashOf(digits *[81]sudoku.Digits) (h uint64) {
	for _, d := range digits {
		h = h*0x9e3779b97f4a7c15 + uint64(d)
	}
	return shuffle.Mix(h)
}
