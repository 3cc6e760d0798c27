package transform

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// Suborbit numbers the distinct isomorphs of a grid whose pattern has a given
// symmetry, or equals a given pattern. For each isomorph it gives the same
// isomorphism as the [Orbit] of the grid.
//
// If the grid has no automorphism but the identity, the number of an isomorphism
// has three parts: one of the geometries that give the wanted pattern, an element
// of the group that keeps the pattern as wanted, and a relabeling. If the grid
// has others, which is rare, the suborbit lists the geometries that stand for
// their class.
//
// The fields that every call of At reads come first, next to each other, for the
// caches of the processor: most suborbits are asked for few isomorphs.
type Suborbit struct {
	way     Isomorphism // the first of ways
	element func(n uint32) (rows, columns nibbles, transpose bool)
	size    uint32 // of the group that keeps the pattern as wanted
	turned  bool   // turn comes last
	listed  bool
	ways    []Isomorphism
	turn    Isomorphism
	ranks   []uint32 // of the geometries, if they are listed
}

// Symmetric returns the isomorphs whose pattern has symmetry s. The argument
// pattern must be the pattern of the grid of o.
func (o *Orbit) Symmetric(pattern sudoku.Cells, s Symmetry) *Suborbit {
	family := kinds[s].family
	return newSuborbit(o, family.find(groupOf(pattern)), &family.normalizer, kinds[s].turn)
}

// ToPattern returns the isomorphs whose pattern is wanted. The argument pattern
// must be the pattern of the grid of o.
func (o *Orbit) ToPattern(pattern, wanted sudoku.Cells) *Suborbit {
	return newSuborbit(o, ToPattern(pattern, wanted), &nothing, stay)
}

func newSuborbit(o *Orbit, ways []Isomorphism, keep *normalizer, turn Isomorphism) *Suborbit {
	p := &Suborbit{
		element: keep.element,
		size:    keep.size,
		turned:  turn != stay,
		ways:    ways,
		turn:    turn,
	}
	if len(ways) > 0 {
		p.way = ways[0]
	}
	p.settle(o)
	return p
}

// nothing is the group of the identity alone.
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

// len returns the number of geometries that give the wanted pattern.
func (p *Suborbit) len() uint32 { return uint32(len(p.ways)) * p.size }

// geometry returns geometry number i: a way, and then an element of the group that
// keeps the pattern as wanted. It is [Isomorphism.Then] without the digits, which
// stay.
func (p *Suborbit) geometry(i uint32) Isomorphism {
	way := &p.way
	if i >= p.size {
		way = &p.ways[i/p.size]
		i %= p.size
	}
	rows, columns, transpose := p.element(i)
	first, second := way.rows, way.columns
	if transpose {
		first, second = second, first
	}
	t := Isomorphism{compose(first, rows), compose(second, columns), inOrder, way.transpose != transpose}
	if p.turned {
		t = t.Then(p.turn)
	}
	return t
}

// Len returns the number of distinct isomorphs, 0 if none has the wanted pattern.
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
