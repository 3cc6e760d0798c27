package rating

import "github.com/seedoku/seedoku/sudoku"

// Nearly all assumptions lead to nothing in common, and to no contradiction;
// then in which way they lead where is of no interest. So an engine without patterns
// first finds out what each assumption leads to at all, as a set:
//
//	        weak links                  strong links
//	on  --  all it sees, at once  off ==  what is left alone  on ...
//
// A set does not depend on the order in which it is found, unless an assumption
// contradicts itself: then a trace ends early, and only the trace itself can
// tell what is on it.

// reach is all that follows from an assumption.
type reach struct {
	run           uint32 // of the engine
	contradictory bool
	on, off       marks
}

// reaches finds out what follows from assumptions.
type reaches struct {
	of    [numLiterals]reach
	rules engineRules
	run   uint32 // of the engine
	start *state
	stack []sudoku.Candidate // that are on, and not followed up yet

	// Of a static engine: the strong links.
	strong [729]sudoku.Cells // where the digit of a candidate must be if not there
	linked marks             // candidates with an entry in strong, or one of two in their cell

	// Of a dynamic engine: what is left under an assumption.
	digits    [81]sudoku.Digits
	cells     [9]sudoku.Cells
	positions [sudoku.NumHouses][9]positions
}

// begin makes r ready for a run.
func (r *reaches) begin(rules engineRules, start *state, run uint32) {
	r.rules, r.start, r.run = rules, start, run
	if !rules.dynamic {
		r.link()
	}
}

// link gathers the strong links of the state.
func (r *reaches) link() {
	r.linked = marks{}
	for h := range sudoku.House(sudoku.NumHouses) {
		for d, at := range &r.start.positions[h] {
			if rest := at & (at - 1); rest != 0 && rest.one() {
				a, b := h.List()[at.first()], h.List()[rest.first()]
				r.join(a, b, sudoku.Digit(d+1))
				r.join(b, a, sudoku.Digit(d+1))
			}
		}
	}
	for c, digits := range &r.start.digits {
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

// from returns what follows from an assumption.
func (r *reaches) from(l literal) *reach {
	k := l.candidate()
	if !l.on() {
		// Each of two linked candidates being off and the other one being on
		// lead to each other, and so to the same.
		if other, linked := r.partner(k); linked {
			return r.from(on(other))
		}
	}
	to := &r.of[l]
	if to.run == r.run {
		return to
	}
	*to = reach{run: r.run}
	switch {
	case !l.on():
		to.off.add(k)
	case r.rules.dynamic:
		r.dynamic(to, k)
	default:
		r.static(to, k)
	}
	return to
}

// partner returns a candidate to which another one has a strong link, if there
// is any.
func (r *reaches) partner(k sudoku.Candidate) (other sudoku.Candidate, linked bool) {
	c, d := k.Cell(), k.Digit()
	if rest := r.start.digits[c].Without(d); r.rules.cells && rest != 0 && rest&(rest-1) == 0 {
		return c.Candidate(rest.First()), true
	}
	for _, m := range &memberships[c] {
		if at := r.start.positions[m.house][d-1] &^ m.bit; at.one() {
			return m.house.List()[at.first()].Candidate(d), true
		}
	}
	return 0, false
}

// static follows links that stay the same, from a candidate that is on.
func (r *reaches) static(to *reach, k sudoku.Candidate) {
	r.stack = r.stack[:0]
	r.switchOn(to, k)
	for len(r.stack) > 0 {
		k := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		c, d := k.Cell(), k.Digit()
		off := &to.off.cells[d-1]
		gone := r.start.cells[d-1].And(c.Peers()).AndNot(*off)
		*off = off.Or(gone)
		for other := range gone.And(r.linked.cells[d-1]).All() {
			r.followStrong(to, other.Candidate(d))
		}
		for other := range r.start.digits[c].Without(d).All() {
			if k := c.Candidate(other); !to.off.has(k) {
				to.off.add(k)
				r.followStrong(to, k)
			}
		}
	}
	var both sudoku.Cells
	for d := range to.on.cells {
		both = both.Or(to.on.cells[d].And(to.off.cells[d]))
	}
	to.contradictory = !both.Empty()
}

// followStrong switches on what a candidate that is off has strong links to.
func (r *reaches) followStrong(to *reach, k sudoku.Candidate) {
	if !r.linked.has(k) {
		return
	}
	c, d := k.Cell(), k.Digit()
	for other := range r.strong[k].AndNot(to.on.cells[d-1]).All() {
		r.switchOn(to, other.Candidate(d))
	}
	if rest := r.start.digits[c].Without(d); rest != 0 && rest&(rest-1) == 0 {
		r.switchOn(to, c.Candidate(rest.First()))
	}
}

// switchOn adds a candidate that is on.
func (r *reaches) switchOn(to *reach, k sudoku.Candidate) {
	if !to.on.has(k) {
		to.on.add(k)
		r.stack = append(r.stack, k)
	}
}

// dynamic takes away what is off, from a candidate that is on until nothing is
// left alone that is not, or to a contradiction.
func (r *reaches) dynamic(to *reach, k sudoku.Candidate) {
	r.digits, r.cells, r.positions = r.start.digits, r.start.cells, r.start.positions
	r.stack = r.stack[:0]
	r.switchOn(to, k)
	for len(r.stack) > 0 && !to.contradictory {
		k := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		c, d := k.Cell(), k.Digit()
		if to.off.has(k) {
			to.contradictory = true
			return
		}
		if r.rules.cells {
			for other := range r.digits[c].Without(d).All() {
				r.remove(to, c, other)
			}
		}
		for other := range r.cells[d-1].And(c.Peers()).All() {
			r.remove(to, other, d)
		}
	}
}

// remove takes a candidate away and switches on what is left alone.
func (r *reaches) remove(to *reach, c sudoku.Cell, d sudoku.Digit) {
	if to.on.cells[d-1].Has(c) {
		to.contradictory = true
	}
	to.off.cells[d-1] = to.off.cells[d-1].With(c)
	r.cells[d-1] = r.cells[d-1].Without(c)
	rest := r.digits[c].Without(d)
	r.digits[c] = rest
	if r.rules.cells && rest != 0 && rest&(rest-1) == 0 {
		r.switchOn(to, c.Candidate(rest.First()))
	}
	for _, m := range &memberships[c] {
		at := r.positions[m.house][d-1] &^ m.bit
		r.positions[m.house][d-1] = at
		if at.one() {
			r.switchOn(to, m.house.List()[at.first()].Candidate(d))
		}
	}
}

// mayContradict reports whether an assumption may lead to a contradiction.
func (e *engine) mayContradict(l literal) bool {
	return e.rules.patterns || e.reaches.from(l).contradictory
}

// leadsTo returns what is on and off in the trace of an assumption.
func (e *engine) leadsTo(l literal) (isOn, isOff *marks) {
	if !e.rules.patterns {
		if to := e.reaches.from(l); !to.contradictory {
			return &to.on, &to.off
		}
	}
	t := e.trace(l)
	return &t.on, &t.off
}

// shared returns what assumptions have in common, and whether that is anything
// on, and anything off.
func (e *engine) shared(assumptions []literal) (isOn, isOff marks, someOn, someOff bool) {
	on, off := e.leadsTo(assumptions[0])
	isOn, isOff, someOn, someOff = *on, *off, true, true
	for _, l := range assumptions[1:] {
		on, off := e.leadsTo(l)
		someOn = someOn && isOn.keep(on)
		someOff = someOff && isOff.keep(off)
		if !someOn && !someOff {
			break
		}
	}
	return isOn, isOff, someOn, someOff
}
