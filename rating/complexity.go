package rating

import "math"

// A chain is rated by its technique and its complexity. The complexity is the
// number of different literals of each of its branches, added up, plus the
// complexities of the chains nested in it. The rating grows ever more slowly: by
// a tenth each above 4, 6, 8, 12, 16, 24, ... literals, not counting two, the
// assumption and the conclusion.

// kind is a form of chains. Of two chains that are otherwise equal, the one of
// the lower kind is preferred.
type kind uint8

const (
	double        kind = iota + 1 // two branches: a candidate is true, and it is false
	xChain                        // no branches, links within one digit
	yChain                        // no branches, strong links within cells
	xyChain                       // no branches, all links
	cellChain                     // a branch for every candidate of a cell
	regionChain                   // a branch for every place of a digit in a house
	contradiction                 // two branches: an assumption and two opposites
)

// lengths are the highest complexities of chains that are rated 0, 1, 2, ...
// tenths above the base of their technique.
var lengths = listLengths()

func listLengths() (list [32]int) {
	bound := 4
	for k := range list {
		list[k] = bound + 2
		if k%2 == 0 {
			bound += bound / 2
		} else {
			bound += bound / 3
		}
	}
	list[len(list)-1] = math.MaxInt32
	return list
}

// increments returns the tenths that a complexity adds to a rating.
func increments(complexity int) int {
	k := 0
	for complexity > lengths[k] {
		k++
	}
	return k
}

// chainRank returns the rank of a chain without branches that is rated k tenths
// above its base. The scale adds binary fractions. Some sums for forcing chains
// on one digit come out just below other ratings that print the same.
func chainRank(base Tenths, k int) rank {
	r := rankOf(base + Tenths(k))
	if base == forcingXChain && (k == 1 || k == 3 || k == 6 || k == 8 || k == 11 || k == 13) {
		r--
	}
	return r
}

// longest returns the highest complexity of a chain of some base whose rank is
// at most the bound, or 0 if there is none.
func longest(base Tenths, bound rank) int {
	longest := 0
	for k, length := range &lengths {
		if chainRank(base, k) > bound {
			break
		}
		longest = length
	}
	return longest
}

// complexity returns the complexity of a step. If it is above the limit, the
// result can be any number above the limit.
func (e *engine) complexity(s *engineStep, limit int) int {
	sum := 0
	e.counted = e.counted[:0]
	for _, target := range e.resting(s) {
		if sum += e.size(target); sum > limit {
			return sum
		}
	}
	return sum
}

// size returns what a branch of a step adds to its complexity: the number of
// different literals among a node and its ancestors, plus the complexities of
// nested chains that earlier branches do not have.
func (e *engine) size(at target) int {
	t := at.trace
	if n := &t.nodes[at.node]; n.size > 0 {
		return int(n.size)
	}
	size, nested := 0, 0
	e.visit++
	e.stack = append(e.stack[:0], at.node)
	for len(e.stack) > 0 {
		n := &t.nodes[e.stack[len(e.stack)-1]]
		e.stack = e.stack[:len(e.stack)-1]
		if e.visited[n.literal] == e.visit {
			continue
		}
		e.visited[n.literal] = e.visit
		size++
		if n.nested >= 0 {
			nested += e.countNested(n.nested)
		}
		for _, parent := range t.parentsOf(n) {
			if e.visited[t.nodes[parent].literal] != e.visit {
				e.stack = append(e.stack, parent)
			}
		}
	}
	if len(e.rules.chains) == 0 {
		t.nodes[at.node].size = uint16(size)
	}
	return size + nested
}
