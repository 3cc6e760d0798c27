package mine

import (
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/sudoku"
)

// neighborhood finds the neighbors of a minimal puzzle: the minimal puzzles
// that it becomes if a few clues are taken away and a few others are added. It
// finds them by looking at all solutions of the remaining clues:
//
//	solutions without two of the clues    ...5..1..   ...5..3..   ...2..3..
//	how often does a cell hold a digit?   r1c4=5: 2   r1c7=1: 1   r1c4=2: 1
//
// If only one solution has a digit in a cell, such as r1c7=1 here, this clue
// makes it the only solution. So one look at the solutions gives all neighbors
// with one clue added ({-1+1} if one is taken away, {-2+1} if two are). If
// several solutions have the digit, all of these remain when it is added. The
// same look at them gives the second clue to add ({-1+2}).
type neighborhood struct {
	solver    sudoku.Solver
	random    *rand.Rand
	solutions []sudoku.Grid
	order     [81]sudoku.Cell // in which clues are taken away to make a puzzle minimal
	found     []sudoku.Puzzle
}

// mostSolutions is the greatest number of solutions to look at. Remaining clues
// with more solutions are left alone: looking takes long, and hardly any clue
// belongs to only one of them.
const mostSolutions = 4000

// reach is how far to look for neighbors.
type reach struct {
	pairs   int // pairs of clues to take away for one added, drawn at random
	doubles int // for each single clue taken away, first clues to draw of two added
}

func newNeighborhood(random *rand.Rand) *neighborhood {
	h := &neighborhood{random: random}
	for c := range h.order {
		h.order[c] = sudoku.Cell(c)
	}
	return h
}

// neighbors returns neighbors of a puzzle, in random order. Some may be
// isomorphs of each other. The next call overwrites them.
func (h *neighborhood) neighbors(p *sudoku.Puzzle, within reach) []sudoku.Puzzle {
	h.found = h.found[:0]
	var clues []sudoku.Cell
	for c := range p.Clues().Filled().All() {
		clues = append(clues, c)
	}
	for _, c := range clues {
		h.look(p, within.doubles, c)
	}
	h.eachPair(clues, within.pairs, func(c, d sudoku.Cell) { h.look(p, 0, c, d) })
	h.random.Shuffle(len(h.found), func(i, j int) { h.found[i], h.found[j] = h.found[j], h.found[i] })
	return h.found
}

// eachPair calls do for pairs of cells drawn at random, at most a given number.
func (h *neighborhood) eachPair(cells []sudoku.Cell, most int, do func(c, d sudoku.Cell)) {
	var pairs [][2]sudoku.Cell
	for i, c := range cells {
		for _, d := range cells[:i] {
			pairs = append(pairs, [2]sudoku.Cell{c, d})
		}
	}
	for i := range min(most, len(pairs)) {
		n := i + h.random.IntN(len(pairs)-i)
		pairs[i], pairs[n] = pairs[n], pairs[i]
		do(pairs[i][0], pairs[i][1])
	}
}

// look takes the clues of some cells away from p, and finds the neighbors with
// one clue added instead. Then it draws a first clue to add, doubles times, and
// finds the neighbors with a second clue added to it.
func (h *neighborhood) look(p *sudoku.Puzzle, doubles int, away ...sudoku.Cell) {
	rest := p.Clues()
	for _, c := range away {
		rest[c] = 0
	}
	h.solutions = h.solutions[:0]
	h.solver.Each(rest, func(solution *sudoku.Grid) bool {
		h.solutions = append(h.solutions, *solution)
		return len(h.solutions) <= mostSolutions
	})
	if len(h.solutions) > mostSolutions {
		return
	}
	all := countDigits(h.solutions)
	h.addOne(p, &rest, &all)
	for range doubles {
		h.addTwo(p, rest, &all)
	}
}

// digitCounts says how many solutions have a digit in a cell.
type digitCounts [81][9]uint16

func countDigits(solutions []sudoku.Grid) (t digitCounts) {
	for n := range solutions {
		for c, d := range &solutions[n] {
			t[c][d-1]++
		}
	}
	return t
}

// addOne adds to rest each clue that only one solution has, except a clue that
// makes it p again.
func (h *neighborhood) addOne(p *sudoku.Puzzle, rest *sudoku.Grid, t *digitCounts) {
	clues := p.Clues()
	for c := range rest {
		if rest[c] != 0 {
			continue
		}
		for i, count := range t[c] {
			if d := sudoku.Digit(i + 1); count == 1 && clues[c] != d {
				h.keep(*rest, sudoku.Cell(c), d)
			}
		}
	}
}

// addTwo adds to rest a random clue that several solutions have, but not all.
// Then it adds each second clue that only one of these solutions has.
func (h *neighborhood) addTwo(p *sudoku.Puzzle, rest sudoku.Grid, t *digitCounts) {
	solution := &h.solutions[h.random.IntN(len(h.solutions))]
	c := sudoku.Cell(h.random.IntN(81))
	d := solution[c]
	if n := int(t[c][d-1]); n < 2 || n == len(h.solutions) || p.Clues()[c] == d {
		return
	}
	rest[c] = d
	var having []sudoku.Grid
	for _, s := range h.solutions {
		if s[c] == d {
			having = append(having, s)
		}
	}
	some := countDigits(having)
	h.addOne(p, &rest, &some)
}

// keep notes a neighbor: rest with another clue, made minimal.
func (h *neighborhood) keep(rest sudoku.Grid, c sudoku.Cell, d sudoku.Digit) {
	rest[c] = d
	neighbor, err := h.solver.Prove(rest)
	if err != nil {
		panic(fmt.Sprintf("mine: neighbor %v, which has one solution: %v", rest, err))
	}
	h.random.Shuffle(len(h.order), func(i, j int) { h.order[i], h.order[j] = h.order[j], h.order[i] })
	h.solver.Minimize(&neighbor, h.order[:])
	h.found = append(h.found, neighbor)
}
