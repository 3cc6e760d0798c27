package seed

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// ErrNoRung says that a seed has no rung with the name asked for.
var ErrNoRung = errors.New("no such rung")

// Pick is a seed, or one of its rungs, made ready to be turned into any of its
// isomorphs. It never changes, keeps no seed in memory, and can be used from
// several goroutines.
//
// The fields that every isomorph needs come first, next to each other, for the
// sake of the processor's caches.
type Pick struct {
	orbit         *transform.Orbit
	wanted        *transform.Suborbit // the isomorphs that are wanted; nil: all
	template      transform.Template
	added         sudoku.Cells  // whose clues the rung adds
	key           atomic.Uint64 // of the seed, or 0 as long as nobody has asked for it
	rung          RungName
	puzzle        sudoku.Puzzle
	rating        rating.Result
	automorphisms uint64
}

// allIsomorphs is the orbit of every puzzle whose only automorphism is the
// identity.
var allIsomorphs transform.Orbit

// Pick returns the rung with a name, or the seed itself if the name is 0. The
// error wraps [ErrNoRung].
func (s *Seed) Pick(name RungName) (*Pick, error) {
	if name == 0 {
		return s.pick(nil), nil
	}
	if r := s.Rung(name); r != nil {
		return s.pick(r), nil
	}
	return nil, fmt.Errorf("%w: seed %v has none with the name %v", ErrNoRung, s.Key(), name)
}

// PickRung returns rung i of s, counted from 0.
func (s *Seed) PickRung(i int) *Pick { return s.pick(&s.Rungs[i]) }

// PickSymmetric returns the seed for place 0, or rung i of s, counted from 0, for
// place i+1. Its isomorphs are those whose pattern has a symmetry; there are none
// if it cannot be arranged so.
func (s *Seed) PickSymmetric(place int, symmetry transform.Symmetry) *Pick {
	p := s.pickAt(place)
	if symmetry != transform.NoSymmetry {
		p.wanted = p.orbit.Symmetric(p.puzzle.Clues().Filled(), symmetry)
	}
	return p
}

// PickArranged returns the seed or a rung as [Seed.PickSymmetric] does. Its isomorphs
// are those whose clues stand in the cells of a pattern; there are none if it cannot
// be arranged so.
func (s *Seed) PickArranged(place int, pattern sudoku.Cells) *Pick {
	p := s.pickAt(place)
	p.wanted = p.orbit.ToPattern(p.puzzle.Clues().Filled(), pattern)
	return p
}

// pickAt returns the seed for place 0, or rung i of s, counted from 0, for place
// i+1.
func (s *Seed) pickAt(place int) *Pick {
	if place == 0 {
		return s.pick(nil)
	}
	return s.pick(&s.Rungs[place-1])
}

func (s *Seed) pick(r *Rung) *Pick {
	p := &Pick{
		orbit:         &allIsomorphs,
		puzzle:        s.Puzzle,
		rating:        s.Rating,
		automorphisms: s.Automorphisms,
	}
	if r != nil {
		p.added = r.Added
		p.rung, p.puzzle, p.rating, p.automorphisms = r.Name(), s.Puzzle.With(r.Added), r.Result(), r.Automorphisms
	}
	p.template = *transform.NewTemplate(p.puzzle.Clues())
	if p.automorphisms > 1 {
		p.orbit = transform.NewOrbit(p.puzzle.Clues())
	}
	return p
}

// Key returns the key of the seed. To find it takes longer than to turn a puzzle,
// so that is put off until somebody asks.
func (p *Pick) Key() Key {
	if key := p.key.Load(); key != 0 {
		return Key(key)
	}
	key := KeyOf(p.puzzle.Clues().Keep(sudoku.AllCells.AndNot(p.added)))
	p.key.Store(uint64(key))
	return key
}

// Rung returns the name of the rung, 0 for the seed itself.
func (p *Pick) Rung() RungName { return p.rung }

// Puzzle returns the seed or rung as a puzzle, not turned.
func (p *Pick) Puzzle() sudoku.Puzzle { return p.puzzle }

// Rating returns the rating that all isomorphs of p have. Its Uses mean
// something only if [Pick.UsesKnown].
func (p *Pick) Rating() rating.Result { return p.rating }

// UsesKnown reports whether it is known which techniques the solving path uses.
// For seeds it is known, for rungs it is not.
func (p *Pick) UsesKnown() bool { return p.rung == 0 }

// Automorphisms returns the number of isomorphisms that map p to itself.
func (p *Pick) Automorphisms() uint64 { return p.automorphisms }

// Isomorphs returns the number of different isomorphs of p; only those with
// a symmetry or a pattern if p was picked for it.
func (p *Pick) Isomorphs() uint64 {
	if p.wanted != nil {
		return p.wanted.Len()
	}
	return transform.Order / p.automorphisms
}

// Isomorph returns isomorph number i of p, which must be below
// [Pick.Isomorphs]. Different numbers give different puzzles.
func (p *Pick) Isomorph(i uint64) Isomorph {
	if p.wanted != nil {
		return Isomorph{pick: p, turn: p.wanted.At(i)}
	}
	return Isomorph{pick: p, turn: p.orbit.At(i)}
}

// Turn returns the isomorph that p becomes under t, symmetric or not. Isomorphisms that make the
// same puzzle give the same isomorph.
func (p *Pick) Turn(t transform.Isomorphism) Isomorph {
	if p.automorphisms > 1 {
		t = p.orbit.At(p.orbit.Rank(t)) // has the same image, and of all such the least index
	}
	return Isomorph{pick: p, turn: t}
}

// Isomorph is a puzzle: a seed or rung, turned. It is a small value; isomorphs of
// one pick are the same puzzle if and only if they are equal. The zero Isomorph
// is no puzzle, and its methods panic.
type Isomorph struct {
	pick *Pick
	turn transform.Isomorphism
}

// Pick returns the seed or rung that m is an isomorph of.
func (m Isomorph) Pick() *Pick { return m.pick }

// ID returns the name of m.
func (m Isomorph) ID() ID { return ID{Seed: m.pick.Key(), Rung: m.pick.rung, Index: m.turn.Index()} }

// Puzzle returns m with its solution.
func (m Isomorph) Puzzle() sudoku.Puzzle { return m.turn.Puzzle(m.pick.puzzle) }

// Rating returns the rating of m; see [Pick.Rating].
func (m Isomorph) Rating() rating.Result { return m.pick.rating }

// AppendLine appends the clues of m to dst as 81 characters, with the given
// character for an empty cell. It allocates nothing if dst has room for 88.
func (m Isomorph) AppendLine(dst []byte, empty byte) []byte {
	return m.pick.template.AppendLine(dst, m.turn, empty)
}
