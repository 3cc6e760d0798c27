package transform

import (
	"fmt"
	"slices"
	"sort"

	"github.com/seedoku/seedoku/sudoku"
)

// Orbit numbers the distinct isomorphs of a grid. The zero Orbit belongs to a
// grid whose only automorphism is the identity. Then different isomorphisms give
// different isomorphs, and At is FromIndex.
//
// With n automorphisms, every isomorph has a class of n isomorphisms that lead
// to it. The one with the least index stands for the class. At lists those that
// stand for their class in the order of their indexes. Automorphisms other than
// the identity move cells, so two isomorphisms of a class never differ in the
// digits alone. It is enough to choose among the geometries, which At finds in
// a sorted list of runs.
type Orbit struct {
	automorphisms []Isomorphism
	runs          []run
	geometries    uint32 // number of those that stand for their class
}

// run is a sequence of successive geometries that all stand for their class. It
// ends at the rank of the next run.
type run struct {
	rank     uint32 // place of the first geometry among all that stand for their class
	geometry uint32 // the first geometry
}

// NewOrbit returns the orbit of g. It panics if g has a digit twice in a line, a number
// above 9, fewer than eight different digits, or empty lines that can be exchanged. No
// proper puzzle has any of these.
func NewOrbit(g sudoku.Grid) *Orbit {
	var c Canonizer
	list := c.Automorphisms(g)
	if c.hidden() != 1 {
		panic(fmt.Sprintf("transform: orbit of a grid that is not a puzzle: %v", g))
	}
	if len(list) == 1 {
		return new(Orbit)
	}
	b := orbitBuilder{orbit: Orbit{automorphisms: list}}
	all := make([]*[18]uint8, len(list))
	for i := range list {
		all[i] = list[i].sources()
	}
	b.choose(0, 0, all)
	return &b.orbit
}

// Len returns the number of distinct isomorphs, [Order] divided by the number
// of automorphisms.
func (o *Orbit) Len() uint64 {
	if o.runs == nil {
		return Order
	}
	return uint64(o.geometries) * relabelings
}

// At returns the isomorphism that leads to isomorph number i, which must be
// less than Len.
func (o *Orbit) At(i uint64) Isomorphism {
	if o.runs == nil {
		return FromIndex(i)
	}
	if i >= o.Len() {
		panic(fmt.Sprintf("transform: isomorph %d of %d", i, o.Len()))
	}
	rank, relabeling := uint32(i/relabelings), i%relabelings
	next := sort.Search(len(o.runs), func(j int) bool { return o.runs[j].rank > rank })
	r := o.runs[next-1]
	return FromIndex(uint64(r.geometry+rank-r.rank)*relabelings + relabeling)
}

// Rank returns the number of the isomorph that t leads to: At(Rank(t)) has the
// same image as t.
func (o *Orbit) Rank(t Isomorphism) uint64 {
	least := t.Index()
	if o.runs == nil {
		return least
	}
	for _, a := range o.automorphisms {
		least = min(least, a.Then(t).Index())
	}
	geometry, relabeling := uint32(least/relabelings), least%relabelings
	next := sort.Search(len(o.runs), func(j int) bool { return o.runs[j].geometry > geometry })
	r := o.runs[next-1]
	return uint64(r.rank+geometry-r.geometry)*relabelings + relabeling
}

// sources returns for each line of an image (rows 0 to 8, then columns) the
// line of the grid it comes from. The sources of a.Then(t) are the sources of
// t, each replaced by its own source in a.
func (t Isomorphism) sources() *[18]uint8 {
	var lines [18]uint8
	row, column := uint8(0), uint8(9)
	if t.transpose {
		row, column = column, row
	}
	for i := range uint(9) {
		lines[i] = row + uint8(t.rows.at(i))
		lines[9+i] = column + uint8(t.columns.at(i))
	}
	return &lines
}

// orbitBuilder goes through the geometries in the order of the index: it
// chooses the sources of rows 0, 1, 3, 4, 6, 7, then of the same columns.
// Automorphisms that keep all sources chosen so far exchange the possible next
// sources. Only the least of the sources that they exchange can lead to the
// least of a class. When the identity alone is left, all geometries that begin
// like this stand for their class.
type orbitBuilder struct {
	orbit  Orbit
	chosen [12]uint8
}

// beginnings[i] is the number of geometries that begin with the same i sources.
var beginnings = [13]uint32{
	geometries,
	geometries / 18, geometries / 36, geometries / 216, geometries / 432, geometries / 1296, arrangements,
	144, 72, 12, 6, 2, 1,
}

// choose makes choice n and all later ones. It is given the first geometry that
// begins with the choices made, and the automorphisms that keep them.
func (b *orbitBuilder) choose(n int, geometry uint32, keeping []*[18]uint8) {
	if len(keeping) == 1 {
		b.add(geometry, beginnings[n])
		return
	}
	for place, source := range b.possible(n) {
		if slices.ContainsFunc(keeping, func(a *[18]uint8) bool { return a[source] < source }) {
			continue
		}
		var stillKeeping []*[18]uint8
		for _, a := range keeping {
			if a[source] == source {
				stillKeeping = append(stillKeeping, a)
			}
		}
		b.chosen[n] = source
		b.choose(n+1, geometry+uint32(place)*beginnings[n+1], stillKeeping)
	}
}

// possible lists the possible sources for choice n, ascending.
func (b *orbitBuilder) possible(n int) []uint8 {
	var list []uint8
	for source := range uint8(18) {
		if b.fits(n, source) {
			list = append(list, source)
		}
	}
	return list
}

func (b *orbitBuilder) fits(n int, source uint8) bool {
	if n == 0 {
		return true
	}
	firstKind := source/9 == b.chosen[0]/9
	if firstKind != (n < 6) {
		return false
	}
	if n%2 == 1 {
		other := b.chosen[n-1]
		return source/3 == other/3 && source != other
	}
	inUsedChute := func(other uint8) bool { return source/3 == other/3 }
	return !slices.ContainsFunc(b.chosen[n/6*6:n], inUsedChute)
}

// add appends successive geometries that stand for their class.
func (b *orbitBuilder) add(geometry, count uint32) {
	o := &b.orbit
	rank := o.geometries
	o.geometries += count
	if n := len(o.runs); n > 0 {
		last := o.runs[n-1]
		if last.geometry+rank-last.rank == geometry {
			return
		}
	}
	o.runs = append(o.runs, run{rank: rank, geometry: geometry})
}
