package sudoku

// Trials returns how often the solver has to try a candidate until it knows all
// solutions of g: the size of its search tree. A puzzle that simple deductions solve
// needs none. The number depends on the orientation of g. Counting takes some
// microseconds. The average over isomorphs grows with the difficulty for people.
func (s *Solver) Trials(g Grid) int {
	s.start(&g)
	return s.trialsFrom(0)
}

// trialsFrom counts the trials from the position at a depth of the stack.
func (s *Solver) trialsFrom(depth int) (n int) {
	p := &s.stack[depth]
	for {
		two, possible := p.simplify()
		if !possible || p.solved() {
			return n
		}
		c, d, other := p.branch(two)
		if d == 0 {
			continue
		}
		n++
		next := &s.stack[depth+1]
		*next = *p
		next.place(c, d)
		if other != 0 {
			next.remove(c, other)
		}
		n += s.trialsFrom(depth + 1)
		p.remove(c, d)
		if other != 0 {
			p.place(c, other)
		}
	}
}
