package sudoku

import "math"

// maxDepth is more than the number of cells that can be tried, and more than
// the levels of sifting clues.
const maxDepth = 90

// Solver finds and counts the solutions of grids. The zero value is ready. It
// holds scratch memory, so that solving allocates nothing, and serves one
// goroutine at a time.
type Solver struct {
	stack       [maxDepth]position
	unavoidable unavoidable
	deadEnds    int  // met in the search, see branch
	narrows     bool // see narrow
	budget      int  // dead ends after which the search begins anew, see narrow
	trials      int  // candidates tried in the search, see Trials
	asked       func() error
	ended       error
}

// Solve returns a solution of g, and reports whether there is one.
func (s *Solver) Solve(g Grid) (Grid, bool) {
	n, solution := s.Solutions(g, 1)
	return solution, n == 1
}

// Count returns the number of solutions of g, at most limit, which is 0 for a limit below 0.
func (s *Solver) Count(g Grid, limit int) int {
	n, _ := s.solutions(&g, 0, limit)
	return n
}

// Solutions returns the number of solutions of g, at most limit, and the first of
// them in the order of [Solver.Each] if there is any.
func (s *Solver) Solutions(g Grid, limit int) (n int, solution Grid) {
	return s.solutions(&g, patience, limit)
}

func (s *Solver) solutions(g *Grid, deadEnds, limit int) (n int, solution Grid) {
	if limit <= 0 {
		return 0, solution
	}
	s.search(g, deadEnds, func(p *position) bool {
		if n++; n == 1 {
			solution = p.grid()
		}
		return n < limit
	})
	return n, solution
}

// Each calls visit for every solution of g until visit returns false. The order is
// always the same. A solution belongs to visit, which may keep it, but must not use s.
func (s *Solver) Each(g Grid, visit func(*Grid) bool) {
	s.search(&g, patience, func(p *position) bool {
		solution := p.grid()
		return visit(&solution)
	})
}

// Prove returns g as a [Puzzle] if it has exactly one solution. If not, the error
// is a [*ConflictError], [ErrNoSolution], [ErrManySolutions] or that of [Solver.Err].
func (s *Solver) Prove(g Grid) (Puzzle, error) {
	n, solution := s.solutions(&g, 0, 2)
	if s.ended != nil {
		return Puzzle{}, s.ended
	}
	switch n {
	case 0:
		if err := g.Conflict(); err != nil {
			return Puzzle{}, err
		}
		return Puzzle{}, ErrNoSolution
	case 1:
		return Puzzle{clues: g, solution: solution}, nil
	default:
		return Puzzle{}, ErrManySolutions
	}
}

// askedAfter is the number of dead ends after which the solver asks whether to go on.
// They take a fifth of a millisecond.
const askedAfter = 256

// InterruptBy sets a function that s asks now and then while it searches. Its error ends
// the search and all later ones, and [Solver.Err] returns it, until InterruptBy is called
// again. Nil ends nothing.
func (s *Solver) InterruptBy(ask func() error) { s.asked, s.ended = ask, nil }

// Err returns the error that has ended a search. What s has found since is not whole.
func (s *Solver) Err() error { return s.ended }

// deadEnd reports whether to go on after another dead end.
func (s *Solver) deadEnd() bool {
	s.deadEnds++
	if s.asked != nil && s.deadEnds%askedAfter == 0 && s.ended == nil {
		s.ended = s.asked()
	}
	return s.ended == nil && s.deadEnds < s.budget
}

// search calls found for every solution until found returns false. It begins as if it
// had met a number of dead ends: with patience, solutions come in the order that must
// stay, with 0, two are found sooner.
func (s *Solver) search(g *Grid, deadEnds int, found func(*position) bool) {
	s.deadEnds, s.narrows, s.budget = deadEnds, false, firstBudget
	for {
		if !s.start(g) {
			return
		}
		s.searchFrom(0, func(p *position) bool {
			s.budget = math.MaxInt // nothing is found twice
			return found(p)
		})
		if s.deadEnds < s.budget || s.ended != nil {
			return
		}
		s.narrows, s.budget = !s.narrows, 4*s.budget
	}
}

// start makes g the position at the bottom of the stack. It reports false if a number of g
// is no digit.
func (s *Solver) start(g *Grid) (valid bool) {
	p := &s.stack[0]
	*p = fresh
	p.placed, valid = g.cellsOf()
	for _, cells := range p.placed {
		p.open = p.open.AndNot(cells)
	}
	for i, cells := range p.placed {
		p.digits[i] = p.open.AndNot(Cells{rowsOf(cells.lo), rowsOf(cells.hi)})
	}
	return valid
}

// searchFrom searches from the position at a depth of the stack. It reports
// false once found has returned false or the search is interrupted.
func (s *Solver) searchFrom(depth int, found func(*position) bool) bool {
	p := &s.stack[depth]
	for {
		two, possible := p.simplify()
		if !possible {
			return s.deadEnd()
		}
		if p.solved() {
			return found(p)
		}
		c, d, other := s.choose(p, two)
		if d == 0 {
			continue
		}
		s.trials++
		next := &s.stack[depth+1]
		*next = *p
		next.place(c, d)
		if other != 0 {
			next.remove(c, other)
		}
		if !s.searchFrom(depth+1, found) {
			return false
		}
		p.remove(c, d)
		if other != 0 {
			p.place(c, other)
		}
	}
}

// choose returns a candidate to try, as branch does.
func (s *Solver) choose(p *position, two Cells) (c Cell, d, other Digit) {
	if s.deadEnds < patience {
		return p.first(two)
	}
	if s.narrows {
		c, d = p.narrow()
		return c, d, 0
	}
	return p.branch(two)
}
