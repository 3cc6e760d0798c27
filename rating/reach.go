package rating

import "github.com/seedoku/seedoku/sudoku"

// The fast search: which literals follow from an assumption, as two sets, but
// not why. Weak links switch off all that a candidate sees with one operation on
// sets of cells; strong links switch on whatever that leaves alone:
//
//	r1c1=5    off: 5 in row 1, column 1, box 1    on: r2c4, the last 5 of box 2
//	r2c4=5    off: 5 in row 2, column 4, box 2    on: ...
//
// The sets do not depend on the order in which they are found, so they hold the
// literals that a trace records (trace.go). There is one exception: if an
// assumption contradicts itself, the trace ends at once, and only the trace can
// tell which literals it has recorded by then.
//
// Only engines without patterns have this search. Patterns and chains applied
// to what is left depend on the order, so the other engines trace everything.

// reach is the set of literals that follow from an assumption.
type reach struct {
	run           uint32 // of the engine; a reach of another run is out of date
	contradictory bool
	on, off       marks
}

// reaches is the fast search, with what it has found in this run.
type reaches struct {
	of    [numLiterals]reach
	rules engineRules
	run   uint32 // of the engine
	start *state
	stack []sudoku.Candidate // candidates that are on and still to be followed up

	// The strong links, which stay the same in a static engine.
	strong [729]sudoku.Cells // the cells where the digit of a candidate must be, if it is false
	linked marks             // candidates with a strong link, in a house or in their cell

	// The candidates left under an assumption, in a dynamic engine.
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

// link lists the strong links of the state.
func (r *reaches) link() {
	r.linked = marks{}
	for h := range sudoku.House(sudoku.NumHouses) {
		for d, at := range &r.start.positions[h] {
			if rest := at & (at - 1); rest.one() {
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

// join records that a digit must be in the cell to if it is not in the cell from.
func (r *reaches) join(from, to sudoku.Cell, d sudoku.Digit) {
	k := from.Candidate(d)
	r.note(k)
	r.strong[k] = r.strong[k].With(to)
}

// note marks a candidate that has strong links.
func (r *reaches) note(k sudoku.Candidate) {
	if !r.linked.has(k) {
		r.strong[k] = sudoku.Cells{}
		r.linked.add(k)
	}
}

// from returns the literals that follow from an assumption.
func (r *reaches) from(l literal) *reach {
	k := l.candidate()
	if !l.on() {
		// Of two candidates with a strong link, that one is off and that the
		// other is on follow from each other, so the same follows from both.
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

// partner returns a candidate to which k has a strong link, if there is one.
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

// static follows the links of a static engine from a candidate that is on.
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

// followStrong follows the strong links of a candidate that is off.
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

// dynamic follows the links of a dynamic engine from a candidate that is on: it
// takes candidates away as they are switched off. It ends when no candidate is
// left alone that is not on, or with a contradiction.
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

// remove takes a candidate away and switches on the candidates that this leaves
// alone in their cell or house.
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

// mayContradict reports whether the trace of an assumption may end in a
// contradiction.
func (e *engine) mayContradict(l literal) bool {
	return e.rules.patterns || e.reaches.from(l).contradictory
}

// leadsTo returns the candidates that are on and off in the trace of an
// assumption, from the fast search if that can tell.
func (e *engine) leadsTo(l literal) (isOn, isOff *marks) {
	if !e.rules.patterns {
		if to := e.reaches.from(l); !to.contradictory {
			return &to.on, &to.off
		}
	}
	t := e.trace(l)
	return &t.on, &t.off
}

// shared returns the candidates that are on, and off, under each of several
// assumptions, and whether there are any.
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
