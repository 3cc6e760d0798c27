package rating

import (
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// Aligned exclusion looks at all ways to fill two or three cells, the base. A
// way is impossible if cells that see each other get the same digit, or if it
// leaves an excluder without a candidate. Excluders are cells that see the whole
// base; they have two candidates, or with three base cells two or three. A
// candidate that is in no possible way is removed.
//
//	base {1 2 3} {1 4}, both seen by {1 2} and {2 4}: not 2 with 1, not 2 with
//	4, so the first cell is not 2
//
// There must be at least two excluders. Of three base cells, one must have at
// most three candidates and see another one.

func alignedPairs(s *state, f *found) {
	_, two, _, _ := s.byCount()
	bases := scratch[alignedBases](f)
	bases.gather(s, two)
	for one := range bases.cells.All() {
		near := bases.excluders.And(one.Peers())
		for other := range bases.sharing(near, one).All() {
			bases.pair(s, f, near.And(other.Peers()), other, one)
		}
	}
}

func alignedTriplets(s *state, f *found) {
	_, two, three, _ := s.byCount()
	bases := scratch[alignedBases](f)
	bases.gather(s, two.Or(three))
	for one := range bases.cells.All() {
		near := bases.excluders.And(one.Peers())
		for other := range bases.sharing(near, one).All() {
			common := near.And(other.Peers())
			thirds := bases.sharing(common, other)
			if !bases.linked(one).Has(other) {
				thirds = thirds.And(bases.linked(one).Or(bases.linked(other)))
			}
			for third := range thirds.All() {
				bases.triplet(s, f, common.And(third.Peers()), third, other, one)
			}
		}
	}
}

// alignedBases are the cells that a base can be made of. They are scratch memory.
type alignedBases struct {
	excluders sudoku.Cells
	cells     sudoku.Cells // of two candidates or more that see an excluder

	// The current base.
	digits   [20]sudoku.Digits // the candidates of its n excluders
	n        int
	possible [3]sudoku.Digits // the digits that each of its cells can have
}

// gather finds the cells for bases with some excluders.
func (b *alignedBases) gather(s *state, excluders sudoku.Cells) {
	_, two, three, more := s.byCount()
	var near sudoku.Cells
	for c := range excluders.All() {
		near = near.Or(c.Peers())
	}
	b.excluders, b.cells = excluders, near.And(two.Or(three).Or(more))
}

// sharing returns the cells before another one that see at least two of some
// excluders.
func (b *alignedBases) sharing(excluders sudoku.Cells, before sudoku.Cell) sudoku.Cells {
	var one, two sudoku.Cells
	for c := range excluders.All() {
		two = two.Or(one.And(c.Peers()))
		one = one.Or(c.Peers())
	}
	return two.And(b.cells).Below(before)
}

// linked returns the cells that a cell sees if it or they are excluders.
func (b *alignedBases) linked(c sudoku.Cell) sudoku.Cells {
	if b.excluders.Has(c) {
		return c.Peers()
	}
	return b.excluders.And(c.Peers())
}

// exclude begins with a base that has these excluders.
func (b *alignedBases) exclude(s *state, excluders sudoku.Cells) {
	b.n = 0
	for c := range excluders.All() {
		b.digits[b.n] = s.digits[c]
		b.n++
	}
	b.possible = [3]sudoku.Digits{}
}

// forbidden returns the digits that must not be taken too: each of them would
// leave an excluder without a candidate.
func (b *alignedBases) forbidden(taken sudoku.Digits) sudoku.Digits {
	var digits sudoku.Digits
	for _, excluder := range b.digits[:b.n] {
		switch left := excluder &^ taken; {
		case left == 0:
			return sudoku.AllDigits
		case left&(left-1) == 0:
			digits |= left
		}
	}
	return digits
}

// clash returns the digits that two cells cannot both have: all or none.
func clash(c, d sudoku.Cell) sudoku.Digits {
	if c.Sees(d) {
		return sudoku.AllDigits
	}
	return 0
}

// pair tries all digits of one cell, each with all digits of the other at once,
// and reports the candidates that are not possible.
func (b *alignedBases) pair(s *state, f *found, excluders sudoku.Cells, one, other sudoku.Cell) {
	b.exclude(s, excluders)
	clash := clash(one, other)
	for rest := s.digits[one]; rest != 0; rest &= rest - 1 {
		x := rest & -rest
		if fit := s.digits[other] &^ (x&clash | b.forbidden(x)); fit != 0 {
			b.possible[0] |= x
			b.possible[1] |= fit
		}
	}
	b.report(s, f, excluders, one, other)
}

// triplet tries all digits of two cells, each two with all digits of the
// third at once, and reports the candidates that are not possible.
func (b *alignedBases) triplet(s *state, f *found, excluders sudoku.Cells, one, other, third sudoku.Cell) {
	b.exclude(s, excluders)
	all := [3]sudoku.Digits{s.digits[one], s.digits[other], s.digits[third]}
	clashes := [3]sudoku.Digits{clash(one, other), clash(one, third), clash(other, third)}
	for rest := all[0]; rest != 0; rest &= rest - 1 {
		x := rest & -rest
		for rest := all[1] &^ (x & clashes[0]); rest != 0; rest &= rest - 1 {
			y := rest & -rest
			fit := all[2] &^ (x&clashes[1] | y&clashes[2] | b.forbidden(x|y))
			if fit == 0 {
				continue
			}
			b.possible[0] |= x
			b.possible[1] |= y
			b.possible[2] |= fit
			if b.possible == all {
				return
			}
		}
	}
	b.report(s, f, excluders, one, other, third)
}

// report reports the candidates of a base that are not possible.
func (b *alignedBases) report(s *state, f *found, excluders sudoku.Cells, base ...sudoku.Cell) {
	for i, c := range base {
		if gone := s.digits[c] &^ b.possible[i]; gone != 0 {
			f.remove(s, sudoku.CellSet(c), gone)
		}
	}
	if f.removes() {
		f.add(Step{Cells: f.listed(base...), Others: f.list(excluders)})
	}
}

// tellAligned goes through the ways to fill the base with each candidate that is
// removed.
func tellAligned(t *teller, s *Step) {
	for _, k := range s.Eliminations {
		rest := slices.DeleteFunc(slices.Clone(s.Cells), func(c sudoku.Cell) bool { return c == k.Cell() })
		from := t.refuteWays(s, []Fact{{k, true}}, rest, map[string]int{})
		slices.Sort(rest)
		t.finds(Statement{Says: noWay, Way: []Fact{{k, true}}, Cells: rest, Claims: []Fact{{k, false}}}, from...)
	}
}

// refuteWays says why each way to fill the rest of the base is impossible. Some cells
// are enough to refute some ways; each refutation is said once.
func (t *teller) refuteWays(s *Step, way []Fact, rest []sudoku.Cell, said map[string]int) (from []int) {
	if len(rest) == 0 {
		return nil
	}
	for d := range t.at.Candidates[rest[0]].All() {
		longer := append(slices.Clone(way), Fact{rest[0].Candidate(d), true})
		wrong, ok := t.wrongWay(s, longer)
		if !ok {
			from = append(from, t.refuteWays(s, longer, rest[1:], said)...)
			continue
		}
		key := fmt.Sprint(wrong.Way)
		n, told := said[key]
		if !told {
			n = t.link(wrong)
			said[key] = n
		}
		from = append(from, n)
	}
	return from
}

// wrongWay returns the statement that a way to fill cells is impossible, and whether it
// is.
func (t *teller) wrongWay(s *Step, way []Fact) (wrong Statement, is bool) {
	last := way[len(way)-1]
	var taken sudoku.Digits
	for _, f := range way {
		k := f.Candidate
		taken = taken.With(k.Digit())
		if k != last.Candidate && k.Digit() == last.Candidate.Digit() && k.Cell().Sees(last.Candidate.Cell()) {
			return Statement{Says: sameTwice, Way: []Fact{f, last}, Cells: []sudoku.Cell{k.Cell(), last.Candidate.Cell()}, Digits: sudoku.DigitSet(k.Digit())}, true
		}
	}
	for _, c := range s.Others {
		if t.at.Candidates[c]&^taken == 0 {
			return Statement{Says: leavesNone, Way: way, Others: []sudoku.Cell{c}}, true
		}
	}
	return wrong, false
}
