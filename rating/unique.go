package rating

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A unique loop is a ring of cells that could all be a or b. Each cell is in a
// house with the next, and every house of the ring has exactly two of its cells.
// If the cells had no other candidates, a and b could be exchanged all around,
// and the puzzle would have two solutions. So one of the extra cells, which have
// further candidates, is neither a nor b. A loop of four cells is a unique
// rectangle:
//
//	{a b}  . . | {a b}           the extra cell is c, d or e
//	 . . .     |  . . .
//	{a b}  . . | {a b c d e}
//
//	type 1   There is one extra cell: it is neither a nor b.
//	type 2   The extra cells have one and the same further candidate: no cell
//	         that sees all of them has it.
//	type 3   Two extra cells are in a house. One of them has a further
//	         candidate, so together they are like one cell of a naked subset.
//	         Or together they are like one cell of a hidden subset with a, b.
//	type 4   Two extra cells are in a house where a has no others: one of them
//	         is a, so neither is b.
//
// A loop of four cells is rated 4.5, of six 4.6, of eight 4.7 and of more 5.0. A
// type 3 is rated 0.1 more for each other cell of a naked subset, or for each
// digit of a hidden subset besides a and b.
//
// The argument needs no clue in the loop, and a puzzle with one solution. A cell
// without a digit is not a clue, so it holds on every position that has kept the
// solution, whatever removed the candidates.

// The variants of a unique rectangle and of a bivalue universal grave.
const (
	Type1       Variant = "type 1"        // one cell has further candidates
	Type2       Variant = "type 2"        // the cells have the same further candidate
	Type3       Variant = "type 3"        // the cells are like one cell of a naked subset
	Type3Hidden Variant = "type 3 hidden" // the cells are like one cell of a hidden subset
	Type4       Variant = "type 4"        // one of two cells in a house has a digit that both share
)

// longestLoop is the number of cells of the longest loop: two in every row.
const longestLoop = 18

// ring is a chain of cells that may become a loop.
type ring struct {
	size   int
	cells  sudoku.Cells
	extra  sudoku.Cells                    // those with further candidates
	beyond sudoku.Digits                   // the further candidates
	houses [2][sudoku.NumHouses / 9]uint16 // by kind, the houses of the cells of even and odd number
}

// loopSearch is a search for the loops of two digits. It is scratch memory.
type loopSearch struct {
	s      *state
	f      *found
	digits sudoku.Digits
	usable sudoku.Cells   // that have both digits
	loops  []sudoku.Cells // the cells of each loop found, whatever its digits
	order  [longestLoop]sudoku.Cell
}

// uniqueLoops starts from every cell of two candidates. A loop is found from its
// lowest such cell, as cells that were tried are not used again.
func uniqueLoops(s *state, f *found) {
	_, two, _, _ := s.byCount()
	search := scratch[loopSearch](f)
	search.s, search.f, search.loops = s, f, search.loops[:0]
	var tried sudoku.Cells
	for start := range two.All() {
		tried = tried.With(start)
		a, b := both(s.digits[start])
		search.digits = s.digits[start]
		search.usable = s.cellsOf(a).And(s.cellsOf(b)).AndNot(tried)
		if search.usable.Len() >= 3 {
			search.extend(ring{}, start)
		}
	}
}

// both returns the two digits of a set.
func both(digits sudoku.Digits) (a, b sudoku.Digit) {
	a = digits.First()
	return a, digits.Without(a).First()
}

// extend adds c to the ring and goes on from there. A house takes one cell of
// even number and one of odd number. When every house has both, the ring can be
// closed.
func (l *loopSearch) extend(r ring, c sudoku.Cell) {
	side := &r.houses[r.size&1]
	for kind, m := range &memberships[c] {
		if bit := uint16(1) << (m.house % 9); side[kind]&bit == 0 {
			side[kind] |= bit
		} else {
			return
		}
	}
	if beyond := l.s.digits[c] &^ l.digits; beyond != 0 {
		r.beyond |= beyond
		r.extra = r.extra.With(c)
		if r.extra.Len() > 2 && r.beyond.Len() > 1 {
			return
		}
	}
	l.order[r.size] = c
	r.cells = r.cells.With(c)
	r.size++
	if r.size >= 4 && r.houses[0] == r.houses[1] {
		l.close(&r)
		return
	}
	if r.size < longestLoop && loopRank(r.size+1, 0) <= l.f.bound {
		for next := range l.usable.And(c.Peers()).AndNot(r.cells).All() {
			l.extend(r, next)
		}
	}
}

// close reports the steps of a loop, if r is one that was not found before. Every
// loop comes in both directions, and some come with their cells in another order.
func (l *loopSearch) close(r *ring) {
	first, second, last := l.order[0], l.order[1], l.order[r.size-1]
	if second > last || !first.Sees(last) || slices.Contains(l.loops, r.cells) {
		return
	}
	l.loops = append(l.loops, r.cells)
	switch extras := r.extra.Len(); {
	case extras == 1:
		l.report(r, r.extra, l.digits, Step{Variant: Type1})
	case extras >= 2:
		if r.beyond.Len() == 1 {
			l.report(r, seenFrom(r.extra), r.beyond, Step{Variant: Type2, Extra: r.beyond})
		}
		if extras == 2 {
			l.twoExtraCells(r)
		}
	}
}

// twoExtraCells reports types 3 and 4.
func (l *loopSearch) twoExtraCells(r *ring) {
	shared, n := sharedHouses(r.extra)
	if r.beyond.Len() > 1 {
		for _, h := range shared[:n] {
			l.nakedSubsets(r, h)
			l.hiddenSubsets(r, h)
		}
	}
	reported := false
	for locked := range l.digits.All() {
		h, is := l.lockedIn(shared[:n], locked, r.extra)
		switch {
		case !is:
		case reported: // relabeling could make this digit the one reported
			l.f.oriented = true
		default:
			l.report(r, r.extra, l.digits.Without(locked),
				Step{Variant: Type4, Extra: sudoku.DigitSet(locked), Houses: l.f.in(h)})
			reported = true
		}
	}
}

// lockedIn returns the first of some houses in which only some cells have a digit,
// and whether there is one.
func (l *loopSearch) lockedIn(houses []sudoku.House, d sudoku.Digit, cells sudoku.Cells) (h sudoku.House, is bool) {
	for _, h := range houses {
		if l.s.cellsOf(d).And(h.Cells()).Within(cells) {
			return h, true
		}
	}
	return 0, false
}

// nakedSubsets reports the naked subsets of a house in which the extra cells
// count as one cell. The k-1 other cells have k candidates between them, with all
// further candidates among these. By a rule of the scale there must still be k
// if a further candidate of only one extra cell does not count.
func (l *loopSearch) nakedSubsets(r *ring, h sudoku.House) {
	var others positions
	for i, c := range h.List() {
		if l.s.digits[c].Len() >= 2 && !r.extra.Has(c) {
			others |= 1 << i
		}
	}
	common := r.beyond
	for c := range r.extra.All() {
		common &= l.s.digits[c]
	}
	empty := l.s.empty[h]
	for set := others; set != 0; set = (set - 1) & others {
		k := set.len() + 1
		if 2*k > empty.len() || k < r.beyond.Len() {
			continue
		}
		var union sudoku.Digits
		for p := set; p != 0; p &= p - 1 {
			union |= l.s.digits[h.List()[p.first()]]
		}
		if (union|r.beyond).Len() != k || (union|common).Len() != k {
			continue
		}
		cells := cellsAt(h, set)
		l.reportWith(r, cells, cellsAt(h, empty).AndNot(cells).AndNot(r.extra), union|r.beyond, Step{
			Variant: Type3,
			Extra:   union | r.beyond,
			Houses:  l.f.in(h),
			rank:    loopRank(r.size, k-1),
		})
	}
}

// hiddenSubsets reports the hidden subsets of a house in which the extra cells
// count as one cell: k digits, a and b among them, have k-1 other cells.
func (l *loopSearch) hiddenSubsets(r *ring, h sudoku.House) {
	others := sudoku.AllDigits &^ (l.digits | r.beyond)
	extra := positionsOf(h, r.extra)
	for more := others; ; more = (more - 1) & others {
		k := more.Len() + 2
		if 2*k < l.s.empty[h].len() {
			var union positions
			complete := true
			for d := range (l.digits | more).All() {
				at := l.s.positions[h][d-1]
				union |= at
				complete = complete && at != 0
			}
			if rest := union &^ extra; complete && rest.len() == k-1 {
				cells := cellsAt(h, rest)
				l.reportWith(r, cells, cells, sudoku.AllDigits&^(l.digits|more), Step{
					Variant: Type3Hidden,
					Extra:   l.digits | more,
					Houses:  l.f.in(h),
					rank:    loopRank(r.size, k-2),
				})
			}
		}
		if more == 0 {
			return
		}
	}
}

// report adds a step of a loop that removes digits from cells.
func (l *loopSearch) report(r *ring, cells sudoku.Cells, digits sudoku.Digits, step Step) {
	step.rank = loopRank(r.size, 0)
	l.reportWith(r, sudoku.Cells{}, cells, digits, step)
}

// reportWith is report for a step with a rank of its own that rests on a subset.
func (l *loopSearch) reportWith(r *ring, subset, cells sudoku.Cells, digits sudoku.Digits, step Step) {
	l.f.remove(l.s, cells, digits)
	if l.f.removes() {
		step.Digits = l.digits
		step.Cells = l.f.listed(l.order[:r.size]...)
		step.Others = l.f.list(r.extra, subset)
		l.f.add(step)
	}
}

// loopRank returns the rank of a loop with a subset of some more cells or digits.
// An odd size stands for the next even one.
func loopRank(size, more int) rank {
	base := [...]rank{2: rankOf(45), 3: rankOf(46), 4: rankOf(47), 5: rankOf(50)}
	pairs := min((size+1)/2, 5)
	return base[pairs] + 3*rank(more) + rank(loopRounding[pairs][more])
}

// loopRounding is what binary fractions add to the rank of a loop, by half its
// size and by the size of its subset.
var loopRounding = [6][8]int8{
	3: {1: -1, 3: -1, 6: -1},
	4: {4: 1, 6: 1},
}

func tellUniqueLoop(t *teller, s *Step) {
	there := t.premise(Statement{Says: pick(len(s.Cells) == 4, rectangle, loop), Cells: s.Cells})
	two := t.premise(Statement{
		Says: deadly, Cells: s.Cells, Digits: s.Digits, From: []int{there},
		OneOf: [][]sudoku.Candidate{t.candidatesOf(s.Cells, sudoku.AllDigits&^s.Digits)},
	})
	switch s.Variant {
	case Type1:
		t.concludes(s, Statement{Says: isNeither, Cells: s.Others, Digits: s.Digits}, two)
	case Type2:
		t.endIn(s, s.Others, two)
	case Type3:
		one := t.oneBeyond(s, two)
		with := t.onlyDigits(s.Houses[0], s.Others[2:], s.Extra)
		t.concludes(s, Statement{Says: takenTogether, Others: s.Others[:2], Cells: s.Others[2:], Extra: s.Extra, Houses: s.Houses}, one, with)
	case Type3Hidden:
		one := t.oneBeyond(s, two)
		only := t.onlyCells(s.Houses[0], s.Extra, s.Others)
		t.concludes(s, Statement{Says: leavesOnly, Others: s.Others[:2], Cells: s.Others[2:], Digits: s.Extra}, one, only)
	default:
		only := t.onlyCells(s.Houses[0], s.Extra, s.Others)
		t.concludes(s, Statement{Says: oneWouldBe, Cells: s.Others, Digits: s.Digits &^ s.Extra, Extra: s.Extra}, two, only)
	}
}

// oneBeyond says that one of two extra cells has a further candidate.
func (t *teller) oneBeyond(s *Step, from int) int {
	pair := s.Others[:2]
	beyond := (t.at.Candidates[pair[0]] | t.at.Candidates[pair[1]]) &^ s.Digits
	return t.link(Statement{Says: oneIs, Cells: pair, Digits: beyond, OneOf: [][]sudoku.Candidate{t.candidatesOf(pair, beyond)}}, from)
}

// reliesOfUniqueLoop: the cells of the loop that are not extra have no further
// candidates. Every type but type 1 relies on more absent candidates.
func reliesOfUniqueLoop(s *Step, at *Position, on *marks) {
	loop := sudoku.CellSet(s.Cells...)
	others := sudoku.CellSet(s.Others...)
	on.addAll(loop.AndNot(others), sudoku.AllDigits&^s.Digits)
	switch s.Variant {
	case Type2:
		on.addAll(others, sudoku.AllDigits&^(s.Digits|s.Extra))
	case Type3:
		on.addAll(others.And(loop), sudoku.AllDigits&^(s.Digits|s.Extra))
		on.addAll(others.AndNot(loop), sudoku.AllDigits&^s.Extra)
	case Type3Hidden, Type4:
		on.addAll(s.Houses[0].Cells().AndNot(others), s.Extra)
	}
}
