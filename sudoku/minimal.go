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
//	clues in the order in which to ask    a b c d e f g h
//	outside e to h, first half            . . . . + + + +
//	outside c to d, first quarter         . . + + + + + +
//	without a: all but a                  . + + + + + + +
//
// Half of the clues are put in, the other half is sifted; then what was left
// of that half is put in, and the first is taken out by going back to a copy
// of the position. So 81 questions need 160 small additions rather than 81
// times 80. A clue that follows at any level is gone there and then: often the
// first thirty, with one look.

// Redundant returns the clues that can be taken away, each for itself, while
// the solution stays unique. A puzzle is minimal if there is none.
func (s *Solver) Redundant(p *Puzzle) Cells {
	var redundant Cells
	for c := range p.Clues.Filled().All() {
		if s.redundant(p, c) {
			redundant = redundant.With(c)
		}
	}
	return redundant
}

// Minimal reports whether no clue of p can be taken away.
func (s *Solver) Minimal(p *Puzzle) bool {
	for c := range p.Clues.Filled().All() {
		if s.redundant(p, c) {
			return false
		}
	}
	return true
}

// redundant reports whether clue c of p can be taken away.
func (s *Solver) redundant(p *Puzzle, c Cell) bool {
	rest := p.Clues
	rest[c] = 0
	s.start(&rest)
	return s.forced(0, c, p.Solution[c])
}

// Minimize takes redundant clues away, in the order of the cells given, until
// none of them is left that could go. If order lists all clues, the result is
// minimal.
func (s *Solver) Minimize(p *Puzzle, order []Cell) {
	var listed [81]Cell
	cells := listed[:0]
	rest := p.Clues
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
		if c := cells[0]; !s.unavoidable.locked.Has(c) && s.forced(depth, c, p.Solution[c]) {
			s.takeClue(p, c)
		}
		return
	}
	half := len(cells) / 2
	*next = *rest
	next.placeClues(&p.Clues, cells[half:])
	s.sift(depth+1, p, cells[:half])
	*next = *rest
	next.placeClues(&p.Clues, cells[:half])
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
			rest.place(c, p.Clues[c])
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
	p.Clues[c] = 0
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

// forced reports whether no solution of the position at depth has another
// digit than d in c.
func (s *Solver) forced(depth int, c Cell, d Digit) bool {
	next := &s.stack[depth+1]
	*next = s.stack[depth]
	next.remove(c, d)
	return s.searchFrom(depth+1, func(*position) bool { return false })
}
