package rating

import "github.com/seedoku/seedoku/sudoku"

// The plain search: what follows from an assumption, literal by literal, in the
// order that the scale demands. The rating of a multiple chain is the number of
// literals it stands on, so it must be known of each literal which others it
// follows from, and of several ways to it the first one found counts.

// trace is what follows from an assumption: a list of nodes, each with the nodes
// that it follows from.
//
//	node      0          1           2          ...   in the order found
//	literal   r1c1=5     r1c4<>5     r2c4=5
//	why       assumed    row 1       column 4
//	parents   none       0           1                indexes of nodes
//
// A literal is recorded once, with the first reason found. A contradiction ends
// the trace with one more node, whose opposite is recorded.
type trace struct {
	run      uint32 // of the engine; a trace of another run is out of date
	nodes    []node
	parents  []uint16            // of all nodes, one after the other
	at       [numLiterals]uint16 // index of the node of a literal, if recorded
	on, off  marks               // candidates recorded as true and as false
	ons      []uint16            // nodes that are on, in the order found
	offs     []uint16            // nodes that are off
	doneOns  int                 // number of ons that have been followed up
	doneOffs int                 // number of offs

	chains        int // number of the engine's chains that have nothing more to add
	contradictory bool
	clash         [2]uint16 // nodes that contradict each other
}

// node is a literal that follows from others.
type node struct {
	literal literal
	why     reason
	count   uint16 // number of parents
	size    uint16 // number of literals that it follows from, with itself; 0 if not counted
	parents uint32 // where they start in the trace's list
	nested  int32  // index of the engine's nested step that removes the candidate, or -1
}

func (t *trace) reset(run uint32) {
	t.run = run
	t.nodes, t.parents = t.nodes[:0], t.parents[:0]
	t.ons, t.offs = t.ons[:0], t.offs[:0]
	t.doneOns, t.doneOffs = 0, 0
	t.on, t.off = marks{}, marks{}
	t.chains, t.contradictory = 0, false
}

// node appends a node, without recording it. Its parents are the list's entries
// from first on.
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

// contradict ends the trace with a literal whose opposite is recorded. Its
// parents are the list's entries from first on.
func (t *trace) contradict(l literal, why reason, first int) {
	t.contradictory = true
	t.clash = [2]uint16{t.at[l.opposite()], t.node(l, why, first)}
}

// follow records all that follows from an assumption in the state that the
// engine starts from.
//
// Nodes that are on are followed up first. A dynamic engine takes a candidate
// away when the node that it is off is followed up. This can make strong links,
// and what follows by them has the vanished candidates as parents too.
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
	e.followAll(t, s)
}

// resume continues a trace that ended when the engine applied fewer chains.
func (e *engine) resume(t *trace) {
	e.left = *e.start
	for k := range t.off.all() {
		e.left.remove(k.Cell(), k.Digit())
	}
	if e.advanceBy(t, e.chains[t.chains:]) {
		e.followAll(t, &e.left)
	}
	t.chains = len(e.chains)
}

// followAll follows up all nodes that are queued, with all that follows from them.
func (e *engine) followAll(t *trace, s *state) {
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
			t.chains = len(e.chains)
			return
		}
	}
}

// followOn records what follows from a candidate that is true. It reports
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

// switchOff records that a candidate is false, because of a node that is on. It
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

// followOff records what follows from a candidate that is false, and takes it
// away if the engine is dynamic. It reports whether the trace can go on.
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

// switchOn records that a candidate is true, because of a node that is off and
// of the candidates that have vanished before. It reports whether the trace can
// go on.
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

// vanished appends as parents the candidates without which a reason would not
// hold: those that have vanished since the start from the cell of a candidate,
// or as places of its digit from the house.
func (e *engine) vanished(t *trace, s *state, why reason, c sudoku.Cell, d sudoku.Digit) {
	if why == inCell {
		for gone := range (e.start.digits[c] &^ s.digits[c]).All() {
			t.parents = append(t.parents, t.at[off(c.Candidate(gone))])
		}
		return
	}
	e.vanishedAmong(t, s, why.house(c).Cells(), d)
}

// vanishedAmong appends as parents the candidates for a digit that have vanished
// from cells.
func (e *engine) vanishedAmong(t *trace, s *state, cells sudoku.Cells, d sudoku.Digit) {
	for gone := range e.start.cells[d-1].AndNot(s.cells[d-1]).And(cells).All() {
		t.parents = append(t.parents, t.at[off(gone.Candidate(d))])
	}
}
