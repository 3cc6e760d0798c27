package transform

import (
	"fmt"
	"slices"
	"sort"

	"github.com/seedoku/seedoku/sudoku"
)

// Orbit is the set of distinct isomorphs of a grid, numbered. The zero Orbit is
// that of a grid without automorphisms but the identity: there isomorphs and
// isomorphisms are one to one, and At is FromIndex.
//
// If the grid has automorphisms, isomorphisms with the same image form classes
// of as many. The one with the least index stands for its class, and At lists
// those in the order of their indexes. Automorphisms other than the identity
// move cells, so relabelings never fall into one class: it is enough to choose
// among the geometries, which At finds in a sorted list of runs.
type Orbit struct {
	automorphisms []Isomorphism
	runs          []run
	geometries    uint32 // that stand for their class
}

// run says that geometries in a row stand for their classes, up to the next
// run's rank.
type run struct {
	rank     uint32 // of the first among all that stand for their class
	geometry uint32 // the first
}

// NewOrbit returns the orbit of g. It panics if g has fewer than eight
// different digits or empty lines that can be exchanged, as no proper puzzle
// has, or a digit twice in a line.
func NewOrbit(g sudoku.Grid) *Orbit {
	var c Canonizer
	list := c.Automorphisms(g)
	if c.hidden() != 1 {
		panic(fmt.Sprintf("transform: orbit of a grid that is no puzzle: %v", g))
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

// At returns the isomorphism that leads to the isomorph of a number, which must
// be less than Len.
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
// line of the grid it comes from. The sources of a.Then(t) are those of t, each
// replaced by its source in a.
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

// orbitBuilder goes through the geometries as the index does: it chooses the
// sources of rows 0, 1, 3, 4, 6, 7, then of the same columns. Automorphisms
// that keep all sources chosen so far exchange the possible next ones; only the
// least of those that they exchange can lead to the least of a class. When no
// automorphism but the identity is left, all geometries that begin like this
// stand for their class.
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

// choose goes on after n choices, with the first geometry that begins like
// that and the automorphisms that keep the sources chosen.
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

// possible lists the sources for choice n, ascending.
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

// add appends geometries in a row that stand for their class.
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
