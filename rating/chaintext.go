package rating

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// chainMaker makes a chain from the nodes of a trace.
type chainMaker struct {
	engine *engine
	links  Chain
	index  map[uint16]int // of the link of a node
}

// chainsOf returns the chains that a step of the engine brings together.
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
		if from := m.add(t, parent); !slices.Contains(link.From, from) {
			link.From = append(link.From, from)
		}
	}
	m.links = append(m.links, link)
	m.index[i] = len(m.links) - 1
	return len(m.links) - 1
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

// tellPattern returns a function that makes the step of a pattern in what is
// left. It returns nil if nothing is to be explained.
func (e *engine) tellPattern(s *Step) func() *Step {
	if !e.explaining {
		return nil
	}
	copied := clones([]Step{*s})
	return func() *Step { return &copied[0] }
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

func explainChain(s *Step) string {
	chain := s.Chains[0]
	first, last := chain[0], chain[len(chain)-1]
	switch s.Variant {
	case XCycle, YCycle, XYCycle:
		return fmt.Sprintf("If %v, then %s: back to the start. The cycle holds the other way round too, "+
			"so one end of each of its links is true, and what sees both ends is not: %s.",
			first.text(), chain.text(nil), s.conclusion())
	}
	return fmt.Sprintf("If %v, then %s, so it cannot be: %s.", first.text(), chain.text(nil), last.text())
}

func explainMultiple(s *Step) string {
	var text strings.Builder
	notes := s.Notes()
	for i, chain := range s.Chains {
		if i > 0 {
			text.WriteString(" ")
		}
		if len(chain) == 1 {
			fmt.Fprintf(&text, "If %v, it is so.", chain[0].text())
			continue
		}
		fmt.Fprintf(&text, "If %v, then %s.", chain[0].text(), chain.text(notes))
	}
	shown := s.shown()
	switch s.Variant {
	case Contradiction:
		fmt.Fprintf(&text, " That cannot both be, so %s.", shown)
	case DoubleChain:
		fmt.Fprintf(&text, " Either way %s.", shown)
	case CellChain:
		fmt.Fprintf(&text, " Whatever %v is, %s.", s.Chains[0][0].Candidate.Cell(), shown)
	case RegionChain:
		fmt.Fprintf(&text, " Wherever %d is in %v, %s.", s.Chains[0][0].Candidate.Digit(), s.Houses[0], shown)
	}
	return strings.TrimSpace(text.String())
}

// shown says what a multiple chain concludes.
func (s *Step) shown() string {
	if s.Places {
		return s.Placement.String()
	}
	return falseText(s.Eliminations[0])
}

func falseText(k sudoku.Candidate) string { return fmt.Sprintf("%v<>%d", k.Cell(), k.Digit()) }

// text says what l deduces.
func (l *Link) text() string {
	if l.On {
		return l.Candidate.String()
	}
	return falseText(l.Candidate)
}

// text lists the links of c after its assumption, each with its reason: a house,
// a cell, or the number of a note.
func (c Chain) text(notes []*Step) string {
	var parts []string
	for i := range c[1:] {
		parts = append(parts, c.linkText(i+1, notes))
	}
	return strings.Join(parts, ", ")
}

// linkText says what a link deduces and why. It names the links that this
// follows from, unless that is just the link before.
func (c Chain) linkText(i int, notes []*Step) string {
	l := &c[i]
	var why string
	switch l.Reason {
	case InCell:
		why = l.Candidate.Cell().String()
	case InHouse:
		why = l.House.String()
	case ByPattern:
		why = fmt.Sprintf("[%d]", slices.Index(notes, l.Pattern)+1)
	}
	if len(l.From) == 1 && l.From[0] == i-1 {
		return fmt.Sprintf("%s (%s)", l.text(), why)
	}
	var from []string
	for _, j := range l.From {
		from = append(from, c[j].text())
	}
	return fmt.Sprintf("%s (%s with %s)", l.text(), why, joined(from, " and "))
}
