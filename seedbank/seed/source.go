package seed

import (
	"sync/atomic"
	"unsafe"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Source is a seed with all its rungs, prepared for picking and turning. It takes
// some 600 bytes, and 64 more for each rung. It is immutable, and goroutines can
// share it.
type Source struct {
	key      Key
	template transform.Template // of the solution, which the seed and all rungs share
	puzzle   sudoku.Puzzle
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
	names := newNamer(&s.puzzle)
	s.names.Store(names)
	return names
}

// Source prepares s and its rungs. The result shares no memory with s.
func (s *Seed) Source() *Source { return s.source(s.Key(), s.Rungs) }

// source prepares s with the given rungs.
func (s *Seed) source(key Key, rungs []Rung) *Source {
	source := &Source{
		template: *transform.NewTemplate(s.Puzzle.Solution()),
		key:      key,
		puzzle:   s.Puzzle,
		rating:   s.Rating,
		picks:    make([]Pick, 1+len(rungs)),
	}
	source.picks[0] = Pick{
		source:  source,
		clues:   transform.NewStencil(s.Puzzle.Clues().Filled()),
		special: manyAutomorphisms(s.Automorphisms),
		er:      s.Rating.ER, ep: s.Rating.EP, ed: s.Rating.ED, hardest: s.Rating.Hardest,
	}
	if len(rungs) == 0 {
		return source
	}
	clues := s.Puzzle.Clues().Filled()
	empty := sudoku.AllCells.AndNot(clues)
	for i := range rungs {
		r := &rungs[i]
		source.picks[1+i] = Pick{
			source:  source,
			clues:   transform.NewStencil(clues.Or(r.Added)),
			added:   SubsetOf(r.Added, empty),
			special: manyAutomorphisms(r.Automorphisms),
			er:      r.ER, ep: r.EP, ed: r.ED, hardest: r.Hardest,
		}
	}
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
