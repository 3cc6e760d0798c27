package seed

import (
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Pick is a seed or one of its rungs, prepared for making its isomorphs. It is
// immutable, and goroutines can share it.
//
// For the caches of the processor, all data that every isomorph needs is in the
// pick or at the beginning of its source.
type Pick struct {
	source     *Source
	special    *special // or nil
	added      Subset
	clues      transform.Stencil
	er, ep, ed rating.Tenths
	hardest    rating.Technique
}

// special has the extra data of picks with automorphisms and of picks restricted
// to some isomorphs.
type special struct {
	automorphisms uint64
	orbit         *transform.Orbit
	wanted        *transform.Suborbit // the isomorphs to give; nil: all
}

// manyAutomorphisms returns the extra data of a pick with n automorphisms, nil if
// n is 1. Its orbit is not set.
func manyAutomorphisms(n uint64) *special {
	if n == 1 {
		return nil
	}
	return &special{automorphisms: n}
}

// with returns p with its orbit, restricted to the isomorphs that wanted returns.
// If wanted is nil, there is no restriction.
func (p *Pick) with(wanted func(*transform.Orbit, sudoku.Cells) *transform.Suborbit) *Pick {
	all := &special{automorphisms: p.Automorphisms(), orbit: new(transform.Orbit)}
	clues := p.Puzzle().Clues()
	if all.automorphisms > 1 {
		all.orbit = transform.NewOrbit(clues)
	}
	if wanted != nil {
		all.wanted = wanted(all.orbit, clues.Filled())
	}
	q := *p
	q.special = all
	return &q
}

// Source returns the source of p: its seed and all prepared rungs.
func (p *Pick) Source() *Source { return p.source }

// Key returns the key of the seed.
func (p *Pick) Key() Key { return p.source.key }

// Added returns the number of the set of clues added, 0 for the seed itself. It
// can differ from the subset in IDs, which is the least among those that make
// isomorphic puzzles.
func (p *Pick) Added() Subset { return p.added }

// Puzzle returns the seed or rung as a puzzle in the orientation of the canonical
// form of the seed.
func (p *Pick) Puzzle() sudoku.Puzzle {
	if p.added == 0 {
		return p.source.puzzle
	}
	return p.source.puzzle.With(p.clues.Cells())
}

// Pattern returns the cells that hold clues.
func (p *Pick) Pattern() sudoku.Cells { return p.clues.Cells() }

// NumClues returns the number of clues.
func (p *Pick) NumClues() int { return p.clues.Len() }

// Rating returns the rating of p, which all its isomorphs have. Its Uses are
// valid only if [Pick.UsesKnown] returns true.
func (p *Pick) Rating() rating.Result {
	if p.added == 0 {
		return p.source.rating
	}
	return rating.Result{ER: p.er, EP: p.ep, ED: p.ed, Hardest: p.hardest}
}

// UsesKnown reports whether the techniques of the solving path are known: true
// for seeds, false for rungs.
func (p *Pick) UsesKnown() bool { return p.added == 0 }

// Automorphisms returns the number of isomorphisms that map p to itself.
func (p *Pick) Automorphisms() uint64 {
	if p.special != nil {
		return p.special.automorphisms
	}
	return 1
}

// Isomorphs returns the number of distinct isomorphs of p. If p was picked for a
// symmetry or a pattern, only isomorphs with it count.
func (p *Pick) Isomorphs() uint64 {
	if p.special != nil && p.special.wanted != nil {
		return p.special.wanted.Len()
	}
	return transform.Order / p.Automorphisms()
}

// Isomorph returns isomorph number i of p, which must be below
// [Pick.Isomorphs]. Different numbers give different puzzles.
func (p *Pick) Isomorph(i uint64) Isomorph {
	switch {
	case p.special == nil:
		return Isomorph{pick: p, turn: transform.FromIndex(i)}
	case p.special.wanted != nil:
		return Isomorph{pick: p, turn: p.special.wanted.At(i)}
	}
	return Isomorph{pick: p, turn: p.special.orbit.At(i)}
}

// Turn returns the image of p under t, even if it lacks the symmetry or pattern that p was
// picked for. Isomorphisms that give the same puzzle give equal values.
func (p *Pick) Turn(t transform.Isomorphism) Isomorph {
	if p.Automorphisms() > 1 {
		t = p.special.orbit.At(p.special.orbit.Rank(t)) // the least index among those with the same image
	}
	return Isomorph{pick: p, turn: t}
}

// Isomorph is a puzzle: a seed or rung, turned. It is a small value. Two
// isomorphs of one pick are equal if and only if they are the same puzzle. The
// zero Isomorph is no puzzle, and its methods panic.
type Isomorph struct {
	pick *Pick
	turn transform.Isomorphism
}

// String returns the ID of m.
func (m Isomorph) String() string {
	if m.pick == nil {
		return "no puzzle"
	}
	return m.ID().String()
}

// Pick returns the seed or rung that m is an isomorph of.
func (m Isomorph) Pick() *Pick { return m.pick }

// ID returns the name of m.
func (m Isomorph) ID() ID {
	p := m.pick
	if p.added != 0 {
		if names := p.source.namer(); len(names.automorphisms) > 0 {
			id, _, _ := names.name(p.clues.Cells(), m.turn)
			id.Seed = p.source.key
			return id
		}
	}
	return ID{Seed: p.source.key, Added: p.added, Index: m.turn.Index()}
}

// Puzzle returns m with its solution.
func (m Isomorph) Puzzle() sudoku.Puzzle { return m.turn.Puzzle(m.pick.Puzzle()) }

// Rating returns the rating of m; see [Pick.Rating].
func (m Isomorph) Rating() rating.Result { return m.pick.Rating() }

// Symmetry returns the symmetry of the pattern of m in its given orientation.
func (m Isomorph) Symmetry() transform.Symmetry { return m.pick.clues.Symmetry(m.turn) }

// AppendLine appends the clues of m to dst as 81 characters, with the given
// character for an empty cell. It allocates nothing if dst has room for 88.
func (m Isomorph) AppendLine(dst []byte, empty byte) []byte {
	return m.pick.source.template.AppendKept(dst, m.turn, &m.pick.clues, empty)
}

// AppendSolution appends the solution of m to dst as 81 characters. It allocates
// nothing if dst has room for 88.
func (m Isomorph) AppendSolution(dst []byte) []byte {
	return m.pick.source.template.AppendLine(dst, m.turn, '.')
}
