package seed

import (
	"sync/atomic"
	"unsafe"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Source is a seed with its rungs, made ready to be picked and turned. It
// takes some 350 bytes, and 32 for each rung. It never changes, and can be used
// from several goroutines.
type Source struct {
	key      Key
	template transform.PuzzleTemplate // of the seed; its puzzles share the solution
	rating   rating.Result
	picks    []Pick                // the seed, then its rungs
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

// Source prepares s and its rungs. The result shares no memory with s.
func (s *Seed) Source() *Source { return s.source(s.Key(), s.Rungs) }

// source prepares s with the given rungs.
func (s *Seed) source(key Key, rungs []Rung) *Source {
	source := &Source{}
	source.set(s, key, rungs, make([]Pick, 1+len(rungs)))
	return source
}

// set makes a source of a seed with some rungs, with room for its picks.
func (s *Source) set(of *Seed, key Key, rungs []Rung, picks []Pick) {
	s.key, s.template, s.rating, s.picks = key, transform.NewPuzzleTemplate(of.Puzzle), of.Rating, picks
	itself := of.rungOrSeed(0)
	clues := s.template.Clues()
	picks[0] = newPick(s, clues, &itself)
	for i := range rungs {
		picks[1+i] = newPick(s, clues.Or(rungs[i].Added), &rungs[i])
	}
}

// Sources makes sources of many seeds, with few allocations: the sources and their picks
// stand in rows. It serves one goroutine at a time. The zero value is ready.
type Sources struct {
	sources []Source
	picks   []Pick
}

// How many sources and picks stand in a row.
const (
	rowSources = 64
	rowPicks   = 1024
)

// Add returns a seed of a key with its rungs, made ready. It keeps nothing of the seed.
func (h *Sources) Add(of *Seed, key Key, rungs []Rung) *Source {
	if len(h.sources) == 0 {
		h.sources = make([]Source, rowSources)
	}
	n := 1 + len(rungs)
	if len(h.picks) < n {
		h.picks = make([]Pick, max(n, rowPicks))
	}
	source := &h.sources[0]
	source.set(of, key, rungs, h.picks[:n:n])
	h.sources, h.picks = h.sources[1:], h.picks[n:]
	return source
}

// Key returns the key of the seed.
func (s *Source) Key() Key { return s.key }

// Len returns the number of picks: the seed and its rungs.
func (s *Source) Len() int { return len(s.picks) }

// Bytes returns the memory of s in bytes, without the extra data of picks with
// automorphisms.
func (s *Source) Bytes() int { return int(unsafe.Sizeof(*s)) + len(s.picks)*int(unsafe.Sizeof(Pick{})) }

// Pick returns the seed for place 0, or its rung i, counted from 0, for place
// i+1.
func (s *Source) Pick(place int) *Pick { return s.PickSymmetric(place, transform.NoSymmetry) }

// PickSymmetric is Pick for isomorphs whose pattern has a symmetry; there are none
// if it cannot be arranged so. It allocates only for a symmetry, or where there
// are automorphisms.
func (s *Source) PickSymmetric(place int, symmetry transform.Symmetry) *Pick {
	p := &s.picks[place]
	switch {
	case symmetry != transform.NoSymmetry:
		return p.with(func(orbit *transform.Orbit, clues sudoku.Cells) *transform.Suborbit {
			return orbit.Symmetric(clues, symmetry)
		})
	case p.special != nil:
		return p.with(nil)
	}
	return p
}

// PickArranged is Pick for isomorphs whose clues stand in the cells of a pattern;
// there are none if it cannot be arranged so.
func (s *Source) PickArranged(place int, pattern sudoku.Cells) *Pick {
	return s.picks[place].with(func(orbit *transform.Orbit, clues sudoku.Cells) *transform.Suborbit {
		return orbit.ToPattern(clues, pattern)
	})
}

// Pick returns the seed for place 0, or rung i of s, counted from 0, for place i+1.
func (s *Seed) Pick(place int) *Pick { return s.PickSymmetric(place, transform.NoSymmetry) }

// PickSymmetric is Pick for isomorphs whose pattern has a symmetry; there are none
// if it cannot be arranged so.
func (s *Seed) PickSymmetric(place int, symmetry transform.Symmetry) *Pick {
	source, place := s.sourceOf(place)
	return source.PickSymmetric(place, symmetry)
}

// PickArranged is Pick for isomorphs whose clues stand in the cells of a pattern;
// there are none if it cannot be arranged so.
func (s *Seed) PickArranged(place int, pattern sudoku.Cells) *Pick {
	source, place := s.sourceOf(place)
	return source.PickArranged(place, pattern)
}

// sourceOf returns s with no other rung than that at a place, and where it is there.
func (s *Seed) sourceOf(place int) (source *Source, at int) {
	if place == 0 {
		return s.source(s.Key(), nil), 0
	}
	return s.source(s.Key(), s.Rungs[place-1:place]), 1
}
