package rating

import "github.com/seedoku/seedoku/sudoku"

// Most assumptions have no conclusion. The graph of a pass (chaingraph.go) shows
// which have one, so that only these are searched:
//
//   - A candidate is refuted if it sees two nodes, and one of them is true if the
//     other is false; or one that is proven.
//   - A node is proven if it is true if it is false.
//   - A cycle removes a candidate x that sees nodes A and B of the cycle, where A is
//     on and B is off. The cycle says that A and B are opposite: backwards it leads
//     from A off to B on, forwards from A on to B off. So x is refuted, by the chain
//     x -- A == ... == B -- x, which is at most two links longer than the cycle. And
//     the nodes of the cycle that are on follow from each other.

// chainStarts are the assumptions of a pass that lead to a conclusion.
type chainStarts struct {
	graph   chainGraph
	refuted marks // these candidates
	proven  marks // and these
	cyclic  nodeSet
	list    []chainStart

	// Lower bounds of the complexities of the shortest chains.
	refutes, proves [729]int
}

// chainStart is a candidate from which chains are searched.
type chainStart struct {
	candidate               sudoku.Candidate
	refutes, proves, cycles bool // what chains may show
}

// endless is above the number of links of any chain.
const endless = 1 << 15

// find finds the assumptions on a state, and reports whether there are any.
func (s *chainStarts) find(pass *chainPass, state *state) bool {
	s.graph.build(pass, state)
	s.refuted, s.proven = marks{}, marks{}
	if s.graph.overfull {
		return true
	}
	g := &s.graph
	for d := range g.linked.cells {
		for c := range state.cells[d].AndNot(g.linked.cells[d]).All() {
			k := c.Candidate(sudoku.Digit(d + 1))
			if sees := g.near.of(k, pass); !sees.empty() {
				s.conclude(k, sees, g.far.of(k, pass))
			}
		}
	}
	for i, k := range g.nodes[:g.n] {
		s.conclude(k, g.sees[i], union(g.sees[i], &g.implied))
		if g.implied[i].has(uint8(i)) {
			s.proven.add(k)
			s.proves[k] = 0
		}
	}
	return !s.refuted.empty() || !s.proven.empty()
}

// conclude notes whether a candidate is refuted: of the nodes that it sees, one
// implies another when it is off.
func (s *chainStarts) conclude(k sudoku.Candidate, sees, implied nodeSet) {
	if sees.meets(&implied) {
		s.refuted.add(k)
		s.refutes[k] = 0
	}
}

// measure finds the complexities of the shortest chains, as far as they are at most
// a limit. Each one found may lower the limit.
func (s *chainStarts) measure(limit int, lower func(complexity int) int) {
	g := &s.graph
	for k := range s.refuted.all() {
		s.refutes[k] = g.refutes(k, limit)
		if s.refutes[k] <= limit && g.state.digits[k.Cell()].Len() >= 2 {
			limit = lower(s.refutes[k])
		}
	}
	for k := range s.proven.all() {
		s.proves[k] = g.proves(g.number[k], limit)
		if s.proves[k] <= limit && g.state.digits[k.Cell()].Len() >= 2 {
			limit = lower(s.proves[k])
		}
	}
}

// findCyclic finds the nodes through which cycles may go that remove something, and
// have at most a number of links.
func (s *chainStarts) findCyclic(limit int) {
	g := &s.graph
	s.cyclic = nodeSet{}
	if limit == 0 {
		return
	}
	limit = min(limit, endless)
	var opposites nodeSet
	for k := range s.refuted.all() {
		sees := g.near.of(k, g.pass)
		for rest := sees; !rest.empty(); {
			i := rest.pop()
			if g.nodes[i] == k || opposites.has(i) {
				continue
			}
			opposed := g.opposed(i)
			opposed.keep(&sees)
			if !opposed.empty() && g.refutes(k, limit+2) <= limit+2 {
				opposites.add(i)
				opposites.join(&opposed)
			}
		}
	}
	for !opposites.empty() {
		i := opposites.pop()
		for rest := g.reach[i]; !rest.empty(); {
			if j := rest.pop(); g.reach[j].has(i) {
				s.cyclic.add(j)
			}
		}
	}
}

// choose lists the candidates of cells with a choice from which chains and cycles
// of at most some complexities are to be searched, in the order of the search. If
// the shortest chains were measured, it does not list those that are too long.
func (s *chainStarts) choose(chain, cycle int, measured bool) {
	g := &s.graph
	s.list = s.list[:0]
	s.findCyclic(cycle)
	for c, digits := range &g.state.digits {
		if digits.Len() < 2 {
			continue
		}
		turns := cycle > 0 && (g.pass.kind != yChain || digits.Len() == 2)
		for d := range digits.All() {
			k := sudoku.Cell(c).Candidate(d)
			start := chainStart{k, chain > 0, chain > 0, turns}
			if !g.overfull {
				start.refutes = chain > 0 && s.refuted.has(k) && s.refutes[k] <= chain
				start.proves = chain > 0 && s.proven.has(k) && s.proves[k] <= chain
				start.cycles = turns && s.turns(k, cycle, measured)
			}
			if start.refutes || start.proves || start.cycles {
				s.list = append(s.list, start)
			}
		}
	}
}

// turns reports whether cycles may go through a candidate.
func (s *chainStarts) turns(k sudoku.Candidate, cycle int, measured bool) bool {
	g := &s.graph
	if !g.linked.has(k) {
		return false
	}
	i := g.number[k]
	return s.cyclic.has(i) && (!measured || g.cycles(i, cycle) <= cycle)
}
