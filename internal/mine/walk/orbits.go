package walk

import (
	"math/rand/v2"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// orbitNeighborhood finds the neighbors of a symmetric puzzle. In a neighbor the clues of
// one orbit of cells are taken away and the clues of another orbit are added. It looks at
// all solutions of the remaining clues, as a [neighborhood] does:
//
//	solutions without an orbit             ...5..1..   ...5..3..   ...2..3..
//	how often does an orbit hold digits?   5,1: 1      5,3: 1      2,3: 1
//
// Digits that only one solution has in an orbit make it the only one.
type orbitNeighborhood struct {
	solutions
	symmetry transform.Symmetry

	drawn []sudoku.Grid // random sample of the neighbors seen
	seen  int
}

// mostSymmetric is the number of neighbors of a symmetric puzzle to draw. There are often
// thousands.
const mostSymmetric = 150

// mostOfOrbits is the greatest number of solutions to look at, without an orbit.
const mostOfOrbits = 4000

func newOrbitNeighborhood(symmetry transform.Symmetry, random *rand.Rand) *orbitNeighborhood {
	return &orbitNeighborhood{symmetry: symmetry, solutions: newSolutions(random)}
}

// neighbors returns a random sample of the neighbors of a puzzle with the symmetry,
// in random order. No orbit can be taken away from a neighbor without losing
// uniqueness. Some may be isomorphs of each other.
func (h *orbitNeighborhood) neighbors(p *sudoku.Puzzle) (found []sudoku.Puzzle) {
	h.drawn, h.seen = h.drawn[:0], 0
	clues := p.Clues()
	for c := range clues.Filled().All() {
		if h.isFirst(c) {
			h.look(&clues, clues.Keep(clues.Filled().AndNot(h.symmetry.Orbit(c))))
		}
	}
	h.random.Shuffle(len(h.drawn), func(i, j int) { h.drawn[i], h.drawn[j] = h.drawn[j], h.drawn[i] })
	for i := range h.drawn {
		neighbor := h.proved(&h.drawn[i])
		order := making.CellsInRandomOrder(h.random)
		found = append(found, making.Thin(&h.solver, neighbor, h.symmetry, order[:], 0))
	}
	return found
}

// isFirst reports whether a cell is the first of its orbit.
func (h *orbitNeighborhood) isFirst(c sudoku.Cell) bool { return h.symmetry.Orbit(c).First() == c }

// look draws from the neighbors with one orbit added to the rest of the clues,
// other than p.
func (h *orbitNeighborhood) look(p *sudoku.Grid, rest sudoku.Grid) {
	if !h.solve(rest, mostOfOrbits) {
		return
	}
	for c := range sudoku.AllCells.AndNot(rest.Filled()).All() {
		if h.isFirst(c) {
			h.fill(p, &rest, h.symmetry.Orbit(c), h.draw)
		}
	}
}

// draw keeps a neighbor at random, each with the same chance.
func (h *orbitNeighborhood) draw(neighbor *sudoku.Grid) {
	h.seen++
	if len(h.drawn) < mostSymmetric {
		h.drawn = append(h.drawn, *neighbor)
	} else if i := h.random.IntN(h.seen); i < mostSymmetric {
		h.drawn[i] = *neighbor
	}
}
