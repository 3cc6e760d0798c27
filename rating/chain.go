package rating

import (
	"cmp"
	"slices"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/sudoku"
)

// A forcing chain goes from one candidate to the next by links (literal.go), so
// that on and off take turns:
//
//	on -- off == on -- off == on ...        -- weak link    == strong link
//
//	X-chain    links within one digit, in houses
//	Y-chain    strong links within cells of two candidates
//	XY-chain   all links
//
// The chain ends at the opposite of its assumption, which is thereby refuted. A
// cycle comes back to its assumption with a strong link. Then its weak links are
// strong as well: one end of each is true, and a candidate that sees both ends
// is false.
//
// The search is breadth first, so that it finds the shortest chains. It reaches
// a candidate once; of several ways of the same length the first one counts, in
// the order of the links: cell, box, row, column.

const (
	forcingXChain Tenths = 66
	xOrYCycle     Tenths = 65
	forcingXY     Tenths = 70
)

// The variants of a forcing chain.
const (
	XCycle  Variant = "X-cycle"
	YCycle  Variant = "Y-cycle"
	XYCycle Variant = "XY-cycle"
	XChain  Variant = "X-chain"
	XYChain Variant = "XY-chain"
)

// chainPass is a search for all chains of a kind.
type chainPass struct {
	kind                         kind
	houses, cells                bool   // whether strong links in houses, and all links in cells, are followed
	cycle                        Tenths // the rating of the shortest cycle
	chain                        Tenths // and of the shortest chain; 0 if only cycles are wanted
	cycleVariant, forcingVariant Variant
}

var chainPasses = [...]chainPass{
	{xChain, true, false, xOrYCycle, forcingXChain, XCycle, XChain},
	{yChain, false, true, xOrYCycle, 0, YCycle, ""},
	{xyChain, true, true, forcingXY, forcingXY, XYCycle, XYChain},
}

// chainLink is a literal of a chain, and why it follows from the literal before.
type chainLink struct {
	literal literal
	why     reason
}

// chainStep is a chain with a conclusion. Its lists lie in the arenas of the
// search.
type chainStep struct {
	kind       kind
	variant    Variant
	cycle      bool
	doubtful   bool // a cycle that could go another way
	rank       rank
	complexity int
	order      int
	gone       []sudoku.Candidate // the candidates removed, in the order of nested.go
	sum        uint64             // a hash of gone that does not depend on its order
	path       []chainLink        // from the assumption to the end
}

// chains looks for chains and cycles. It is scratch memory.
//
// Graphs tell first from where a search is worth it (chainstart.go). For these
// searches the links of a pass are listed (chainlinks.go). A search then goes two
// links at a time, from one candidate that is true to the next, and keeps for
// each of them the two links that led there:
//
//	from -- through == candidate
type chains struct {
	state *state
	steps []chainStep // in the end sorted, without repetitions

	all   bool // steps of every rank are wanted, not only of the lowest
	bound rank // the highest rank wanted

	longestCycle, longestChain int // the highest complexities wanted in this pass

	starts [len(chainPasses)]chainStarts // for each pass

	strong  [729][4]link
	strongs [729]uint8
	linked  marks // candidates with strong links
	weak    []link
	weakOf  [729]weakList
	passes  uint32 // passes so far

	reached [729]arrival
	queue   []sudoku.Candidate
	search  uint32

	gone  []sudoku.Candidate
	paths []chainLink

	doubts doubts
}

// weakList is where the weak links of a candidate are listed.
type weakList struct {
	pass       uint32 // the number of the pass; others are out of date
	start, end uint32
}

// arrival describes how a search reached a candidate that is true.
type arrival struct {
	search              uint32 // the number of the search; others are out of date
	level               uint16 // number of pairs of links from the start
	from, through       sudoku.Candidate
	whyThrough, whyThis reason
	tied                bool // there is another way of the same length
}

// run finds the chains of a state up to a rank: all of them, or only those with
// the lowest rank.
func (c *chains) run(s *state, all bool, bound rank) {
	c.reset(s, all, bound)
	// The last pass has the links of all: where it leads nowhere, no pass does.
	last := len(chainPasses) - 1
	if !c.starts[last].find(&chainPasses[last], s) {
		return
	}
	for i := range last {
		c.starts[i].find(&chainPasses[i], s)
	}
	if !all {
		c.tighten()
	}
	for i := range chainPasses {
		c.pass(&chainPasses[i], &c.starts[i])
	}
	if c.doubts.wanted {
		c.settleDoubts()
	}
	c.sort()
}

// reset forgets all steps and makes c ready for a state.
func (c *chains) reset(s *state, all bool, bound rank) {
	c.state, c.all, c.bound = s, all, bound
	c.steps, c.gone, c.paths = c.steps[:0], c.gone[:0], c.paths[:0]
	c.doubts.reset()
}

// tighten lowers the bound to the rank of the easiest forcing chain.
func (c *chains) tighten() {
	for i := range chainPasses {
		if pass := &chainPasses[i]; pass.chain != 0 {
			c.starts[i].measure(longest(pass.chain, c.bound), func(complexity int) int {
				c.bound = min(c.bound, chainRank(pass.chain, increments(complexity)))
				return longest(pass.chain, c.bound)
			})
		}
	}
}

// pass looks for the chains of a pass.
func (c *chains) pass(pass *chainPass, from *chainStarts) {
	c.wanted(pass)
	from.choose(c.longestChain, c.longestCycle, !c.all)
	if len(from.list) == 0 {
		return
	}
	c.gather(pass)
	for i := range from.list {
		start := &from.list[i]
		if start.refutes || start.cycles {
			c.fromOn(pass, start)
		}
		if start.proves {
			c.fromOff(pass, start.candidate)
		}
	}
}

// wanted sets the highest complexities of cycles and chains that the bound
// allows in a pass.
func (c *chains) wanted(pass *chainPass) {
	c.longestCycle, c.longestChain = longest(pass.cycle, c.bound), 0
	if pass.chain != 0 {
		c.longestChain = longest(pass.chain, c.bound)
	}
}

// fromOn follows the assumption that a candidate is true, to cycles and to the
// conclusion that it is false.
func (c *chains) fromOn(pass *chainPass, by *chainStart) {
	start := by.candidate
	c.begin(start)
	refuted := !by.refutes
	for i := 0; i < len(c.queue); i++ {
		from := c.queue[i]
		level := c.reached[from].level
		complexity := 2*int(level) + 2
		if (refuted || complexity > c.longestChain) && (!by.cycles || complexity > c.longestCycle) {
			return
		}
		if !refuted && level > 0 && pass.seen(from, start) {
			refuted = true
			if complexity <= c.longestChain {
				c.addForcing(pass, off(start), complexity, chainLink{off(start), weakReason(from, start)}, from)
			}
		}
		for _, weak := range c.weakLinks(pass, from) {
			for _, strong := range c.strongLinks(weak.to) {
				if strong.to != start {
					c.arrive(from, weak, strong)
				} else if by.cycles && level > 0 && complexity <= c.longestCycle {
					doubtful := c.doubts.wanted && c.tied(from)
					if doubtful {
						c.doubt(pass, complexity, from, weak.to)
					}
					if !c.onTheWay(from, weak.to) {
						c.addCycle(pass, complexity, from, weak, strong, doubtful)
					}
				}
			}
		}
	}
}

// fromOff follows the assumption that a candidate is false, to the conclusion
// that it is true.
func (c *chains) fromOff(pass *chainPass, start sudoku.Candidate) {
	c.begin(start)
	c.queue = c.queue[:0]
	for _, strong := range c.strongLinks(start) {
		c.reached[strong.to] = arrival{c.search, 1, start, start, assumed, strong.why, false}
		c.queue = append(c.queue, strong.to)
	}
	for i := 0; i < len(c.queue); i++ {
		from := c.queue[i]
		complexity := 2*int(c.reached[from].level) + 2
		if complexity > c.longestChain {
			return
		}
		for _, weak := range c.weakLinks(pass, from) {
			for _, strong := range c.strongLinks(weak.to) {
				if strong.to == start {
					c.addForcing(pass, on(start), complexity, chainLink{off(weak.to), weak.why}, from,
						chainLink{on(start), strong.why})
					return
				}
				c.arrive(from, weak, strong)
			}
		}
	}
}

func (c *chains) begin(start sudoku.Candidate) {
	c.search++
	c.reached[start] = arrival{search: c.search}
	c.queue = append(c.queue[:0], start)
}

// arrive records a candidate that is true after two more links.
func (c *chains) arrive(from sudoku.Candidate, weak, strong link) {
	level := c.reached[from].level + 1
	if to := &c.reached[strong.to]; to.search != c.search {
		*to = arrival{c.search, level, from, weak.to, weak.why, strong.why, false}
		c.queue = append(c.queue, strong.to)
	} else if to.level == level {
		to.tied = true
	}
}

// onTheWay reports whether the way to a candidate goes through a certain
// candidate that is false.
func (c *chains) onTheWay(to, through sudoku.Candidate) bool {
	for c.reached[to].level > 0 {
		if c.reached[to].through == through {
			return true
		}
		to = c.reached[to].from
	}
	return false
}

// path returns the links from an assumption to a candidate that was reached, and
// then the links given.
func (c *chains) path(assumption literal, to sudoku.Candidate, more ...chainLink) []chainLink {
	first := len(c.paths)
	c.paths = append(c.paths, more...)
	slices.Reverse(c.paths[first:])
	for c.reached[to].level > 0 {
		a := &c.reached[to]
		c.paths = append(c.paths, chainLink{on(to), a.whyThis})
		if a.whyThrough == assumed {
			break
		}
		c.paths = append(c.paths, chainLink{off(a.through), a.whyThrough})
		to = a.from
	}
	c.paths = append(c.paths, chainLink{assumption, assumed})
	slices.Reverse(c.paths[first:])
	return c.paths[first:]
}

// addForcing adds a chain that shows a literal. It leads from the opposite of
// the literal to a candidate that was reached, and on by one or two more links.
func (c *chains) addForcing(pass *chainPass, shown literal, complexity int, next chainLink, over sudoku.Candidate, end ...chainLink) {
	first := len(c.gone)
	k := shown.candidate()
	if shown.on() {
		for d := range c.state.digits[k.Cell()].Without(k.Digit()).All() {
			c.gone = append(c.gone, k.Cell().Candidate(d))
		}
	} else {
		c.gone = append(c.gone, k)
	}
	more := [2]chainLink{next}
	path := c.path(shown.opposite(), over, more[:1+copy(more[1:], end)]...)
	c.add(pass, chainStep{
		kind: pass.kind, variant: pass.forcingVariant,
		rank:       chainRank(pass.chain, increments(complexity)),
		complexity: complexity, gone: c.gone[first:], path: path,
	})
}

// addCycle adds the cycle that two links close, if it removes anything.
func (c *chains) addCycle(pass *chainPass, complexity int, from sudoku.Candidate, weak, strong link, doubtful bool) {
	firstLink, first := len(c.paths), len(c.gone)
	path := c.path(on(strong.to), from, chainLink{off(weak.to), weak.why}, chainLink{on(strong.to), strong.why})
	if !c.removedBy(path) {
		c.paths = c.paths[:firstLink]
		return
	}
	c.add(pass, chainStep{
		kind: pass.kind, variant: pass.cycleVariant, cycle: true, doubtful: doubtful,
		rank:       chainRank(pass.cycle, increments(complexity)),
		complexity: complexity, gone: c.gone[first:], path: path,
	})
}

// removedBy appends to gone the candidates that a cycle removes, and reports
// whether there are any. They are outside its cells and see two candidates of
// their digit in it, one that is on and one that is off.
func (c *chains) removedBy(path []chainLink) bool {
	var cells sudoku.Cells
	var seen [2][9]sudoku.Cells // from candidates that are off, on
	for _, l := range path {
		k := l.literal.candidate()
		cells = cells.With(k.Cell())
		polarity := l.literal & 1
		seen[polarity][k.Digit()-1] = seen[polarity][k.Digit()-1].Or(k.Cell().Peers())
	}
	var gone [9]sudoku.Cells
	var all sudoku.Cells
	for d := range gone {
		gone[d] = c.state.cells[d].And(seen[0][d]).And(seen[1][d]).AndNot(cells)
		all = all.Or(gone[d])
	}
	if all.Empty() {
		return false
	}
	var list [81]sudoku.Cell
	ordered := list[:0]
	for i := len(path) - 1; i > 0; i -= 2 { // the links that are on; the first is the last again
		k := path[i].literal.candidate()
		near := gone[k.Digit()-1].And(k.Cell().Peers()).And(all)
		for cell := range near.All() {
			ordered = append(ordered, cell)
		}
		all = all.AndNot(near)
	}
	hashed(ordered)
	for _, cell := range ordered {
		for d := range gone {
			if gone[d].Has(cell) {
				c.gone = append(c.gone, cell.Candidate(sudoku.Digit(d+1)))
			}
		}
	}
	return true
}

// add adds a step.
func (c *chains) add(pass *chainPass, step chainStep) {
	for _, k := range step.gone {
		step.sum += shuffle.Mix(uint64(k))
	}
	step.order = len(c.paths)
	if !c.all && step.rank < c.bound {
		c.bound = step.rank
		c.wanted(pass)
	}
	c.steps = append(c.steps, step)
}

// sort orders the steps, the easiest first. Of steps that remove the same
// candidates it keeps the first one. Unless all are wanted, it keeps only steps
// of the lowest rank.
func (c *chains) sort() {
	if !c.all {
		c.steps = slices.DeleteFunc(c.steps, func(s chainStep) bool { return s.rank > c.bound })
	}
	slices.SortFunc(c.steps, func(a, b chainStep) int {
		return cmp.Or(int(a.rank)-int(b.rank), a.complexity-b.complexity, int(a.kind)-int(b.kind), a.order-b.order)
	})
	kept := c.steps[:0]
	for _, step := range c.steps {
		if !slices.ContainsFunc(kept, func(other chainStep) bool { return other.removesSame(&step) }) {
			kept = append(kept, step)
		}
	}
	c.steps = kept
}

func (s *chainStep) removesSame(other *chainStep) bool {
	return s.sum == other.sum && len(s.gone) == len(other.gone) &&
		!slices.ContainsFunc(s.gone, func(k sudoku.Candidate) bool { return !slices.Contains(other.gone, k) })
}

// shown returns the literal that a forcing chain shows.
func (s *chainStep) shown() literal { return s.path[len(s.path)-1].literal }

func forcingChains(s *state, f *found) {
	c := scratch[chains](f)
	c.doubts.wanted = f.doubting
	c.run(s, f.nesting, f.bound)
	if f.nesting {
		f.nested = c
		return
	}
	f.oriented = f.oriented || c.doubts.left
	for i := range c.steps {
		step := &c.steps[i]
		f.candidates = append(f.candidates, step.gone...)
		reported := Step{Variant: step.variant, rank: step.rank}
		if !step.cycle && step.shown().on() {
			reported.Places, reported.Placement = true, step.shown().candidate()
		}
		if f.explaining {
			reported.Chains = step.chains()
		}
		f.add(reported)
	}
}
