package rating

import "github.com/seedoku/seedoku/sudoku"

// Nearly all places of a digit, or candidates of a cell, lead to nothing in
// common; then in which way they lead where is of no interest. So a static
// engine, whose links stay the same, first finds out what each of them leads to
// at all:
//
//	        weak links                  strong links
//	on  --  all it sees, at once  off ==  those of linked candidates  on ...
//
// As a set that does not depend on any order, unless an assumption contradicts
// itself: then a trace ends early, and only the trace itself can tell what is
// on it.

// reach is all that follows from a candidate being on.
type reach struct {
	run           uint32 // of the engine
	contradictory bool
	on, off       marks
}

// reaches holds the static links of a state, and what candidates lead to by
// them.
type reaches struct {
	of     [729]reach
	strong [729]sudoku.Cells // where the digit of a candidate must be if not there
	linked marks             // candidates with an entry in strong, or one of two in their cell
	stack  []sudoku.Candidate
}

// link gathers the strong links of a state.
func (r *reaches) link(s *state) {
	r.linked = marks{}
	for h := range sudoku.House(sudoku.NumHouses) {
		for d, at := range &s.positions[h] {
			if rest := at & (at - 1); rest != 0 && rest.one() {
				a, b := h.List()[at.first()], h.List()[rest.first()]
				r.join(a, b, sudoku.Digit(d+1))
				r.join(b, a, sudoku.Digit(d+1))
			}
		}
	}
	for c, digits := range &s.digits {
		if digits.Len() != 2 {
			continue
		}
		for d := range digits.All() {
			r.note(sudoku.Cell(c).Candidate(d))
		}
	}
}

// join notes that a digit must be in a cell if it is not in another one.
func (r *reaches) join(from, to sudoku.Cell, d sudoku.Digit) {
	k := from.Candidate(d)
	r.note(k)
	r.strong[k] = r.strong[k].With(to)
}

// note makes a candidate one with strong links.
func (r *reaches) note(k sudoku.Candidate) {
	if !r.linked.has(k) {
		r.strong[k] = sudoku.Cells{}
		r.linked.add(k)
	}
}

// from returns what follows from a candidate of a state being on.
func (r *reaches) from(k sudoku.Candidate, s *state, run uint32) *reach {
	to := &r.of[k]
	if to.run == run {
		return to
	}
	*to = reach{run: run}
	to.on.add(k)
	r.stack = append(r.stack[:0], k)
	for len(r.stack) > 0 {
		k := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		c, d := k.Cell(), k.Digit()
		off := &to.off.cells[d-1]
		gone := s.cells[d-1].And(c.Peers()).AndNot(*off)
		*off = off.Or(gone)
		for other := range gone.And(r.linked.cells[d-1]).All() {
			r.switchOn(to, other.Candidate(d), s)
		}
		for other := range s.digits[c].Without(d).All() {
			if k := c.Candidate(other); !to.off.has(k) {
				to.off.add(k)
				r.switchOn(to, k, s)
			}
		}
	}
	var both sudoku.Cells
	for d := range to.on.cells {
		both = both.Or(to.on.cells[d].And(to.off.cells[d]))
	}
	to.contradictory = !both.Empty()
	return to
}

// switchOn adds what is on because a candidate is off.
func (r *reaches) switchOn(to *reach, k sudoku.Candidate, s *state) {
	if !r.linked.has(k) {
		return
	}
	c, d := k.Cell(), k.Digit()
	for other := range r.strong[k].AndNot(to.on.cells[d-1]).All() {
		to.on.add(other.Candidate(d))
		r.stack = append(r.stack, other.Candidate(d))
	}
	if rest := s.digits[c].Without(d); rest != 0 && rest&(rest-1) == 0 {
		if other := c.Candidate(rest.First()); !to.on.has(other) {
			to.on.add(other)
			r.stack = append(r.stack, other)
		}
	}
}

// mayShare reports whether candidates of the state that the engine starts from,
// if they are on, may lead to the same.
func (e *engine) mayShare(candidates []sudoku.Candidate) bool {
	if e.rules.dynamic {
		return true
	}
	first := e.reaches.from(candidates[0], e.start, e.run)
	if first.contradictory {
		return true
	}
	isOn, isOff := first.on, first.off
	someOn, someOff := true, true
	for _, k := range candidates[1:] {
		to := e.reaches.from(k, e.start, e.run)
		if to.contradictory {
			return true
		}
		someOn = someOn && isOn.keep(&to.on)
		someOff = someOff && isOff.keep(&to.off)
	}
	return someOn || someOff
}
