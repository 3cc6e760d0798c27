package rating

import (
	"cmp"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A multiple chain follows several assumptions. One of them must be true, so what
// they have in common is true:
//
//	r1c1=2 -> ... -> r5c5<>7
//	r1c1=4 -> ... -> r5c5<>7        so r5c5<>7, whatever r1c1 is
//	r1c1=9 -> ... -> r5c5<>7
//
// Or one assumption leads to a literal and to its opposite, so it is false. An
// engine does this for every candidate of the grid.
//
// A static engine follows the links of the starting position. A dynamic engine
// takes candidates away that are false under the assumption, which makes more
// links. A dynamic engine with patterns also applies patterns to the remaining
// candidates, and some engines apply whole chains (nested.go).

// The variants of a multiple chain.
const (
	Contradiction Variant = "contradiction" // an assumption leads to a statement and its opposite
	DoubleChain   Variant = "double"        // a candidate leads to the conclusion both if true and if false
	CellChain     Variant = "cell"          // every candidate of a cell leads to the conclusion
	RegionChain   Variant = "region"        // every place of a digit in a house leads to the conclusion
)

var variants = [...]Variant{contradiction: Contradiction, double: DoubleChain, cellChain: CellChain, regionChain: RegionChain}

// engineRules are the rules of an engine.
type engineRules struct {
	cells    bool     // follow links within cells too; a Nishio chain does not
	dynamic  bool     // take false candidates away; look for contradictions and doubles
	patterns bool     // apply patterns to the candidates left under an assumption
	chains   []string // techniques to apply if no pattern has an effect; only the first with an effect is applied
}

// The plain engines of the scale. The others are dynamic plus what they apply.
var (
	nishio  = engineRules{dynamic: true}
	static  = engineRules{cells: true}
	dynamic = engineRules{cells: true, dynamic: true}
)

// plus returns the rules of an engine that also applies patterns and chains under
// an assumption. The chains are names of techniques.
func (r engineRules) plus(chains ...string) engineRules {
	r.patterns, r.chains = true, chains
	return r
}

// engine looks for multiple chains by its rules. It is scratch memory.
//
// A trace takes part in many chains, so the traces of all assumptions are kept
// for one run. A step is then no more than the names of its assumptions and the
// literal that all of them lead to.
type engine struct {
	rules engineRules
	start *state
	left  state // the position under an assumption, in a dynamic engine

	all     bool // steps of every rating are wanted, not only of the lowest
	limit   int  // highest complexity that is wanted
	steps   []engineStep
	best    [numLiterals]int32 // the step that shows a literal, counted from 1; 0 if there is none
	showing []literal          // literals with an entry in best
	made    int                // number of steps considered

	traces [numLiterals]*trace // by assumption
	run    uint32              // traces and reaches of other runs are out of date
	traced traced              // the state and rules of the traces of this run

	reaches *reaches // the fast search, of an engine without patterns
	assumed [9]literal

	// The techniques applied under an assumption, and their steps (nested.go).
	explaining bool
	inner      *found      // collects the steps of one of them
	patterns   []Technique // the rows of the list patterns
	chains     []Technique // the rows that the rules name
	nested     []nestedStep
	goneOrder  []sudoku.Candidate

	// Scratch memory for visiting the ancestors of a node.
	targets []target
	visited [numLiterals]uint32
	visit   uint32
	stack   []uint16
	counted []int32 // nested steps that the complexity at hand includes
}

// engineStep is a step of an engine.
type engineStep struct {
	kind       kind
	shown      literal
	complexity int
	order      int
	candidate  sudoku.Candidate // the assumed candidate; for a cell or region, any of the assumed candidates
	house      sudoku.House     // the house of a region
}

// traced is a state, and how an engine has traced assumptions on it.
type traced struct {
	patterns bool
	chains   []Technique
	grid     sudoku.Grid
	digits   [81]sudoku.Digits
}

// target is the node at which one of the chains of a step ends.
type target struct {
	trace *trace
	node  uint16
}

// setRules makes e an engine with rules that name rows of a table.
func (e *engine) setRules(rules *engineRules, table []technique) {
	e.rules = *rules
	if !rules.patterns {
		return
	}
	if e.inner == nil {
		e.inner = &found{nesting: true, table: table}
		for i := range patterns {
			e.patterns = append(e.patterns, rowOf(table, patterns[i].name))
		}
	}
	e.chains = e.chains[:0]
	for _, name := range rules.chains {
		e.chains = append(e.chains, rowOf(table, name))
	}
}

// find finds all steps up to a complexity, or only the steps of the lowest rating,
// sorted and without repetitions.
func (e *engine) find(s *state, all bool, limit int) {
	e.start, e.all = s, all
	e.beginTraces()
	e.limit = limit
	e.steps, e.made = e.steps[:0], 0
	for _, l := range e.showing {
		e.best[l] = 0
	}
	e.showing = e.showing[:0]
	least := 2
	if !e.rules.dynamic {
		least = 3
	}
	if !e.rules.patterns {
		e.beginReaches()
	}
	for cell, digits := range &s.digits {
		if digits.Len() >= least {
			e.from(sudoku.Cell(cell), digits)
		}
	}
	e.sort()
}

// beginTraces drops all traces, unless they can be continued. They can if the last
// run had the same state, the same patterns, and a beginning of the same list of
// chains: then the new traces begin with the old ones.
func (e *engine) beginTraces() {
	last := &e.traced
	if !last.patterns || !e.rules.patterns || last.grid != e.start.grid || last.digits != e.start.digits ||
		len(last.chains) > len(e.chains) || !slices.Equal(last.chains, e.chains[:len(last.chains)]) {
		e.forgetTraces()
	}
	last.patterns, last.grid, last.digits = e.rules.patterns, e.start.grid, e.start.digits
	last.chains = append(last.chains[:0], e.chains...)
}

func (e *engine) forgetTraces() {
	e.run++
	e.nested = e.nested[:0]
}

// beginReaches makes the fast search ready.
func (e *engine) beginReaches() {
	if e.reaches == nil {
		e.reaches = new(reaches)
	}
	e.reaches.begin(e.rules, e.start, e.run)
}

// from looks at all candidates of a cell.
func (e *engine) from(c sudoku.Cell, digits sudoku.Digits) {
	for d := range digits.All() {
		k := c.Candidate(d)
		if e.rules.dynamic {
			e.contradiction(on(k))
			e.contradiction(off(k))
			if e.rules.cells && digits.Len() >= 3 {
				e.common(double, append(e.assumed[:0], on(k), off(k)), engineStep{candidate: k})
			}
		}
		if e.rules.cells {
			e.regions(k)
		}
	}
	if e.rules.cells {
		assumptions := e.assumed[:0]
		for d := range digits.All() {
			assumptions = append(assumptions, on(c.Candidate(d)))
		}
		e.common(cellChain, assumptions, engineStep{candidate: assumptions[0].candidate()})
	}
}

// trace returns the trace of an assumption.
func (e *engine) trace(l literal) *trace {
	t := e.traces[l]
	if t == nil {
		t = new(trace)
		e.traces[l] = t
	}
	switch {
	case t.run != e.run:
		e.follow(t, l)
	case !t.contradictory && t.chains < len(e.chains):
		e.resume(t)
	}
	return t
}

// contradiction considers the step that refutes an assumption.
func (e *engine) contradiction(assumption literal) {
	if e.mayContradict(assumption) && e.trace(assumption).contradictory {
		e.consider(engineStep{kind: contradiction, shown: assumption.opposite(), candidate: assumption.candidate()})
	}
}

// regions considers the steps of the houses in which a candidate is the first
// place of its digit, so that each house has its turn once.
func (e *engine) regions(k sudoku.Candidate) {
	d := k.Digit()
	for _, house := range &linkHouses {
		m := &memberships[k.Cell()][house.kind]
		at := e.start.positions[m.house][d-1]
		if at.one() || at&-at != m.bit {
			continue
		}
		assumptions := e.assumed[:0]
		for rest := at; rest != 0; rest &= rest - 1 {
			assumptions = append(assumptions, on(m.house.List()[rest.first()].Candidate(d)))
		}
		e.common(regionChain, assumptions, engineStep{candidate: k, house: m.house})
	}
}

// common considers the steps that conclude a common consequence of several
// assumptions, one of which must be true. The order is that of the trace of the
// first assumption.
func (e *engine) common(kind kind, assumptions []literal, step engineStep) {
	isOn, isOff, someOn, someOff := e.shared(assumptions)
	if !someOn && !someOff {
		return
	}
	step.kind = kind
	first := e.trace(assumptions[0])
	if someOn {
		e.considerMarked(first, first.ons, &isOn, step)
	}
	if someOff {
		e.considerMarked(first, first.offs, &isOff, step)
	}
}

// considerMarked considers a step for every node whose candidate is marked.
func (e *engine) considerMarked(t *trace, nodes []uint16, marked *marks, step engineStep) {
	for _, i := range nodes {
		step.shown = t.nodes[i].literal
		if marked.has(step.shown.candidate()) {
			e.consider(step)
		}
	}
}

// consider adds a step, unless it removes nothing or a better step removes the
// same candidates.
func (e *engine) consider(step engineStep) {
	key, ok := e.removal(step.shown)
	if !ok {
		return
	}
	e.made++
	limit := e.limit
	at := e.best[key]
	if at != 0 {
		limit = min(limit, e.steps[at-1].complexity)
	}
	step.complexity, step.order = e.complexity(&step, limit), e.made
	switch {
	case step.complexity > limit:
		return
	case at == 0:
		e.steps = append(e.steps, step)
		e.best[key] = int32(len(e.steps))
		e.showing = append(e.showing, key)
	case e.steps[at-1].before(&step) <= 0:
		return
	default:
		e.steps[at-1] = step
	}
	if !e.all {
		e.limit = lengths[increments(step.complexity)]
	}
}

// removal returns a literal that stands for the candidates that l removes, and
// whether there are any. In a cell of two candidates, that one is on removes the
// same as that the other is off: both have the latter literal.
func (e *engine) removal(l literal) (literal, bool) {
	if !l.on() {
		return l, true
	}
	c := l.candidate().Cell()
	others := e.start.digits[c].Without(l.candidate().Digit())
	switch others.Len() {
	case 0:
		return l, false
	case 1:
		return off(c.Candidate(others.First())), true
	}
	return l, true
}

// before compares two steps: the result is negative if s comes first.
func (s *engineStep) before(other *engineStep) int {
	return cmp.Or(s.complexity-other.complexity, int(s.kind)-int(other.kind), s.order-other.order)
}

func (e *engine) sort() {
	if !e.all {
		e.steps = slices.DeleteFunc(e.steps, func(s engineStep) bool { return s.complexity > e.limit })
	}
	slices.SortFunc(e.steps, func(a, b engineStep) int { return a.before(&b) })
}

// resting returns the nodes that a step rests on, one for each of its chains.
// The list is valid until the next call.
func (e *engine) resting(s *engineStep) []target {
	e.targets = e.targets[:0]
	k := s.candidate
	switch s.kind {
	case contradiction:
		t := e.trace(s.shown.opposite())
		e.targets = append(e.targets, target{t, t.clash[0]}, target{t, t.clash[1]})
	case double:
		e.rest(on(k), s.shown)
		e.rest(off(k), s.shown)
	case cellChain:
		for d := range e.start.digits[k.Cell()].All() {
			e.rest(on(k.Cell().Candidate(d)), s.shown)
		}
	case regionChain:
		for rest := e.start.positions[s.house][k.Digit()-1]; rest != 0; rest &= rest - 1 {
			e.rest(on(s.house.List()[rest.first()].Candidate(k.Digit())), s.shown)
		}
	}
	return e.targets
}

// rest adds the node of a literal in the trace of an assumption.
func (e *engine) rest(assumption, shown literal) {
	t := e.trace(assumption)
	e.targets = append(e.targets, target{t, t.at[shown]})
}

// multipleChains returns the finder of an engine's chains.
func multipleChains(rules engineRules) func(*state, *found) {
	return func(s *state, f *found) {
		e := scratch[engine](f)
		e.setRules(&rules, f.table)
		e.find(s, f.nesting, longest(f.least, f.bound))
		if f.nesting {
			f.nested = e
			return
		}
		if f.explaining {
			e.explain()
		}
		for i := range e.steps {
			step := &e.steps[i]
			f.candidates = e.removes(step, f.candidates)
			f.add(e.reported(step, f))
		}
		e.explaining = false
	}
}

// reported returns a step as one of the technique that f collects, without its
// eliminations.
func (e *engine) reported(s *engineStep, f *found) Step {
	step := Step{
		Variant: variants[s.kind],
		Rating:  f.least + Tenths(increments(s.complexity)),
	}
	if s.shown.on() {
		step.Places, step.Placement = true, s.shown.candidate()
	}
	if s.kind == regionChain {
		step.Houses = f.in(s.house)
	}
	if e.explaining {
		step.Chains = e.chainsOf(s)
	}
	return step
}

// explain makes the engine trace assumptions again, and keep the data for
// explaining nested steps.
func (e *engine) explain() {
	e.explaining = true
	e.traced.patterns = false
	e.forgetTraces()
}
