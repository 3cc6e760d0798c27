package rating

import "math"

// A chain is rated by its kind and by its complexity: the number of different
// literals in it, counted for each conclusion that it brings together, and the
// complexities of the chains nested in it. Longer chains are rated higher, but
// ever more slowly: by a tenth more above 4, 6, 8, 12, 16, 24, ... literals,
// where the assumption and the conclusion do not count.

// kind is what a chain is, in the order that prefers one of two equal ones.
type kind uint8

const (
	double        kind = iota + 1 // both ways of a candidate lead there
	xChain                        // one digit
	yChain                        // cells of two candidates
	xyChain                       // both
	cellChain                     // all candidates of a cell lead there
	regionChain                   // all places of a digit in a house lead there
	contradiction                 // an assumption refutes itself
)

// lengths are the complexities up to which a chain is rated 0, 1, 2, ... tenths
// more than its base.
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

// chainRank returns the rank of a chain without branches. The ratings of
// forcing chains on one digit are sums of binary fractions that fall short of
// the others that print the same.
func chainRank(base Tenths, k int) rank {
	r := rankOf(base + Tenths(k))
	if base == forcingXChain && (k == 1 || k == 3 || k == 6 || k == 8 || k == 11 || k == 13) {
		r--
	}
	return r
}

// longest returns the highest complexity of the chains of a base that are
// ranked up to a bound; it is 0 if there are none.
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

// complexity returns that of a step, or a number above the limit if it is
// higher.
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

// size returns the number of different literals among the ancestors of a node
// and itself, and the complexities of the nested chains that are in none of the
// targets before.
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
