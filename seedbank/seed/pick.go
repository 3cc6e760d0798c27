package seed

import (
	"unsafe"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Pick is a seed or one of its rungs, prepared for making its isomorphs. It is
// immutable, and goroutines can share it.
//
// It is small, so that memory can hold those of a whole bank:
//
//	of        8 bytes   what it shares with other picks of the seed, a [Source]; of a
//	                    special pick a *special, which has the Source
//	cells    12         the cells with clues, nine bits a row: six rows and three
//	                    rows, then the bit isSpecial
//	ratings   4
type Pick struct {
	of         unsafe.Pointer
	low        uint64 // the words of [sudoku.Cells]
	high       uint32
	er, ep, ed rating.Tenths
	hardest    rating.Technique
}

const isSpecial = 1 << 31 // a bit of high

// special is what few picks have: those with automorphisms, and those for a symmetry or a
// pattern.
type special struct {
	source        *Source
	automorphisms uint64
	orbit         *transform.Orbit
	wanted        *transform.Suborbit // the isomorphs to give; nil: all
}

func (p *Pick) makeSpecial(s *special) { p.of, p.high = unsafe.Pointer(s), p.high|isSpecial }

// special returns what p has if it is a special pick, or nil.
func (p *Pick) special() *special {
	if p.high&isSpecial == 0 {
		return nil
	}
	return (*special)(p.of)
}

// source returns what p shares with other picks of the seed.
func (p *Pick) source() *Source {
	if s := p.special(); s != nil {
		return s.source
	}
	return (*Source)(p.of)
}

// with returns p with its orbit, restricted to the isomorphs that wanted returns.
// If wanted is nil, there is no restriction.
func (p *Pick) with(wanted func(*transform.Orbit, sudoku.Cells) *transform.Suborbit) Pick {
	all := &special{source: p.source(), automorphisms: p.Automorphisms(), orbit: new(transform.Orbit)}
	clues := p.Puzzle().Clues()
	if all.automorphisms > 1 {
		all.orbit = transform.NewOrbit(clues)
	}
	if wanted != nil {
		all.wanted = wanted(all.orbit, clues.Filled())
	}
	q := *p
	q.makeSpecial(all)
	return q
}

// Key returns the key of the seed.
func (p *Pick) Key() Key { return p.source().key }

// Added returns the number of the set of clues added, 0 for the seed itself. IDs
// have the least of those that make isomorphs.
func (p *Pick) Added() Subset {
	clues := p.source().template.Clues()
	return SubsetOf(p.Pattern().AndNot(clues), sudoku.AllCells.AndNot(clues))
}

// Minimal reports whether p is the seed itself, to which no clue is added.
func (p *Pick) Minimal() bool { return p.Pattern() == p.source().template.Clues() }

// Puzzle returns the seed or rung as a puzzle, not turned.
func (p *Pick) Puzzle() sudoku.Puzzle { return p.source().template.With(p.Pattern()) }

// Pattern returns the cells that hold clues.
func (p *Pick) Pattern() sudoku.Cells { return sudoku.CellsOfWords(p.low, uint64(p.high&^isSpecial)) }

// NumClues returns the number of clues.
func (p *Pick) NumClues() int { return p.Pattern().Len() }

// Rating returns the rating of p, which all its isomorphs have. Its Uses are
// known only if [Pick.Minimal].
func (p *Pick) Rating() rating.Result {
	if p.Minimal() {
		return p.source().rating
	}
	return p.Ratings()
}

// Ratings returns [Pick.Rating] without the uses of techniques.
func (p *Pick) Ratings() rating.Result {
	return rating.Result{ER: p.er, EP: p.ep, ED: p.ed, Hardest: p.hardest}
}

// Automorphisms returns the number of isomorphisms that map p to itself.
func (p *Pick) Automorphisms() uint64 {
	if of := p.special(); of != nil {
		return of.automorphisms
	}
	return 1
}

// Isomorphs returns the number of distinct isomorphs of p. If p was picked for a
// symmetry or a pattern, only isomorphs with it count.
func (p *Pick) Isomorphs() uint64 {
	if of := p.special(); of != nil && of.wanted != nil {
		return of.wanted.Len()
	}
	return transform.Order / p.Automorphisms()
}

// Isomorph returns isomorph number i of p, which must be below
// [Pick.Isomorphs]. Different numbers give different puzzles.
func (p *Pick) Isomorph(i uint64) Isomorph {
	switch of := p.special(); {
	case of == nil:
		return Isomorph{pick: p, turn: transform.FromIndex(i)}
	case of.wanted != nil:
		return Isomorph{pick: p, turn: of.wanted.At(i)}
	default:
		return Isomorph{pick: p, turn: of.orbit.At(i)}
	}
}

// Turn returns the image of p under t, even if it lacks the symmetry or pattern that p was
// picked for. Isomorphisms that give the same puzzle give equal values.
func (p *Pick) Turn(t transform.Isomorphism) Isomorph {
	if p.Automorphisms() > 1 {
		orbit := p.special().orbit
		t = orbit.At(orbit.Rank(t)) // the least index among those with the same image
	}
	return Isomorph{pick: p, turn: t}
}

// Isomorph is a puzzle: a seed or rung, turned. It is a small value. Two
// isomorphs of one [*Pick] are equal if and only if they are the same puzzle. Those of two
// selections or reads have different picks: compare their IDs. The zero Isomorph is not a
// puzzle: it prints itself as such, and its other methods panic.
type Isomorph struct {
	pick *Pick
	turn transform.Isomorphism
}

// Touch reads the first and the last bytes of p; see the function [Touch].
func (p *Pick) Touch() byte {
	if p.of == nil {
		return 0
	}
	return byte(p.er)
}

// Touch reads a byte of everything in memory that the lines of some puzzles are written
// from. Then the processor waits for many of them at a time and not for each in turn.
func Touch(puzzles []Isomorph) (sum byte) {
	for i := range puzzles {
		m := &puzzles[i]
		sum += m.pick.source().template.Touch(m.turn)
	}
	return sum
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
	if p.Minimal() {
		return ID{Seed: p.source().key, Index: m.turn.Index()}
	}
	if names := p.source().namer(); len(names.automorphisms) > 0 {
		id, _, _ := names.name(p.Pattern(), m.turn)
		id.Seed = p.source().key
		return id
	}
	return ID{Seed: p.source().key, Added: p.Added(), Index: m.turn.Index()}
}

// Puzzle returns m with its solution.
func (m Isomorph) Puzzle() sudoku.Puzzle { return m.turn.Puzzle(m.pick.Puzzle()) }

// AppendID appends the ID.
func (m Isomorph) AppendID(dst []byte) []byte { return m.ID().Append(dst) }

// AppendSeed appends the name of the seed.
func (m Isomorph) AppendSeed(dst []byte) []byte { return m.pick.Key().Append(dst) }

// NumClues returns the number of clues.
func (m Isomorph) NumClues() int { return m.pick.NumClues() }

// Pattern returns the cells of the clues of the pick, not turned. Those of m are
// m.Puzzle().Clues().Filled().
func (m Isomorph) Pattern() sudoku.Cells { return m.pick.Pattern() }

// Rating returns the rating of m; see [Pick.Rating].
func (m Isomorph) Rating() rating.Result { return m.pick.Rating() }

// Symmetry returns the symmetry that the pattern of m has as it stands.
func (m Isomorph) Symmetry() transform.Symmetry {
	return transform.SymmetryUnder(m.turn, m.pick.Pattern())
}

// AppendLine appends the clues of m to dst as 81 characters, with the given
// character for an empty cell. It allocates nothing if dst has room for 88.
func (m Isomorph) AppendLine(dst []byte, empty byte) []byte {
	return m.pick.source().template.AppendKept(dst, m.turn, m.pick.Pattern(), empty)
}

// AppendSolution appends the solution of m to dst as 81 characters. It allocates
// nothing if dst has room for 88.
func (m Isomorph) AppendSolution(dst []byte) []byte {
	return m.pick.source().template.AppendLine(dst, m.turn, '.')
}
