package rating

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// chainMaker makes a chain from the nodes of a trace.
type chainMaker struct {
	engine *engine
	links  Chain
	index  map[uint16]int // of the link of a node
}

// chainsOf returns the chains of a step of the engine.
func (e *engine) chainsOf(s *engineStep) []Chain {
	var chains []Chain
	for _, at := range slices.Clone(e.resting(s)) {
		m := chainMaker{engine: e, index: map[uint16]int{}}
		m.add(at.trace, at.node)
		chains = append(chains, m.links)
	}
	return chains
}

// add adds the links of a node's parents and then of the node, and returns the
// index of the last.
func (m *chainMaker) add(t *trace, i uint16) int {
	if at, ok := m.index[i]; ok {
		return at
	}
	n := &t.nodes[i]
	k := n.literal.candidate()
	link := Link{Candidate: k, On: n.literal.on()}
	link.Reason, link.House = publicReason(n.why, k.Cell())
	if n.nested >= 0 {
		link.Pattern = m.engine.nested[n.nested].step()
	}
	for _, parent := range t.parentsOf(n) {
		link.follow(m.add(t, parent))
	}
	if link.Pattern != nil {
		m.cite(t, &link)
	}
	m.links = append(m.links, link)
	m.index[i] = len(m.links) - 1
	return len(m.links) - 1
}

// cite makes a link follow from all links that its pattern relies on. Its node can
// have fewer parents, because the scale does not count all.
func (m *chainMaker) cite(t *trace, link *Link) {
	relies := link.Pattern.relies(m.engine.inner.table, nil)
	for d, cells := range &relies.cells {
		for c := range cells.And(m.engine.start.cells[d]).All() {
			link.follow(m.add(t, t.at[off(c.Candidate(sudoku.Digit(d+1)))]))
		}
	}
}

// follow makes l follow from the i-th link.
func (l *Link) follow(i int) {
	if !slices.Contains(l.From, i) {
		l.From = append(l.From, i)
	}
}

// publicReason returns a reason, for a candidate of cell c, as a link has it.
func publicReason(why reason, c sudoku.Cell) (Reason, sudoku.House) {
	switch why {
	case assumed:
		return Assumed, 0
	case inCell:
		return InCell, 0
	case advanced:
		return ByPattern, 0
	}
	return InHouse, why.house(c)
}

// chains returns the one chain of a step without branches.
func (s *chainStep) chains() []Chain {
	chain := make(Chain, len(s.path))
	for i, l := range s.path {
		k := l.literal.candidate()
		chain[i] = Link{Candidate: k, On: l.literal.on()}
		chain[i].Reason, chain[i].House = publicReason(l.why, k.Cell())
		if i > 0 {
			chain[i].From = []int{i - 1}
		}
	}
	return []Chain{chain}
}

// step returns the step in the form that can be explained, the same at every
// call.
func (n *nestedStep) step() *Step {
	if n.told == nil {
		n.told = n.tell()
	}
	return n.told
}

// tellPattern returns a function that makes the step of a pattern on the position
// under the assumption. It returns nil if the engine is not explaining.
func (e *engine) tellPattern(s *Step) func() *Step {
	if !e.explaining {
		return nil
	}
	copied := &clones([]Step{*s})[0]
	if len(copied.Houses) == 1 && len(copied.Covers) == 1 {
		copied.Cells = e.lockedCells(copied)
	}
	return func() *Step { return copied }
}

// lockedCells returns the cells where a digit is locked, with those that have
// vanished under the assumption: it is locked whether or not they have.
func (e *engine) lockedCells(s *Step) []sudoku.Cell {
	cells := e.start.cellsOf(s.Digits.First()).And(s.Houses[0].Cells()).And(s.Covers[0].Cells())
	return slices.Collect(cells.All())
}

// tellChain does the same for a chain without branches.
func (e *engine) tellChain(s *chainStep) func() *Step {
	if !e.explaining {
		return nil
	}
	step := &Step{
		Technique:    e.inner.technique,
		Rating:       s.rank.tenths(),
		Variant:      s.variant,
		Eliminations: slices.Sorted(slices.Values(s.gone)),
		Chains:       s.chains(),
	}
	if !s.cycle && s.shown().on() {
		step.Places, step.Placement = true, s.shown().candidate()
	}
	return func() *Step { return step }
}

// tellStep does the same for a step of an inner engine. Its assumptions are
// traced once more, when the function is called.
func (e *engine) tellStep(inner *engine, s *engineStep) func() *Step {
	if !e.explaining {
		return nil
	}
	left, step, rules := e.left, *s, inner.rules
	technique, table := e.inner.technique, e.inner.table
	return func() *Step {
		f := &found{table: table}
		f.begin(technique)
		again := new(engine)
		again.setRules(&rules, table)
		again.start = &left
		again.explain()
		told := again.reported(&step, f)
		told.Technique = technique
		told.Eliminations = again.removes(&step, nil)
		return &told
	}
}

// endsSeen returns two candidates of a cycle that k sees and one of which is true.
// They are the ends of a link if there is such a link. By a rule of the scale, a
// cycle also removes a candidate that sees two of its candidates further apart,
// one on and one off.
func (c Chain) endsSeen(k sudoku.Candidate) [2]sudoku.Candidate {
	var seen Chain
	for i := range c {
		if c[i].Candidate.Digit() == k.Digit() && c[i].Candidate.Cell().Sees(k.Cell()) {
			if i > 0 && len(seen) > 0 && seen[len(seen)-1].Candidate == c[i-1].Candidate {
				return ascending(c[i-1].Candidate, c[i].Candidate)
			}
			seen = append(seen, c[i])
		}
	}
	other := slices.IndexFunc(seen, func(l Link) bool { return l.On != seen[0].On })
	return ascending(seen[0].Candidate, seen[other].Candidate)
}

func ascending(a, b sudoku.Candidate) [2]sudoku.Candidate {
	return [2]sudoku.Candidate{min(a, b), max(a, b)}
}
