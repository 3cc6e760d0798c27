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
	nested  int32  // of the engine's nested steps, for an advanced one; or -1
	parents uint32 // the first in the list
	end     uint32
	size    int32 // number of different literals from the assumption to here; 0 if not counted
}

func (t *trace) reset(run uint32) {
	t.run = run
	t.nodes, t.parents = t.nodes[:0], t.parents[:0]
	t.ons, t.offs = t.ons[:0], t.offs[:0]
	t.doneOns, t.doneOffs = 0, 0
	t.on, t.off = marks{}, marks{}
	t.contradictory = false
}

// has reports whether a literal is recorded.
func (t *trace) has(l literal) bool {
	if l.on() {
		return t.on.has(l.candidate())
	}
	return t.off.has(l.candidate())
}

// node appends a node whose parents are those appended since first, without
// recording it.
func (t *trace) node(l literal, why reason, first int) uint16 {
	t.nodes = append(t.nodes, node{literal: l, why: why, nested: -1, parents: uint32(first), end: uint32(len(t.parents))})
	return uint16(len(t.nodes) - 1)
}

// record records and queues a node.
func (t *trace) record(i uint16) {
	l := t.nodes[i].literal
	t.at[l] = i
	if l.on() {
		t.on.add(l.candidate())
		t.ons = append(t.ons, i)
	} else {
		t.off.add(l.candidate())
		t.offs = append(t.offs, i)
	}
}

// arrive takes in a consequence whose parents are those appended since first.
// It reports whether the trace can go on: not if the opposite is recorded.
func (t *trace) arrive(l literal, why reason, first int) bool {
	switch {
	case t.has(l.opposite()):
		t.contradictory = true
		t.clash = [2]uint16{t.at[l.opposite()], t.node(l, why, first)}
		return false
	case t.has(l):
		t.parents = t.parents[:first]
	default:
		t.record(t.node(l, why, first))
	}
	return true
}

// follow records all that follows from an assumption in the state that the
// engine starts from.
//
// What is on is followed up first. A candidate vanishes when its being off is
// followed up, and then, if the engine is dynamic, there may be new strong
// links: these have all that has vanished as parents.
func (e *engine) follow(t *trace, assumption literal) {
	t.reset(e.run)
	t.record(t.node(assumption, assumed, 0))
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
		case e.rules.level == 0 || !e.advance(t):
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
			if !t.switchOff(c.Candidate(other), inCell, i) {
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
			if !t.switchOff(other.Candidate(d), link.reason, i) {
				return false
			}
		}
	}
	return true
}

func (t *trace) switchOff(k sudoku.Candidate, why reason, parent uint16) bool {
	first := len(t.parents)
	t.parents = append(t.parents, parent)
	return t.arrive(off(k), why, first)
}

// followOff records what a candidate being false switches on. It reports
// whether the trace can go on.
func (e *engine) followOff(t *trace, s *state, i uint16) bool {
	k := t.nodes[i].literal.candidate()
	c, d := k.Cell(), k.Digit()
	var switched [4]struct {
		k   sudoku.Candidate
		why reason
	}
	n := 0
	if e.rules.cells && s.digits[c].Len() == 2 {
		switched[0].k, switched[0].why = c.Candidate(s.digits[c].Without(d).First()), inCell
		n = 1
	}
	for h := range linkHouses {
		m := &memberships[c][linkHouses[h].kind]
		if other := s.positions[m.house][d-1] &^ m.bit; other.one() {
			switched[n].k = m.house.List()[other.first()].Candidate(d)
			switched[n].why = linkHouses[h].reason
			n++
		}
	}
	if n == 0 {
		e.vanish(s, k)
		return true
	}
	for _, next := range switched[:n] {
		first := len(t.parents)
		t.parents = append(t.parents, i)
		e.vanished(t, s, next.why, k)
		if !t.arrive(on(next.k), next.why, first) {
			return false
		}
	}
	e.vanish(s, k)
	return true
}

// vanish takes a candidate away from what is left.
func (e *engine) vanish(s *state, k sudoku.Candidate) {
	if e.rules.dynamic {
		s.remove(k.Cell(), k.Digit())
	}
}

// vanished appends as parents the candidates that have vanished since the
// start where a reason for a candidate looks: in its cell, or for its digit in
// the house.
func (e *engine) vanished(t *trace, s *state, why reason, k sudoku.Candidate) {
	c, d := k.Cell(), k.Digit()
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
