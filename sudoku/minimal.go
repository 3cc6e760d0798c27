package sudoku

// A clue of a puzzle is redundant if its cell can hold no other digit than that
// of the solution, given the other clues. So the question is never how many
// solutions there are without it, but whether there is one at all with that
// digit struck out; and it is answered no as soon as deductions from the other
// clues alone give the cell its digit.
//
// To ask for each of 81 clues in turn, what the others have in common is
// deduced only once:
//
//	clues, in the order in which to ask    a b c d e f g h
//	a to h may go; the others are in       . . . . . . . .
//	a to d may go                          . . . . + + + +
//	a and b may go                         . . + + + + + +
//	a may go; ask                          . + + + + + + +
//
// Half of the clues are put in, and the other half is sifted in the same way.
// Then the position goes back to what it was, what is left of the other half is
// put in, and the first half is sifted. So 81 questions need 160 small
// additions rather than 81 times 80. A clue that follows at any level goes
// there and then: often the first thirty, with one look. What remains to be
// asked is nearly always a clue that stays.

// Redundant returns the clues that can be taken away, each for itself, while
// the solution stays unique. A puzzle is minimal if there is none.
func (s *Solver) Redundant(p *Puzzle) Cells {
	var redundant Cells
	for c := range s.unlocked(p).All() {
		if s.redundant(p, c) {
			redundant = redundant.With(c)
		}
	}
	return redundant
}

// Minimal reports whether no clue of p can be taken away.
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

// Minimize takes redundant clues away, in the order of the cells given, until
// none of them is left that could go. If order lists all clues, the result is
// minimal.
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

// sift takes redundant clues away from cells, in order. The position at depth
// holds all other clues.
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

// decide puts locked clues into the position of what is beside cells, takes
// away the clues that follow from it, and returns the others. They come first
// in the memory of cells; behind them are the locked clues, so that none is
// lost there that is not taken away.
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

// takeClue takes a clue away.
func (s *Solver) takeClue(p *Puzzle, c Cell) {
	p.clues[c] = 0
	s.unavoidable.take(c)
}

// placeClues places the clues of cells that have one.
func (p *position) placeClues(clues *Grid, cells []Cell) {
	for _, c := range cells {
		if d := clues[c]; d != 0 {
			p.place(c, d)
		}
	}
}

// solvable reports whether the position at depth has a solution.
func (s *Solver) solvable(depth int) bool {
	return !s.searchFrom(depth, func(*position) bool { return false })
}
