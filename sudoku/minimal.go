package sudoku

import "math"

// A clue is redundant if the other clues exclude all other digits from its cell.
// So there is no need to count the solutions without the clue. It is enough to
// ask whether there is a solution with another digit in that cell. The answer is
// no as soon as the other clues alone give the cell its digit by deduction.
//
// The questions about up to 81 clues have much in common. It is deduced only
// once:
//
//	clues, in the order of the questions   a b c d e f g h
//	a to h may go; the others are in       . . . . . . . .
//	a to d may go                          . . . . + + + +
//	a and b may go                         . . + + + + + +
//	a may go; ask                          . + + + + + + +
//
// The second half of the clues is put in, and the first half is sifted in the
// same way. Then the position is restored, the remaining clues of the first half
// are put in, and the second half is sifted. So 81 questions need 160 small
// additions, not 81 times 80. A clue that a deduction gives is removed at once,
// on any level: often the first level removes thirty clues. A clue that needs a
// search nearly always stays.

// Redundant returns the clues that can be taken away, each on its own, without
// losing the unique solution. A puzzle is minimal if there are none.
func (s *Solver) Redundant(p *Puzzle) Cells {
	var redundant Cells
	for c := range s.unlocked(p).All() {
		if s.redundant(p, c) {
			redundant = redundant.With(c)
		}
	}
	return redundant
}

// Minimal reports whether p is minimal: it has no redundant clue.
func (s *Solver) Minimal(p *Puzzle) bool {
	for c := range s.unlocked(p).All() {
		if s.redundant(p, c) {
			return false
		}
	}
	return true
}

// unlocked returns the clues of p that are not known to be needed.
func (s *Solver) unlocked(p *Puzzle) Cells {
	s.unavoidable.find(p)
	return s.unavoidable.clues.AndNot(s.unavoidable.locked)
}

// redundant reports whether clue c of p can be taken away.
func (s *Solver) redundant(p *Puzzle, c Cell) bool {
	rest := p.clues
	rest[c] = 0
	s.start(&rest)
	s.stack[0].remove(c, p.solution[c])
	return !s.solvable(0)
}

// Minimize takes redundant clues away from p. It tries the cells in the given
// order, and leaves no redundant clue among them. If order lists all clues, the
// result is minimal.
func (s *Solver) Minimize(p *Puzzle, order []Cell) {
	var listed [81]Cell
	cells := listed[:0]
	rest := p.clues
	for _, c := range order {
		if rest[c] != 0 {
			rest[c] = 0
			cells = append(cells, c)
		}
	}
	s.start(&rest)
	s.unavoidable.find(p)
	s.sift(0, p, cells)
}

// sift takes redundant clues away from cells, in their order. The position at
// depth holds all other clues.
func (s *Solver) sift(depth int, p *Puzzle, cells []Cell) {
	rest, next := &s.stack[depth], &s.stack[depth+1]
	cells = s.decide(rest, p, cells)
	if len(cells) == 0 {
		return
	}
	if len(cells) == 1 {
		c := cells[0]
		rest.remove(c, p.solution[c])
		if !s.unavoidable.locked.Has(c) && !s.solvable(depth) {
			s.takeClue(p, c)
		}
		return
	}
	half := len(cells) / 2
	*next = *rest
	next.placeClues(&p.clues, cells[half:])
	s.sift(depth+1, p, cells[:half])
	*next = *rest
	next.placeClues(&p.clues, cells[:half])
	s.sift(depth+1, p, cells[half:])
}

// decide takes away the clues of cells that follow from the position, and returns
// the clues that need a search. It places locked clues. The returned clues come
// first in the memory of cells and the locked clues next, so that the caller
// still finds every clue that stays.
func (s *Solver) decide(rest *position, p *Puzzle, cells []Cell) []Cell {
	locked := s.unavoidable.locked
	for _, c := range cells {
		if locked.Has(c) {
			rest.place(c, p.clues[c])
		}
	}
	rest.simplify()
	var memory [81]Cell
	held, left := memory[:0], cells[:0]
	for _, c := range cells {
		switch {
		case locked.Has(c):
			held = append(held, c)
		case !rest.open.Has(c):
			s.takeClue(p, c)
		default:
			left = append(left, c)
		}
	}
	copy(cells[len(left):], held)
	return left
}

// takeClue takes clue c away from p.
func (s *Solver) takeClue(p *Puzzle, c Cell) {
	p.clues[c] = 0
	s.unavoidable.take(c)
}

// placeClues places the clues that cells still have.
func (p *position) placeClues(clues *Grid, cells []Cell) {
	for _, c := range cells {
		if d := clues[c]; d != 0 {
			p.place(c, d)
		}
	}
}

// solvable reports whether the position at depth has a solution.
func (s *Solver) solvable(depth int) bool {
	s.deadEnds, s.narrows, s.budget = 0, false, math.MaxInt
	return !s.searchFrom(depth, func(*position) bool { return false })
}
