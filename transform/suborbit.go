package transform

import (
	"math/bits"
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
//
// What every isomorph needs comes first, next to each other, for the sake of the
// processor's caches: of most puzzles a suborbit is asked for few.
type Suborbit struct {
	way     Isomorphism // the first of ways
	element func(n uint32) (rows, columns nibbles, transpose bool)
	inverse uint64 // 2^63 divided by the size of the group, rounded up: to divide by it
	size    uint32 // of the group that keeps the pattern as wanted
	turned  bool   // turn is to be done at last
	listed  bool
	ways    []Isomorphism
	turn    Isomorphism
	ranks   []uint32 // of the geometries, if they are listed
}

// Symmetric returns the isomorphs whose pattern has a symmetry. The pattern is the
// one of the grid that o is the orbit of.
func (o *Orbit) Symmetric(pattern sudoku.Cells, s Symmetry) *Suborbit {
	family := kinds[s].family
	return newSuborbit(o, family.find(groupOf(pattern)), &family.normalizer, kinds[s].turn)
}

// ToPattern returns the isomorphs whose pattern is a given one. The pattern of the
// grid that o is the orbit of comes first.
func (o *Orbit) ToPattern(pattern, wanted sudoku.Cells) *Suborbit {
	return newSuborbit(o, ToPattern(pattern, wanted), &nothing, stay)
}

func newSuborbit(o *Orbit, ways []Isomorphism, keep *normalizer, turn Isomorphism) *Suborbit {
	p := &Suborbit{
		element: keep.element,
		inverse: (1<<63-1)/uint64(keep.size) + 1,
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
func (p *Suborbit) len() uint32 { return uint32(len(p.ways)) * p.size }

// geometry returns geometry number i: a way, and then an element of the group that
// keeps the pattern as wanted. Nothing happens to the digits, so this is Then
// without them.
func (p *Suborbit) geometry(i uint32) Isomorphism {
	way := &p.way
	if i >= p.size {
		high, low := bits.Mul64(uint64(i), p.inverse)
		number := high<<1 | low>>63
		way = &p.ways[number]
		i -= uint32(number) * p.size
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
