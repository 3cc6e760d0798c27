package copies

import (
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Index holds puzzles by their numbers, from 0 in the order in which they were added. The
// zero value is empty and ready. Goroutines may share it while none adds to it.
//
// A puzzle takes some 60 bytes. Isomorphs of earlier puzzles take none.
type Index struct {
	added    int
	held     []held
	last     map[seed.Key]int32     // by the grid, 1 + the place in held of the puzzle added last
	mistyped map[Fingerprint]fixing // what puzzles with a mistake become without it
}

// held is a puzzle of an index.
type held struct {
	Fingerprint
	number int32
	next   int32 // 1 + the place of the puzzle added before on the same grid; 0: there is none
}

// fixing is a change of one cell that makes a puzzle of an index another one.
type fixing struct {
	number int32
	Mistake
}

// Match is the puzzle of an index that is closest to another one. Of puzzles that are
// equally close, it is the first one.
type Match struct {
	Relation
	Number  int     // of the puzzle of the index; 0 if there is none
	Mistake Mistake // if the relation is Mistyped
}

// Mistake is a cell that was mistyped.
type Mistake struct {
	Earlier bool // the mistake is in the puzzle of the index, or else in the other one
	Cell    sudoku.Cell
	Right   sudoku.Digit // what should be there; 0 for an empty cell
}

// Wrong says in the words of a language which cell of which puzzle is mistyped, and what
// should be there. It returns "" for other relations. place is the place of the puzzle with
// the mistake, or "".
func (m *Match) Wrong(words *catalogue.Catalogue, place string) string {
	if m.Relation != Mistyped {
		return ""
	}
	cell := m.Mistake.Cell.String()
	if place != "" {
		cell = words.Plain("check.cell-of", "cell", cell, "place", place)
	}
	if m.Mistake.Right == 0 {
		return words.Plain("check.should-be-empty", "cell", cell)
	}
	return words.Plain("check.should-be", "cell", cell, "digit", m.Mistake.Right)
}

// Add adds a puzzle.
func (ix *Index) Add(p *Puzzle) {
	if ix.last == nil {
		ix.last = map[seed.Key]int32{}
	}
	number := int32(ix.added)
	ix.added++
	for at := ix.last[p.Grid]; at > 0; at = ix.held[at-1].next {
		if ix.held[at-1].Fingerprint == p.Fingerprint {
			return
		}
	}
	ix.held = append(ix.held, held{p.Fingerprint, number, ix.last[p.Grid]})
	ix.last[p.Grid] = int32(len(ix.held))
}

// Skip uses up the next number, for an input that is not a puzzle.
func (ix *Index) Skip() { ix.added++ }

// Len returns the number of puzzles that were added or skipped.
func (ix *Index) Len() int { return ix.added }

// Find returns the closest puzzle. It does not look for mistyped ones.
func (ix *Index) Find(p *Puzzle) (best Match) {
	for at := ix.last[p.Grid]; at > 0; at = ix.held[at-1].next {
		h := &ix.held[at-1]
		if h.Proper != p.Proper {
			continue
		}
		if of := p.to(&h.Fingerprint); of >= best.Relation { // later ones were added earlier
			best = Match{Relation: of, Number: int(h.number)}
		}
	}
	return best
}

// FindMistyped returns a puzzle of which another one is a mistyped copy, or the other way
// round. At least one of both must be proper. p is nil if the clues of g contradict each
// other.
func (ix *Index) FindMistyped(x *Examiner, g sudoku.Grid, p *Puzzle) Match {
	if p != nil {
		if f, ok := ix.mistyped[p.Fingerprint]; ok {
			return Match{Mistyped, int(f.number), f.Mistake}
		}
	}
	var found Match
	x.fixings(g, p != nil && p.Proper, func(fixed *Puzzle, m Mistake) bool {
		if match := ix.Find(fixed); match.Relation == Same {
			found = Match{Mistyped, match.Number, m}
		}
		return found.Relation == Unrelated
	})
	return found
}

// AddMistakes enters the puzzle that was added or skipped last, which is not proper, so that
// FindMistyped finds it if one of its cells was mistyped.
func (ix *Index) AddMistakes(x *Examiner, g sudoku.Grid) {
	if ix.mistyped == nil {
		ix.mistyped = map[Fingerprint]fixing{}
	}
	x.fixings(g, false, func(fixed *Puzzle, m Mistake) bool {
		if _, ok := ix.mistyped[fixed.Fingerprint]; !ok {
			m.Earlier = true
			ix.mistyped[fixed.Fingerprint] = fixing{int32(ix.added - 1), m}
		}
		return true
	})
}

// fixings visits the proper puzzles that a grid becomes when one cell is changed. The grid
// may be proper: then no clue is added or taken away, since that gives puzzles of the same
// grid.
func (x *Examiner) fixings(g sudoku.Grid, isProper bool, visit func(*Puzzle, Mistake) bool) {
	for cell := range sudoku.Cell(len(g)) {
		was := g[cell]
		if isProper && was == 0 {
			continue
		}
		for digit := range sudoku.Digit(10) {
			if digit == was || digit == 0 && isProper {
				continue
			}
			g[cell] = digit
			if g.Conflict() != nil {
				continue
			}
			if fixed, ok := x.proper(&g); ok && !visit(&fixed, Mistake{Cell: cell, Right: digit}) {
				return
			}
		}
		g[cell] = was
	}
}
