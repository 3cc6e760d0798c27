package seed

import (
	"sync/atomic"
	"unsafe"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Source is what the picks of a seed share: its solution, prepared for turning, and
// its rating. It takes some 280 bytes. It is immutable, and goroutines can share it.
type Source struct {
	template transform.PuzzleTemplate // of the seed; its puzzles share the solution
	key      Key
	rating   rating.Result
	names    atomic.Pointer[namer] // nil until the first ID of a rung is needed
}

// namer returns the namer of the seed. The first call makes it, because that
// takes longer than the rest of a source.
func (s *Source) namer() *namer {
	if names := s.names.Load(); names != nil {
		return names
	}
	puzzle := s.template.With(sudoku.Cells{})
	names := newNamer(&puzzle)
	s.names.Store(names)
	return names
}

// Source prepares s. The result shares no memory with s.
func (s *Seed) Source() *Source {
	source := &Source{}
	source.set(s, s.Key())
	return source
}

// Sources makes sources of many seeds with few allocations. It serves one goroutine at a
// time. The zero value is ready.
type Sources struct{ row []Source }

// rowSources is the number of sources that are allocated together.
const rowSources = 64

// Add prepares a seed with a key. The result shares no memory with the seed.
func (h *Sources) Add(of *Seed, key Key) *Source {
	if len(h.row) == 0 {
		h.row = make([]Source, rowSources)
	}
	source := &h.row[0]
	h.row = h.row[1:]
	source.set(of, key)
	return source
}

func (s *Source) set(of *Seed, key Key) {
	s.key, s.template, s.rating = key, transform.NewPuzzleTemplate(of.Puzzle), of.Rating
}

// Key returns the key of the seed.
func (s *Source) Key() Key { return s.key }

// BytesOfSource is the memory of a source.
const BytesOfSource = int(unsafe.Sizeof(Source{}))

// Of returns the pick of a rung of the seed. A rung that adds no clue is the seed itself;
// see [Seed.RungAt].
func (s *Source) Of(r *Rung) Pick {
	low, high := s.template.Clues().Or(r.Added).Words()
	p := Pick{of: unsafe.Pointer(s), low: low, high: uint32(high), er: r.ER, ep: r.EP, ed: r.ED, hardest: r.Hardest}
	if r.Automorphisms > 1 {
		p.makeSpecial(&special{source: s, automorphisms: r.Automorphisms})
		return p.with(nil)
	}
	return p
}

// Symmetric returns p restricted to isomorphs whose pattern has a symmetry. There are none
// if it cannot be arranged so.
func (p *Pick) Symmetric(symmetry transform.Symmetry) Pick {
	if symmetry == transform.NoSymmetry {
		return *p
	}
	return p.with(func(orbit *transform.Orbit, clues sudoku.Cells) *transform.Suborbit {
		return orbit.Symmetric(clues, symmetry)
	})
}

// Arranged returns p restricted to isomorphs whose clues stand in the cells of a pattern.
// There are none if it cannot be arranged so.
func (p *Pick) Arranged(pattern sudoku.Cells) Pick {
	return p.with(func(orbit *transform.Orbit, clues sudoku.Cells) *transform.Suborbit {
		return orbit.ToPattern(clues, pattern)
	})
}

// Pick returns the seed for place 0, or rung i of s, counted from 0, for place i+1. There must
// be such a place.
func (s *Seed) Pick(place int) *Pick { return s.PickSymmetric(place, transform.NoSymmetry) }

// PickSymmetric is Pick for isomorphs whose pattern has a symmetry; there are none
// if it cannot be arranged so.
func (s *Seed) PickSymmetric(place int, symmetry transform.Symmetry) *Pick {
	all := s.pickAt(place)
	p := all.Symmetric(symmetry)
	return &p
}

// PickArranged is Pick for isomorphs whose clues stand in the cells of a pattern;
// there are none if it cannot be arranged so.
func (s *Seed) PickArranged(place int, pattern sudoku.Cells) *Pick {
	all := s.pickAt(place)
	p := all.Arranged(pattern)
	return &p
}

func (s *Seed) pickAt(place int) Pick {
	r := s.RungAt(place)
	return s.Source().Of(&r)
}
