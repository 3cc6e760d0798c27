package rating

import "github.com/seedoku/seedoku/sudoku"

// trace is what follows from an assumption: a list of nodes, each with the
// nodes that it follows from.
//
//	nodes    [r1c1=5] [r1c4<>5] [r2c4=5] ...     in the order of their finding
//	parents       ^----'  ^-------'              indexes of nodes
//
// A literal is recorded once, with the first reason found. Only the node that
// contradicts another one is a second one of its literal's candidate.
type trace struct {
	run      uint32 // of the engine
	nodes    []node
	parents  []uint16
	at       [numLiterals]uint16 // index of the node of a literal, if recorded
	on, off  marks               // recorded so
	ons      []uint16            // nodes that are on, in order
	offs     []uint16
	doneOns  int // so many have been followed up
	doneOffs int

	contradictory bool
	clash         [2]uint16 // nodes that contradict each other
}

// node is a literal that follows from others.
type node struct {
	literal literal
	why     reason
	count   uint16 // of parents
	size    uint16 // number of different literals from the assumption to here; 0 if not counted
	parents uint32 // where they start in the list
	nested  int32  // of the engine's nested steps, for an advanced one; or -1
}

func (t *trace) reset(run uint32) {
	t.run = run
	t.nodes, t.parents = t.nodes[:0], t.parents[:0]
	t.ons, t.offs = t.ons[:0], t.offs[:0]
	t.doneOns, t.doneOffs = 0, 0
	t.on, t.off = marks{}, marks{}
	t.contradictory = false
}

// node appends a node whose parents are those appended since first, without
// recording it.
func (t *trace) node(l literal, why reason, first int) uint16 {
	t.nodes = append(t.nodes, node{
		literal: l, why: why, nested: -1, parents: uint32(first), count: uint16(len(t.parents) - first),
	})
	return uint16(len(t.nodes) - 1)
}

// parentsOf returns the nodes that a node follows from.
func (t *trace) parentsOf(n *node) []uint16 { return t.parents[n.parents:][:n.count] }

// recordOn records and queues a node that is on.
func (t *trace) recordOn(c sudoku.Cell, d sudoku.Digit, i uint16) {
	t.at[on(c.Candidate(d))] = i
	t.on.cells[d-1] = t.on.cells[d-1].With(c)
	t.ons = append(t.ons, i)
}

// recordOff records and queues a node that is off.
func (t *trace) recordOff(c sudoku.Cell, d sudoku.Digit, i uint16) {
	t.at[off(c.Candidate(d))] = i
	t.off.cells[d-1] = t.off.cells[d-1].With(c)
	t.offs = append(t.offs, i)
}

// contradict ends the trace: a literal, whose parents are those appended since
// first, is the opposite of a recorded one.
func (t *trace) contradict(l literal, why reason, first int) {
	t.contradictory = true
	t.clash = [2]uint16{t.at[l.opposite()], t.node(l, why, first)}
}

// follow records all that follows from an assumption in the state that the
// engine starts from.
//
// What is on is followed up first. A candidate vanishes when its being off is
// followed up, and then, if the engine is dynamic, there may be new strong
// links: these have all that has vanished as parents.
func (e *engine) follow(t *trace, assumption literal) {
	t.reset(e.run)
	if k := assumption.candidate(); assumption.on() {
		t.recordOn(k.Cell(), k.Digit(), t.node(assumption, assumed, 0))
	} else {
		t.recordOff(k.Cell(), k.Digit(), t.node(assumption, assumed, 0))
	}
	s := e.start
	if e.rules.dynamic {
		e.left = *e.start
		s = &e.left
	}
	for {
		switch {
		case t.doneOns < len(t.ons):
			t.doneOns++
			if !e.followOn(t, s, t.ons[t.doneOns-1]) {
				return
			}
		case t.doneOffs < len(t.offs):
			t.doneOffs++
			if !e.followOff(t, s, t.offs[t.doneOffs-1]) {
				return
			}
		case !e.rules.patterns || !e.advance(t):
			return
		}
	}
}

// followOn records what a candidate being true switches off. It reports
// whether the trace can go on.
func (e *engine) followOn(t *trace, s *state, i uint16) bool {
	k := t.nodes[i].literal.candidate()
	c, d := k.Cell(), k.Digit()
	if e.rules.cells {
		for other := range s.digits[c].Without(d).All() {
			if !t.switchOff(c, other, inCell, i) {
				return false
			}
		}
	}
	seen := s.cells[d-1].And(c.Peers())
	news := seen.AndNot(t.off.cells[d-1]).Or(seen.And(t.on.cells[d-1]))
	for house := range linkHouses {
		link := &linkHouses[house]
		in := news.And(c.Houses()[link.kind].Cells())
		news = news.AndNot(in)
		for other := range in.All() {
			if !t.switchOff(other, d, link.reason, i) {
				return false
			}
		}
	}
	return true
}

// switchOff records that a candidate is false because of one that is true. It
// reports whether the trace can go on.
func (t *trace) switchOff(c sudoku.Cell, d sudoku.Digit, why reason, parent uint16) bool {
	recorded := t.off.cells[d-1].Has(c)
	contradicts := t.on.cells[d-1].Has(c)
	if recorded && !contradicts {
		return true
	}
	first := len(t.parents)
	t.parents = append(t.parents, parent)
	if contradicts {
		t.contradict(off(c.Candidate(d)), why, first)
		return false
	}
	t.recordOff(c, d, t.node(off(c.Candidate(d)), why, first))
	return true
}

// followOff records what a candidate being false switches on, and takes it away
// from what is left. It reports whether the trace can go on.
func (e *engine) followOff(t *trace, s *state, i uint16) bool {
	k := t.nodes[i].literal.candidate()
	c, d := k.Cell(), k.Digit()
	if rest := s.digits[c].Without(d); e.rules.cells && rest != 0 && rest&(rest-1) == 0 {
		if !e.switchOn(t, s, c, rest.First(), inCell, i) {
			return false
		}
	}
	for h := range linkHouses {
		m := &memberships[c][linkHouses[h].kind]
		if other := s.positions[m.house][d-1] &^ m.bit; other.one() {
			if !e.switchOn(t, s, m.house.List()[other.first()], d, linkHouses[h].reason, i) {
				return false
			}
		}
	}
	if e.rules.dynamic {
		s.remove(c, d)
	}
	return true
}

// switchOn records that a candidate is true because of one that is false and of
// all that have vanished before. It reports whether the trace can go on.
func (e *engine) switchOn(t *trace, s *state, c sudoku.Cell, d sudoku.Digit, why reason, parent uint16) bool {
	recorded := t.on.cells[d-1].Has(c)
	contradicts := t.off.cells[d-1].Has(c)
	if recorded && !contradicts {
		return true
	}
	first := len(t.parents)
	t.parents = append(t.parents, parent)
	if e.rules.dynamic {
		e.vanished(t, s, why, c, d)
	}
	if contradicts {
		t.contradict(on(c.Candidate(d)), why, first)
		return false
	}
	t.recordOn(c, d, t.node(on(c.Candidate(d)), why, first))
	return true
}

// vanished appends as parents the candidates that have vanished since the
// start where a reason for a candidate looks: in its cell, or for its digit in
// the house.
func (e *engine) vanished(t *trace, s *state, why reason, c sudoku.Cell, d sudoku.Digit) {
	if why == inCell {
		for gone := range (e.start.digits[c] &^ s.digits[c]).All() {
			t.parents = append(t.parents, t.at[off(c.Candidate(gone))])
		}
		return
	}
	e.vanishedAmong(t, s, why.house(c).Cells(), d)
}

// vanishedAmong appends as parents the candidates of a digit that have vanished
// from cells.
func (e *engine) vanishedAmong(t *trace, s *state, cells sudoku.Cells, d sudoku.Digit) {
	for gone := range e.start.cells[d-1].AndNot(s.cells[d-1]).And(cells).All() {
		t.parents = append(t.parents, t.at[off(gone.Candidate(d))])
	}
}
