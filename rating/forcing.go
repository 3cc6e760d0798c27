package rating

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A multiple chain follows several assumptions and shows what they have in
// common. Each engine does this for every candidate:
//
//	contradiction   an assumption leads to something and its opposite
//	double          a candidate on and the same off lead to the same
//	region          all places of a digit in a house lead to the same
//	cell            all candidates of a cell lead to the same
//
// A static engine knows the links that are there at the start. A dynamic one
// takes away what is false under the assumption, which gives new links; one of
// a level above 0 also applies patterns, or whole chains, to what is left then
// (nested.go).

// The variants of a multiple chain.
const (
	Contradiction Variant = "contradiction" // an assumption leads to something and its opposite
	DoubleChain   Variant = "double"        // a candidate leads there both true and false
	CellChain     Variant = "cell"          // every candidate of a cell leads there
	RegionChain   Variant = "region"        // every place of a digit in a house leads there
)

var variants = [...]Variant{contradiction: Contradiction, double: DoubleChain, cellChain: CellChain, regionChain: RegionChain}

// engineRules are what an engine does.
type engineRules struct {
	cells    bool     // follow links within cells too; without them it is Nishio
	dynamic  bool     // take away what is false; show contradictions and doubles
	patterns bool     // apply patterns to what is left under an assumption
	chains   []string // and if there are none, these techniques, the first that does anything
}

// The engines of the scale. Each technique that is more is one of these plus
// what it applies; see plus.
var (
	nishio  = engineRules{dynamic: true}
	static  = engineRules{cells: true}
	dynamic = engineRules{cells: true, dynamic: true}
)

// plus returns the rules of an engine that also applies patterns, and chains by
// the names of their techniques, to what is left under an assumption.
func (r engineRules) plus(chains ...string) engineRules {
	r.patterns, r.chains = true, chains
	return r
}

// engine looks for multiple chains by its rules. It is scratch memory.
//
// The traces of all candidates assumed to be on, and off, are kept for one run,
// as a trace takes part in many chains. So a step is only the names of the
// traces that it takes, and of the literal that all of them lead to.
type engine struct {
	rules engineRules
	start *state
	left  state // of start under an assumption, if dynamic

	all     bool // steps of every rating are wanted, not only those of the lowest
	limit   int  // highest complexity that is wanted
	steps   []engineStep
	best    [numLiterals]int32 // the step that shows a literal, counted from 1
	showing []literal          // those with an entry in best
	made    int                // steps considered

	traces [numLiterals]*trace
	run    uint32 // for which traces are valid

	reaches *reaches // of level 0
	assumed [9]literal

	// What is applied to what is left, and what that found.
	explaining bool
	inner      *found      // collects it
	patterns   []Technique // of the list of patterns
	chains     []Technique // those of the rules
	nested     []nestedStep
	goneOrder  []sudoku.Candidate

	// To go through the ancestors of a node.
	targets []target
	visited [numLiterals]uint32
	visit   uint32
	stack   []uint16
	counted []int32 // nested steps in the complexity at hand
}

// engineStep is what an engine shows.
type engineStep struct {
	kind       kind
	shown      literal
	complexity int
	order      int
	candidate  sudoku.Candidate // of a contradiction and of a double; any of the cell; any place of the digit
	house      sudoku.House     // of a region
}

// target is a node that a step rests on.
type target struct {
	trace *trace
	node  uint16
}

// follows makes e an engine by the rules, which name rows of the table.
func (e *engine) follows(rules *engineRules, table []technique) {
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

// find runs the engine: all steps, or those of the lowest rating, sorted and
// without repetitions.
func (e *engine) find(s *state, all bool) {
	e.start, e.all = s, all
	e.run++
	e.limit = lengths[len(lengths)-1]
	e.steps, e.nested, e.made = e.steps[:0], e.nested[:0], 0
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

// beginReaches makes ready what an engine without patterns looks at first.
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

// trace returns what follows from an assumption.
func (e *engine) trace(l literal) *trace {
	t := e.traces[l]
	if t == nil {
		t = new(trace)
		e.traces[l] = t
	}
	if t.run != e.run {
		e.follow(t, l)
	}
	return t
}

func (e *engine) contradiction(assumption literal) {
	if e.mayContradict(assumption) && e.trace(assumption).contradictory {
		e.consider(engineStep{kind: contradiction, shown: assumption.opposite(), candidate: assumption.candidate()})
	}
}

// regions looks at the houses in which a candidate is the first of its digit.
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

// common considers all that assumptions have in common of which one must hold,
// in the order of the first.
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

func (e *engine) considerMarked(t *trace, nodes []uint16, marked *marks, step engineStep) {
	for _, i := range nodes {
		step.shown = t.nodes[i].literal
		if marked.has(step.shown.candidate()) {
			e.consider(step)
		}
	}
}

// consider takes in a step, unless it removes nothing or a better one removes
// the same.
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

// removal returns a literal that stands for the candidates that go if another
// one holds, and whether there are any: that one of a pair is on removes the
// same as that the other is off.
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

// before compares steps: negative if s comes before other.
func (s *engineStep) before(other *engineStep) int {
	for _, difference := range [...]int{s.complexity - other.complexity, int(s.kind) - int(other.kind)} {
		if difference != 0 {
			return difference
		}
	}
	return s.order - other.order
}

func (e *engine) sort() {
	if !e.all {
		e.steps = slices.DeleteFunc(e.steps, func(s engineStep) bool { return s.complexity > e.limit })
	}
	slices.SortFunc(e.steps, func(a, b engineStep) int { return a.before(&b) })
}

// resting returns the nodes that a step rests on. The list is valid until the
// next call.
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

func (e *engine) rest(assumption, shown literal) {
	t := e.trace(assumption)
	e.targets = append(e.targets, target{t, t.at[shown]})
}

// multipleChains returns the finder of the chains of an engine.
func multipleChains(rules engineRules) func(*state, *found) {
	return func(s *state, f *found) {
		e := scratch[engine](f)
		e.follows(&rules, f.table)
		e.find(s, f.nesting)
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

// reported returns what a step is to those outside the engine, but for what it
// removes.
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

// explain makes the engine follow up assumptions anew, keeping what is needed
// to explain the traces.
func (e *engine) explain() {
	e.explaining = true
	e.run++
	e.nested = e.nested[:0]
}
