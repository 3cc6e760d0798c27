package rating

import (
	"math/bits"

	"github.com/seedoku/seedoku/sudoku"
)

// A chainGraph has the implications between candidates by the links of a pass, as
// bit sets. Its nodes are the candidates with strong links, as a chain can only
// go on from them:
//
//	k on  ->  next     all z with  k on -- w off == z on  for some node w
//	k on  ->  reach    the same, for any number of such pairs of links
//	k off ->  implied  all z with  k off == z on, and their reach
//
// It has no reasons and no order, so it takes a small part of the time of a search.
type chainGraph struct {
	pass     *chainPass
	state    *state
	n        int  // number of nodes
	overfull bool // the graph has no room for all nodes and is not valid

	linked  marks // the candidates that are nodes
	number  [729]uint8
	nodes   [maxNodes]sudoku.Candidate
	sees    [maxNodes]nodeSet // by weak links
	strong  [maxNodes]nodeSet // by strong links
	next    [maxNodes]nodeSet
	reach   [maxNodes]nodeSet
	implied [maxNodes]nodeSet

	near vicinity // the nodes themselves
	far  vicinity // what they imply when they are off
}

// maxNodes is the number of nodes for which a graph has room. Hard puzzles have 40
// to 60; a hundred were not seen.
const maxNodes = 128

// nodeSet is a set of nodes, by number.
type nodeSet [maxNodes / 64]uint64

func (s *nodeSet) has(i uint8) bool { return s[i>>6]>>(i&63)&1 != 0 }
func (s *nodeSet) add(i uint8)      { s[i>>6] |= 1 << (i & 63) }
func (s *nodeSet) drop(i uint8)     { s[i>>6] &^= 1 << (i & 63) }
func (s *nodeSet) empty() bool      { return s[0]|s[1] == 0 }

func (s *nodeSet) join(other *nodeSet) {
	s[0] |= other[0]
	s[1] |= other[1]
}

func (s *nodeSet) leave(other *nodeSet) {
	s[0] &^= other[0]
	s[1] &^= other[1]
}

func (s *nodeSet) keep(other *nodeSet) {
	s[0] &= other[0]
	s[1] &= other[1]
}

func (s *nodeSet) meets(other *nodeSet) bool { return s[0]&other[0]|s[1]&other[1] != 0 }

// pop takes the lowest node away from a set that is not empty.
func (s *nodeSet) pop() uint8 {
	if s[0] != 0 {
		i := bits.TrailingZeros64(s[0])
		s[0] &= s[0] - 1
		return uint8(i)
	}
	i := bits.TrailingZeros64(s[1])
	s[1] &= s[1] - 1
	return uint8(64 + i)
}

// vicinity is sets of nodes, joined by what sees them: by house and digit, and by
// cell.
type vicinity struct {
	houses [9][sudoku.NumHouses]nodeSet // by digit - 1
	cells  [81]nodeSet
}

// add joins a set to the sets of the houses of k, for its digit, and of its cell.
func (v *vicinity) add(k sudoku.Candidate, set *nodeSet) {
	c, houses := k.Cell(), &v.houses[k.Digit()-1]
	for _, m := range &memberships[c] {
		houses[m.house].join(set)
	}
	v.cells[c].join(set)
}

// of returns the union of the sets of all that a candidate sees by the links of a
// pass.
func (v *vicinity) of(k sudoku.Candidate, pass *chainPass) nodeSet {
	c, houses := k.Cell(), &v.houses[k.Digit()-1]
	m := &memberships[c]
	set := houses[m[0].house]
	set.join(&houses[m[1].house])
	set.join(&houses[m[2].house])
	if pass.cells {
		set.join(&v.cells[c])
	}
	return set
}

// build makes g the graph of a pass on a state.
func (g *chainGraph) build(pass *chainPass, s *state) {
	g.pass, g.state = pass, s
	g.n, g.overfull, g.linked = 0, false, marks{}
	g.near, g.far = vicinity{}, vicinity{}
	if pass.houses {
		g.linkHouses()
	}
	if pass.cells {
		g.linkCells()
	}
	if !g.overfull {
		g.close()
	}
}

// linkHouses adds the strong links within houses.
func (g *chainGraph) linkHouses() {
	for h := range sudoku.House(sudoku.NumHouses) {
		for d, at := range &g.state.positions[h] {
			if rest := at & (at - 1); rest.one() {
				a, b := h.List()[at.first()], h.List()[rest.first()]
				g.link(a.Candidate(sudoku.Digit(d+1)), b.Candidate(sudoku.Digit(d+1)))
			}
		}
	}
}

// linkCells adds the strong links within cells.
func (g *chainGraph) linkCells() {
	_, two, _, _ := g.state.byCount()
	for c := range two.All() {
		a, b := both(g.state.digits[c])
		g.link(c.Candidate(a), c.Candidate(b))
	}
}

// link adds a strong link.
func (g *chainGraph) link(a, b sudoku.Candidate) {
	i, j := g.node(a), g.node(b)
	g.strong[i].add(j)
	g.strong[j].add(i)
}

// node returns the number of the node of a candidate, which it adds if need be.
func (g *chainGraph) node(k sudoku.Candidate) uint8 {
	if g.linked.has(k) {
		return g.number[k]
	}
	if g.n == maxNodes {
		g.overfull = true
		return 0
	}
	i := uint8(g.n)
	g.n++
	g.linked.add(k)
	g.number[k], g.nodes[i], g.strong[i] = i, k, nodeSet{}
	var itself nodeSet
	itself.add(i)
	g.near.add(k, &itself)
	return i
}

// close computes reach and implied.
func (g *chainGraph) close() {
	nodes := g.nodes[:g.n]
	for i, k := range nodes {
		g.sees[i] = g.near.of(k, g.pass)
		g.sees[i].drop(uint8(i))
		g.next[i] = union(g.sees[i], &g.strong)
		g.reach[i] = g.next[i]
	}
	reach := g.reach[:len(nodes)]
	for k := range reach { // Warshall, without branches that a processor cannot predict
		through := reach[k]
		word, bit := k>>6, k&63
		for i := range reach {
			has := -(reach[i][word] >> bit & 1)
			reach[i][0] |= through[0] & has
			reach[i][1] |= through[1] & has
		}
	}
	for i, k := range nodes {
		g.implied[i] = union(g.strong[i], &g.reach)
		g.implied[i].join(&g.strong[i])
		g.far.add(k, &g.implied[i])
	}
}

// union returns the union of sets that belong to nodes.
func union(nodes nodeSet, sets *[maxNodes]nodeSet) (all nodeSet) {
	for !nodes.empty() {
		all.join(&sets[nodes.pop()])
	}
	return all
}

// opposed returns the nodes that are true if and only if node i is false.
func (g *chainGraph) opposed(i uint8) nodeSet {
	excluded := union(g.reach[i], &g.sees)
	excluded.join(&g.sees[i])
	excluded.keep(&g.implied[i])
	return excluded
}

// refutes returns the complexity of the shortest chain that refutes a candidate,
// or a number above the limit if that is above the limit. There must be one.
func (g *chainGraph) refutes(k sudoku.Candidate, limit int) int {
	sees := g.near.of(k, g.pass)
	var been nodeSet
	if g.linked.has(k) {
		been.add(g.number[k])
		sees.leave(&been)
	}
	level := union(sees, &g.strong)
	for complexity := 4; ; complexity += 2 {
		level.leave(&been)
		if complexity > limit || level.meets(&sees) {
			return complexity
		}
		been.join(&level)
		level = union(level, &g.next)
	}
}

// proves is refutes for the chain that proves a node.
func (g *chainGraph) proves(i uint8, limit int) int { return g.returns(i, &g.strong, limit) }

// cycles returns a lower bound of the complexities of the cycles through a node, or
// a number above the limit if that is above the limit. The node must be in its own
// reach.
func (g *chainGraph) cycles(i uint8, limit int) int { return g.returns(i, &g.next, limit) }

// returns counts the literals on the shortest way back to a node, from the nodes
// that a first link or two lead to.
func (g *chainGraph) returns(i uint8, first *[maxNodes]nodeSet, limit int) int {
	var been nodeSet
	been.add(i)
	level := first[i]
	for complexity := 4; ; complexity += 2 {
		level.leave(&been)
		been.join(&level)
		level = union(level, &g.next)
		if complexity > limit || level.has(i) {
			return complexity
		}
	}
}
