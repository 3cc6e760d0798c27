package rating

import (
	"cmp"
	"slices"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/sudoku"
)

// Under an assumption, an engine with patterns applies techniques to the
// remaining candidates: first patterns, then the chains that its rules name.
//
//	r1c1=5 -> ... -> r4c2<>5     the last 5s of box 4 are now in row 6,
//	                 r6c8<>5     so pointing removes r6c8=5
//
// A step counts only if candidates had to vanish for it, as r4c2=5 here;
// otherwise it holds without the assumption. These candidates are its rule
// parents. The nodes of what the step removes follow from them.
//
// The first technique that has such steps ends the search, but claiming is tried after
// pointing in any case. All steps of a technique are applied, whatever their ratings.
// The order of the candidates that they remove is significant, since the trace follows
// them up in this order.

// nestedStep is a step applied under an assumption, with the data that the outer
// chains need.
type nestedStep struct {
	complexity int          // 0 for a pattern
	identity   fingerprint  // equal for equal chains
	tell       func() *Step // makes the step, if the engine is explaining
	told       *Step        // the step that tell made
}

// patterns are the techniques that an engine applies before any chains, in this
// order. They are named as in the table.
var patterns = [...]struct {
	name     string
	vanished func(*engine, *trace, *Step) // appends the rule parents of a step
	order    func(a, b Step) int          // of its steps, if they are not applied as found
	more     bool                         // try the next pattern even if this one has an effect
}{
	{name: "pointing", vanished: vanishedOfLocked, more: true},
	{name: "claiming", vanished: vanishedOfLocked},
	{name: "hidden-pair", vanished: vanishedOfHiddenPair},
	{name: "naked-pair", vanished: vanishedOfNakedPair},
	{name: "x-wing", vanished: vanishedOfXWing, order: compareBases},
}

// nestable is a search for chains whose steps an engine can apply. Its finder
// leaves it in [found.nested].
type nestable interface {
	// applyTo adds the candidates that the usable steps remove to a trace of e,
	// and reports whether there are such steps.
	applyTo(e *engine, t *trace) bool
}

// rowOf returns the technique with a name, which must be in the table.
func rowOf(table []technique, name string) Technique {
	for t := range table {
		if table[t].name == name {
			return Technique(t)
		}
	}
	panic("rating: no technique " + name)
}

// advance applies the first technique with usable steps, and reports whether
// there is one.
func (e *engine) advance(t *trace) (applied bool) {
	for i := range patterns {
		applied = e.applyPattern(t, i) || applied
		if applied && !patterns[i].more {
			return true
		}
	}
	return e.advanceBy(t, e.chains)
}

// advanceBy applies the first of some chains with usable steps.
func (e *engine) advanceBy(t *trace, chains []Technique) bool {
	for _, chain := range chains {
		e.inner.by(chain, &e.left)
		if e.inner.nested.applyTo(e, t) {
			return true
		}
	}
	return false
}

// applyPattern applies a pattern, and reports whether it has usable steps.
func (e *engine) applyPattern(t *trace, i int) (applied bool) {
	f := e.inner
	f.by(e.patterns[i], &e.left)
	if order := patterns[i].order; order != nil {
		slices.SortStableFunc(f.steps, order)
	}
	for j := range f.steps {
		step := &f.steps[j]
		first := len(t.parents)
		if patterns[i].vanished(e, t, step); len(t.parents) > first {
			applied = true
			e.removeNested(t, e.inOrder(step), first, nestedStep{tell: e.tellPattern(step)})
		}
	}
	return applied
}

// compareBases orders X-wings, which are found digit by digit: columns before
// rows, then by their lines as binary numbers.
func compareBases(a, b Step) int {
	return cmp.Or(int(b.Houses[0]/9)-int(a.Houses[0]/9), int(a.Houses[1])-int(b.Houses[1]), int(a.Houses[0])-int(b.Houses[0]))
}

// inOrder returns the candidates that a pattern removes, in the order in which
// they are followed up.
func (e *engine) inOrder(s *Step) []sudoku.Candidate {
	houses := s.Covers
	if len(houses) == 0 {
		houses = s.Houses
	}
	var list [81]sudoku.Cell
	cells := list[:0]
	for _, h := range houses {
		for _, c := range h.List() {
			if slices.ContainsFunc(s.Eliminations, func(k sudoku.Candidate) bool { return k.Cell() == c }) {
				cells = append(cells, c)
			}
		}
	}
	hashed(cells)
	e.goneOrder = e.goneOrder[:0]
	for _, c := range cells {
		for _, k := range s.Eliminations {
			if k.Cell() == c {
				e.goneOrder = append(e.goneOrder, k)
			}
		}
	}
	return e.goneOrder
}

// hashed sorts different cells into the order of the hash table in which the
// reference rater keeps them: by their lowest bits, and otherwise as they came.
func hashed(cells []sudoku.Cell) {
	buckets := 16
	for 4*len(cells) > 3*buckets {
		buckets *= 2
	}
	slices.SortStableFunc(cells, func(a, b sudoku.Cell) int { return int(a)%buckets - int(b)%buckets })
}

// removeNested records that a step removes candidates. Its rule parents are the
// list's entries from first on.
func (e *engine) removeNested(t *trace, gone []sudoku.Candidate, first int, step nestedStep) {
	e.once(t, first)
	index := int32(-1)
	for _, k := range gone {
		if t.off.has(k) {
			continue
		}
		if index < 0 && (step.complexity > 0 || step.tell != nil) {
			index = int32(len(e.nested))
			e.nested = append(e.nested, step)
		}
		i := t.node(off(k), advanced, first)
		t.nodes[i].nested = index
		t.recordOff(k.Cell(), k.Digit(), i)
	}
}

// once drops repetitions among the parents from first on.
func (e *engine) once(t *trace, first int) {
	e.visit++
	kept := t.parents[:first]
	for _, parent := range t.parents[first:] {
		if l := t.nodes[parent].literal; e.visited[l] != e.visit {
			e.visited[l] = e.visit
			kept = append(kept, parent)
		}
	}
	t.parents = kept
}

func vanishedOfLocked(e *engine, t *trace, s *Step) {
	outside := s.Houses[0].Cells().AndNot(s.Covers[0].Cells())
	e.vanishedAmong(t, &e.left, outside, s.Digits.First())
}

func vanishedOfHiddenPair(e *engine, t *trace, s *Step) {
	pair := sudoku.CellSet(s.Cells...)
	for _, c := range s.Houses[0].List() {
		if !pair.Has(c) {
			e.vanishedFrom(t, c, s.Digits)
		}
	}
}

func vanishedOfNakedPair(e *engine, t *trace, s *Step) {
	for _, c := range s.Cells {
		e.vanishedFrom(t, c, sudoku.AllDigits&^s.Digits)
	}
}

func vanishedOfXWing(e *engine, t *trace, s *Step) {
	across := s.Covers[0].Cells().Or(s.Covers[1].Cells())
	for _, h := range s.Houses {
		e.vanishedAmong(t, &e.left, h.Cells().AndNot(across), s.Digits.First())
	}
}

// vanishedWhy appends as parents the vanished candidates that make a reason for
// a candidate hold.
func (e *engine) vanishedWhy(t *trace, why reason, k sudoku.Candidate) {
	e.vanished(t, &e.left, why, k.Cell(), k.Digit())
}

// vanishedFrom appends as parents the candidates of a cell, among some digits,
// that have vanished.
func (e *engine) vanishedFrom(t *trace, c sudoku.Cell, digits sudoku.Digits) {
	for d := range (e.start.digits[c] &^ e.left.digits[c] & digits).All() {
		t.parents = append(t.parents, t.at[off(c.Candidate(d))])
	}
}

func (c *chains) applyTo(e *engine, t *trace) (applied bool) {
	for i := range c.steps {
		step := &c.steps[i]
		first := len(t.parents)
		nested := nestedStep{complexity: step.complexity, identity: e.vanishedOfChain(t, step)}
		if len(t.parents) == first {
			continue
		}
		applied = true
		nested.tell = e.tellChain(step)
		e.removeNested(t, step.gone, first, nested)
	}
	return applied
}

// vanishedOfChain appends the rule parents of a chain, from its end to its
// assumption: the candidates that vanished so that literals could be switched
// on. A cycle also holds backwards, with on and off exchanged. There a literal
// is switched on by the reason that switches it off forwards. The result stands
// for the chain: equal chains have equal ones.
func (e *engine) vanishedOfChain(t *trace, s *chainStep) fingerprint {
	var id fingerprint
	id.add(uint64(s.shown()))
	back := s.path
	if s.cycle {
		back = back[1:] // the assumption is the end
	}
	for i := len(back) - 1; i >= 0; i-- {
		l := back[i]
		id.add(uint64(l.literal))
		if l.literal.on() && l.why != assumed {
			e.vanishedWhy(t, l.why, l.literal.candidate())
		}
	}
	if s.cycle {
		id.add(numLiterals)
		for _, l := range back {
			if !l.literal.on() {
				e.vanishedWhy(t, l.why, l.literal.candidate())
			}
		}
	}
	return id
}

func (inner *engine) applyTo(e *engine, t *trace) (applied bool) {
	for i := range inner.steps {
		step := &inner.steps[i]
		first := len(t.parents)
		nested := nestedStep{complexity: step.complexity, identity: e.vanishedOfStep(t, inner, step)}
		if len(t.parents) == first {
			continue
		}
		applied = true
		nested.tell = e.tellStep(inner, step)
		e.goneOrder = inner.removes(step, e.goneOrder[:0])
		e.removeNested(t, e.goneOrder, first, nested)
	}
	return applied
}

// removes appends the candidates that a step removes.
func (e *engine) removes(s *engineStep, to []sudoku.Candidate) []sudoku.Candidate {
	k := s.shown.candidate()
	if !s.shown.on() {
		return append(to, k)
	}
	for d := range e.start.digits[k.Cell()].Without(k.Digit()).All() {
		to = append(to, k.Cell().Candidate(d))
	}
	return to
}

// vanishedOfStep appends the rule parents of a step of an inner engine: for each
// node that the step rests on, the candidates that vanished so that the node's
// ancestors could be switched on. The assumptions are all candidates of a cell,
// or all places in a house, only because others have vanished there; these are
// rule parents too. The result stands for the step: equal steps have equal ones.
func (e *engine) vanishedOfStep(t *trace, inner *engine, s *engineStep) fingerprint {
	var id fingerprint
	targets := inner.resting(s)
	for _, at := range targets {
		id.add(uint64(at.trace.nodes[at.node].literal))
	}
	for _, at := range targets {
		id.add(numLiterals)
		for _, i := range inner.ancestors(at) {
			n := &at.trace.nodes[i]
			id.add(uint64(n.literal))
			if n.literal.on() {
				e.vanishedFor(t, s, n)
			}
		}
	}
	return id
}

// vanishedFor appends the vanished candidates that let a node of a step be
// switched on.
func (e *engine) vanishedFor(t *trace, s *engineStep, n *node) {
	k := n.literal.candidate()
	switch {
	case n.why != assumed:
		e.vanishedWhy(t, n.why, k)
	case s.kind == cellChain:
		e.vanishedWhy(t, inCell, k)
	case s.kind == regionChain:
		e.vanishedAmong(t, &e.left, s.house.Cells(), k.Digit())
	}
}

// ancestors returns a node and the nodes that it follows from, breadth first, each
// literal once. The list is valid until the next call.
func (e *engine) ancestors(at target) []uint16 {
	t := at.trace
	e.visit++
	e.stack = append(e.stack[:0], at.node)
	e.visited[t.nodes[at.node].literal] = e.visit
	for i := 0; i < len(e.stack); i++ {
		n := &t.nodes[e.stack[i]]
		for _, parent := range t.parentsOf(n) {
			if l := t.nodes[parent].literal; e.visited[l] != e.visit {
				e.visited[l] = e.visit
				e.stack = append(e.stack, parent)
			}
		}
	}
	return e.stack
}

// countNested returns the complexity of a nested step, or 0 if an equal step has
// been counted.
func (e *engine) countNested(i int32) int {
	step := &e.nested[i]
	for _, other := range e.counted {
		if e.nested[other].identity == step.identity {
			return 0
		}
	}
	e.counted = append(e.counted, i)
	return step.complexity
}

// fingerprint is a hash of a list of numbers. Two different lists have the same
// one with a chance of 1 in 2^128.
type fingerprint [2]uint64

func (f *fingerprint) add(n uint64) {
	f[0] = shuffle.Mix(f[0] ^ n)
	f[1] = shuffle.Mix(f[1] + n*0x9e3779b97f4a7c15 + 1)
}
