package sudoku

// maxDepth is more than the number of cells that can be tried, and more than
// the levels of sifting clues.
const maxDepth = 90

// Solver finds and counts the solutions of grids. The zero value is ready. It
// holds scratch memory, so that solving allocates nothing, and serves one
// goroutine at a time.
type Solver struct {
	stack       [maxDepth]position
	unavoidable unavoidable
}

// Solve returns a solution of g, and reports whether there is one.
func (s *Solver) Solve(g Grid) (Grid, bool) {
	n, solution := s.Solutions(g, 1)
	return solution, n == 1
}

// Count returns the number of solutions of g, at most limit.
func (s *Solver) Count(g Grid, limit int) int {
	n := 0
	s.search(&g, func(*position) bool {
		n++
		return n < limit
	})
	return n
}

// Solutions returns the number of solutions of g, at most limit, and one of
// them if there is any.
func (s *Solver) Solutions(g Grid, limit int) (n int, solution Grid) {
	s.search(&g, func(p *position) bool {
		if n++; n == 1 {
			solution = p.grid()
		}
		return n < limit
	})
	return n, solution
}

// Each calls visit for every solution of g until visit returns false.
func (s *Solver) Each(g Grid, visit func(*Grid) bool) {
	s.search(&g, func(p *position) bool {
		solution := p.grid()
		return visit(&solution)
	})
}

// Prove returns g as a [Puzzle] if it has exactly one solution. If not, the error
// is a [*ConflictError], [ErrNoSolution] or [ErrManySolutions].
func (s *Solver) Prove(g Grid) (Puzzle, error) {
	switch n, solution := s.Solutions(g, 2); n {
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

// search calls found for every solution until found returns false.
func (s *Solver) search(g *Grid, found func(*position) bool) {
	s.start(g)
	s.searchFrom(0, found)
}

// start makes g the position at the bottom of the stack.
func (s *Solver) start(g *Grid) {
	p := &s.stack[0]
	*p = fresh
	p.placed = g.cellsOf()
	for _, cells := range p.placed {
		p.open = p.open.AndNot(cells)
	}
	for i, cells := range p.placed {
		p.digits[i] = p.open.AndNot(Cells{rowsOf(cells.lo), rowsOf(cells.hi)})
	}
}

// searchFrom searches from the position at a depth of the stack. It reports
// false once found has returned false.
func (s *Solver) searchFrom(depth int, found func(*position) bool) bool {
	p := &s.stack[depth]
	for {
		two, possible := p.simplify()
		if !possible {
			return true
		}
		if p.solved() {
			return found(p)
		}
		c, d, other := p.branch(two)
		if d == 0 {
			continue
		}
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
