package walk

import (
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/seedbank/mine/internal/making"
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
	solver    sudoku.Solver
	random    *rand.Rand
	symmetry  transform.Symmetry
	solutions []sudoku.Grid
	tally     map[uint32]int32 // by digits in an orbit: 1 + the only solution that has them, or -1 for several

	drawn []sudoku.Grid // random sample of the neighbors seen
	seen  int
}

// mostSymmetric is the number of neighbors of a symmetric puzzle to draw. There are often
// thousands.
const mostSymmetric = 150

// mostOfOrbits is the greatest number of solutions to look at, without an orbit.
const mostOfOrbits = 4000

func newOrbitNeighborhood(symmetry transform.Symmetry, random *rand.Rand) *orbitNeighborhood {
	return &orbitNeighborhood{symmetry: symmetry, random: random, tally: map[uint32]int32{}}
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
	for _, grid := range h.drawn {
		neighbor, err := h.solver.Prove(grid)
		if err != nil {
			panic(fmt.Sprintf("mine: neighbor %v, which has one solution: %v", grid, err))
		}
		order := making.CellsInRandomOrder(h.random)
		found = append(found, making.Thin(&h.solver, neighbor, h.symmetry, order[:], 0))
	}
	return found
}

// isFirst reports whether a cell is the first of its orbit.
func (h *orbitNeighborhood) isFirst(c sudoku.Cell) bool {
	for first := range h.symmetry.Orbit(c).All() {
		return first == c
	}
	return false
}

// look draws from the neighbors with one orbit added to the rest of the clues,
// other than p.
func (h *orbitNeighborhood) look(p *sudoku.Grid, rest sudoku.Grid) {
	h.solutions = h.solutions[:0]
	h.solver.Each(rest, func(solution *sudoku.Grid) bool {
		h.solutions = append(h.solutions, *solution)
		return len(h.solutions) <= mostOfOrbits
	})
	if len(h.solutions) > mostOfOrbits {
		return
	}
	for c := range sudoku.AllCells.AndNot(rest.Filled()).All() {
		if h.isFirst(c) {
			h.add(p, &rest, h.symmetry.Orbit(c))
		}
	}
}

// add draws from the neighbors with the clues of an orbit added.
func (h *orbitNeighborhood) add(p, rest *sudoku.Grid, orbit sudoku.Cells) {
	countDigitsIn(h.tally, h.solutions, orbit)
	for i := range h.solutions {
		if h.tally[digitsIn(&h.solutions[i], orbit)] < 0 {
			continue
		}
		neighbor := *rest
		for c := range orbit.All() {
			neighbor[c] = h.solutions[i][c]
		}
		if neighbor != *p {
			h.draw(&neighbor)
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

// countDigitsIn tallies solutions by their digits in some cells: 1 + the number of the
// only solution that has them, or -1 for several.
func countDigitsIn(tally map[uint32]int32, solutions []sudoku.Grid, cells sudoku.Cells) {
	clear(tally)
	for i := range solutions {
		digits := digitsIn(&solutions[i], cells)
		if n := tally[digits]; n == 0 {
			tally[digits] = int32(i + 1)
		} else {
			tally[digits] = -1
		}
	}
}

// digitsIn returns the digits of some cells, at most eight, four bits each.
func digitsIn(g *sudoku.Grid, cells sudoku.Cells) (digits uint32) {
	for c := range cells.All() {
		digits = digits<<4 | uint32(g[c])
	}
	return digits
}
