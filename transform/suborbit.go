package transform

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// Suborbit numbers those distinct isomorphs of a grid whose pattern is as wanted:
// has a symmetry, or is a given one. What comes out is what the [Orbit] of the
// grid would give for the same isomorph.
//
// Without automorphisms but the identity, the isomorphisms to choose from are
// numbered by what they are made of: a geometry for each way to bring the pattern
// about, an element of the group that keeps the pattern as wanted, and a
// relabeling. With automorphisms, which few puzzles have, the geometries that
// stand for their class are listed.
type Suborbit struct {
	ways   []Isomorphism
	keep   *normalizer
	turn   Isomorphism
	listed bool
	ranks  []uint32 // of the geometries, if they are listed
}

// Symmetric returns the isomorphs whose pattern has a symmetry. The pattern is the
// one of the grid that o is the orbit of.
func (o *Orbit) Symmetric(pattern sudoku.Cells, s Symmetry) *Suborbit {
	family := kinds[s].family
	part := &Suborbit{ways: family.find(groupOf(pattern)), keep: &family.normalizer, turn: kinds[s].turn}
	part.settle(o)
	return part
}

// ToPattern returns the isomorphs whose pattern is a given one. The pattern of the
// grid that o is the orbit of comes first.
func (o *Orbit) ToPattern(pattern, wanted sudoku.Cells) *Suborbit {
	part := &Suborbit{ways: ToPattern(pattern, wanted), keep: &nothing, turn: stay}
	part.settle(o)
	return part
}

// nothing keeps a pattern as it is.
var nothing = normalizer{1, func(uint32) (rows, columns nibbles, transpose bool) { return forward, forward, false }}

// settle lists the geometries if o has automorphisms.
func (p *Suborbit) settle(o *Orbit) {
	if o.runs == nil {
		return
	}
	p.listed = true
	for i := range p.len() {
		t := p.geometry(i)
		least := t.geometry()
		for _, a := range o.automorphisms {
			least = min(least, a.Then(t).geometry())
		}
		p.ranks = append(p.ranks, least)
	}
	slices.Sort(p.ranks)
	p.ranks = slices.Compact(p.ranks)
}

// len returns the number of geometries that bring the pattern about.
func (p *Suborbit) len() uint32 { return uint32(len(p.ways)) * p.keep.size }

// geometry returns geometry number i: a way, and then an element of the group that
// keeps the pattern as wanted. Nothing happens to the digits, so this is Then
// without them.
func (p *Suborbit) geometry(i uint32) Isomorphism {
	way := &p.ways[i/p.keep.size]
	rows, columns, transpose := p.keep.element(i % p.keep.size)
	first, second := way.rows, way.columns
	if transpose {
		first, second = second, first
	}
	t := Isomorphism{compose(first, rows), compose(second, columns), inOrder, way.transpose != transpose}
	if p.turn != stay {
		t = t.Then(p.turn)
	}
	return t
}

// Len returns the number of distinct isomorphs, 0 if none is as wanted.
func (p *Suborbit) Len() uint64 {
	if p.listed {
		return uint64(len(p.ranks)) * relabelings
	}
	return uint64(p.len()) * relabelings
}

// At returns the isomorphism that leads to isomorph number i, which must be less
// than Len.
func (p *Suborbit) At(i uint64) Isomorphism {
	rank, relabeling := uint32(i/relabelings), uint32(i%relabelings)
	if p.listed {
		return FromIndex(uint64(p.ranks[rank])*relabelings + uint64(relabeling))
	}
	t := p.geometry(rank)
	t.digits = unrankDigits(relabeling)
	return t
}
