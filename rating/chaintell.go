package rating

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// A chain is a branch: an assumption, then link after link. Branches of one step often
// meet, and go on in the same way. What an earlier branch has told is not told again: a
// statement names it.

func tellChain(t *teller, s *Step) {
	c := s.Chains[0]
	if s.Variant == XCycle || s.Variant == YCycle || s.Variant == XYCycle {
		tellCycle(t, s)
		return
	}
	end := t.follow(c, suppose, map[string][]int{})
	t.ends()
	t.concludes(s, Statement{Says: refuted, Assumed: []Fact{c[0].fact()}}, end)
}

// tellCycle says a chain that comes back to its start, and of each candidate that it
// removes which two candidates of the cycle it sees. Cells of the cycle keep what they
// have, by a rule of the scale.
func tellCycle(t *teller, s *Step) {
	c := s.Chains[0]
	t.suppose(pick(t.branched(), supposeToo, suppose), c[0].fact())
	var links []int
	for i := range c[1:] { // each from the one before, also if the branch around knows it
		n := len(t.list)
		t.sayLink(c, i+1, n-1)
		links = append(links, n)
	}
	t.ends()
	n := t.link(Statement{Says: circle}, links...)
	var ends [][2]sudoku.Candidate
	gone := map[[2]sudoku.Candidate][]sudoku.Candidate{}
	for _, k := range s.Eliminations {
		pair := c.endsSeen(k)
		if gone[pair] == nil {
			ends = append(ends, pair)
		}
		gone[pair] = append(gone[pair], k)
	}
	for _, pair := range ends {
		cells := []sudoku.Cell{pair[0].Cell(), pair[1].Cell()}
		digits := sudoku.DigitSet(pair[0].Digit())
		one := t.link(Statement{Says: oneOfTwo, Cells: cells, Digits: digits, OneOf: [][]sudoku.Candidate{pair[:]}}, n)
		t.rulesOut(gone[pair], Statement{Says: outsideCircle, Cells: cells, Digits: digits}, one)
	}
}

func tellMultiple(t *teller, s *Step) {
	var from []int
	conclusion := Statement{}
	first := s.Chains[0][0].Candidate
	starts := make([]sudoku.Candidate, len(s.Chains))
	for i := range s.Chains {
		starts[i] = s.Chains[i][0].Candidate
	}
	told := map[string][]int{}
	switch s.Variant {
	case Contradiction:
		t.tellContradiction(s, told)
		return
	case CellChain:
		var digits sudoku.Digits
		for _, k := range starts {
			digits = digits.With(k.Digit())
		}
		from = append(from, t.isOneOf(first.Cell(), digits))
		conclusion = Statement{Says: whatever, Cells: []sudoku.Cell{first.Cell()}}
	case RegionChain:
		var cells []sudoku.Cell
		for _, k := range starts {
			cells = append(cells, k.Cell())
		}
		digits := sudoku.DigitSet(first.Digit())
		from = append(from, t.onlyCells(s.Houses[0], digits, cells))
		conclusion = Statement{Says: wherever, Houses: s.Houses, Digits: digits}
	case DoubleChain:
		conclusion = Statement{Says: eitherWay}
	}
	for i, c := range s.Chains {
		from = append(from, t.follow(c, pick(i > 0, supposeInstead, suppose), told))
		t.ends()
		conclusion.Assumed = append(conclusion.Assumed, c[0].fact())
	}
	t.concludes(s, conclusion, from...)
}

// tellContradiction says two chains from one assumption as one branch.
func (t *teller) tellContradiction(s *Step, told map[string][]int) {
	c := s.Chains[0]
	end := t.follow(c, suppose, told)
	other := t.links(s.Chains[1], told)
	t.ends()
	t.concludes(s, Statement{
		Says: contradicted, Assumed: []Fact{c[0].fact()},
		Cites: []Fact{c[len(c)-1].fact(), s.Chains[1][len(s.Chains[1])-1].fact()},
	}, end, other)
}

// follow begins a branch with the assumption of a chain, says its links, and returns the
// number of the last statement.
func (t *teller) follow(c Chain, says Saying, told map[string][]int) int {
	if t.branched() && says == suppose {
		says = supposeToo
	}
	t.suppose(says, c[0].fact())
	return t.links(c, told)
}

func (l *Link) fact() Fact       { return Fact{l.Candidate, l.On} }
func (l *Link) literal() literal { return l.fact().literal() }

// links says the links of a chain that are not known in the branch, and returns the
// number of the statement of the last one. Links that told has are said together, as
// told in an earlier branch; the others are added to it at the end.
func (t *teller) links(c Chain, told map[string][]int) int {
	made := map[string][]int{}
	var run []int // indexes of links told before, one after the other
	for i := 1; i < len(c); i++ {
		key := c.key(i)
		returns := i == len(c)-1 && c[i].literal() == c[0].literal()
		switch {
		case t.knows(c[i].literal()) && !returns:
			continue
		case told[key] != nil:
			run = append(run, i)
			continue
		}
		t.repeat(c, run, told)
		run = run[:0]
		if t.knows(c[i].literal()) && !returns {
			continue
		}
		first := len(t.list)
		t.sayLink(c, i, t.saidAll(c, c[i].From)...)
		if k := len(t.narrowed); k > 0 && t.narrowed[k-1] >= first {
			continue // elsewhere it might not hold
		}
		for n := first; n < len(t.list); n++ {
			if t.list[n].Part != Remark {
				made[key] = append(made[key], n)
			}
		}
	}
	t.repeat(c, run, told)
	for key, statements := range made {
		told[key] = statements
	}
	end, _ := t.saidIn(c[len(c)-1].literal())
	if c[len(c)-1].literal() == c[0].literal() {
		end = len(t.list) - 1
	}
	return end
}

// key stands for a link with its reason and all that it follows from.
func (c Chain) key(i int) string {
	var b strings.Builder
	l := &c[i]
	from := make([]string, len(l.From))
	for j, n := range l.From {
		from[j] = c[n].fact().String()
	}
	slices.Sort(from)
	fmt.Fprint(&b, l.fact(), l.Reason, l.House, from)
	if l.Pattern != nil {
		l.Pattern.key(&b)
	}
	return b.String()
}

// key writes what stands for a step and all that its explanation says.
func (s *Step) key(b *strings.Builder) {
	fmt.Fprint(b, s, s.Variant, s.Cells, s.Others, s.Houses, s.Covers)
	for _, c := range s.Chains {
		fmt.Fprint(b, c[0].fact())
		for i := range c[1:] {
			b.WriteString(c.key(i + 1))
		}
	}
}

// mostRepeated is the highest number of facts that a statement takes over from an earlier
// branch.
const mostRepeated = 6

// repeat says what follows from links that an earlier branch has told: of these links,
// those from which others follow, and the last of the chain.
func (t *teller) repeat(c Chain, run []int, told map[string][]int) {
	if len(run) == 0 {
		return
	}
	s := Statement{Says: asBefore, Part: Inference}
	for _, i := range run {
		s.Again = append(s.Again, told[c.key(i)]...)
		for _, from := range c[i].From {
			if slices.Contains(run, from) {
				continue
			}
			if n, ok := t.saidIn(c[from].literal()); ok && !slices.Contains(s.Cites, c[from].fact()) {
				s.Cites = append(s.Cites, c[from].fact())
				s.From = append(s.From, n)
			}
		}
	}
	var facts []Fact
	for _, i := range run {
		if c.used(i, run) {
			facts = append(facts, c[i].fact())
		}
	}
	for part := range slices.Chunk(facts, mostRepeated) {
		s.Claims = part
		t.say(s)
	}
}

// used reports whether a link is the last of its chain, or another one follows from it
// that is not in a list.
func (c Chain) used(i int, list []int) bool {
	if i == len(c)-1 {
		return true
	}
	for n := i + 1; n < len(c); n++ {
		if slices.Contains(c[n].From, i) && !slices.Contains(list, n) {
			return true
		}
	}
	return false
}

// saidAll returns the numbers of the statements of some links.
func (t *teller) saidAll(c Chain, links []int) (numbers []int) {
	for _, i := range links {
		n, _ := t.saidIn(c[i].literal())
		numbers = append(numbers, n)
	}
	return numbers
}

// sayLink says a link that follows from statements, or the pattern that makes it.
func (t *teller) sayLink(c Chain, i int, said ...int) {
	l := &c[i]
	if l.Reason == ByPattern {
		t.tell(l.Pattern)
		return
	}
	k := l.Candidate
	s := Statement{Part: Inference, Claims: []Fact{l.fact()}, From: said}
	for _, from := range l.From {
		s.Cites = append(s.Cites, c[from].fact())
	}
	follows := len(s.From) == 1 && s.From[0] == len(t.list)-1
	s.Cells, s.Digits = []sudoku.Cell{k.Cell()}, sudoku.DigitSet(k.Digit())
	if l.Reason == InHouse {
		s.Houses = []sudoku.House{l.House}
	}
	switch {
	case !l.On && l.Reason == InCell:
		s.Says = notInCell
	case !l.On:
		s.Says = notInHouse
		s.Cells = []sudoku.Cell{c[l.From[0]].Candidate.Cell()}
	case l.Reason == InCell:
		s.Says = pick(follows, lastInCell, lastInCellWith)
		t.digitsOf(k.Cell(), s.Digits, &s.From)
	default:
		s.Says = pick(follows, lastInHouse, lastInHouseBy)
		t.placesOf(l.House, k.Digit(), sudoku.CellSet(k.Cell()), &s.From)
	}
	t.say(s)
}

func pick(which bool, one, other Saying) Saying {
	if which {
		return one
	}
	return other
}
