package mine

import (
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/sudoku"
)

// Neighbors of a minimal puzzle are the minimal puzzles that come of it when a
// few clues are taken away and a few others added. They are found by looking at
// all solutions of what is left:
//
//	solutions without two of the clues    ...5..1..   ...5..3..   ...2..3..
//	how often does a cell hold a digit?   r1c4=5: 2   r1c7=1: 1   r1c4=2: 1
//
// What a single solution has, r1c7=1 here, is a clue that leaves no other. So
// one look at the solutions gives all neighbors with one clue added (for one
// taken away {-1+1}, for two {-2+1}). A clue that several solutions have leaves
// these; among them the same look gives what to add as a second one ({-1+2}).
type vicinity struct {
	solver    sudoku.Solver
	random    *rand.Rand
	solutions []sudoku.Grid
	order     [81]sudoku.Cell // in which clues are taken away to make a puzzle minimal
	found     []sudoku.Puzzle
}

// mostSolutions is how many solutions are looked at. What has more is left
// alone: it would take long, and rarely has a clue that leaves one.
const mostSolutions = 4000

// reach is how far to look for neighbors.
type reach struct {
	pairs   int // pairs of clues taken away for one, drawn at random; all if there are no more
	doubles int // pairs of clues added for one, for each clue taken away: how often the first is drawn
}

func newVicinity(random *rand.Rand) *vicinity {
	v := &vicinity{random: random}
	for c := range v.order {
		v.order[c] = sudoku.Cell(c)
	}
	return v
}

// neighbors returns neighbors of a puzzle, in random order. Isomorphs can be
// among them. They are good until the next call.
func (v *vicinity) neighbors(p *sudoku.Puzzle, within reach) []sudoku.Puzzle {
	v.found = v.found[:0]
	var clues []sudoku.Cell
	for c := range p.Clues().Filled().All() {
		clues = append(clues, c)
	}
	for _, c := range clues {
		v.look(p, within.doubles, c)
	}
	v.eachPair(clues, within.pairs, func(c, d sudoku.Cell) { v.look(p, 0, c, d) })
	v.random.Shuffle(len(v.found), func(i, j int) { v.found[i], v.found[j] = v.found[j], v.found[i] })
	return v.found
}

// eachPair calls do for pairs of cells, at most as many as said.
func (v *vicinity) eachPair(cells []sudoku.Cell, most int, do func(c, d sudoku.Cell)) {
	var pairs [][2]sudoku.Cell
	for i, c := range cells {
		for _, d := range cells[:i] {
			pairs = append(pairs, [2]sudoku.Cell{c, d})
		}
	}
	for i := range min(most, len(pairs)) {
		n := i + v.random.IntN(len(pairs)-i)
		pairs[i], pairs[n] = pairs[n], pairs[i]
		do(pairs[i][0], pairs[i][1])
	}
}

// look finds the neighbors of p without the clues of some cells: with one clue
// more and, as often as said, with two.
func (v *vicinity) look(p *sudoku.Puzzle, doubles int, away ...sudoku.Cell) {
	rest := p.Clues()
	for _, c := range away {
		rest[c] = 0
	}
	v.solutions = v.solutions[:0]
	v.solver.Each(rest, func(solution *sudoku.Grid) bool {
		v.solutions = append(v.solutions, *solution)
		return len(v.solutions) <= mostSolutions
	})
	if len(v.solutions) > mostSolutions {
		return
	}
	all := countDigits(v.solutions)
	v.addOne(p, &rest, &all, v.solutions)
	for range doubles {
		v.addTwo(p, rest, &all)
	}
}

// tally tells of each digit of each cell how many solutions have it, and the
// number of the last of them.
type tally [81][9]struct{ count, last uint16 }

func countDigits(solutions []sudoku.Grid) (t tally) {
	for n := range solutions {
		for c, d := range &solutions[n] {
			entry := &t[c][d-1]
			entry.count++
			entry.last = uint16(n)
		}
	}
	return t
}

// addOne adds to rest each clue that a single solution has. Of p itself it makes
// no neighbor.
func (v *vicinity) addOne(p *sudoku.Puzzle, rest *sudoku.Grid, t *tally, solutions []sudoku.Grid) {
	clues := p.Clues()
	for c := range rest {
		if rest[c] != 0 {
			continue
		}
		for i, entry := range t[c] {
			if d := sudoku.Digit(i + 1); entry.count == 1 && clues[c] != d {
				v.keep(*rest, sudoku.Cell(c), d)
			}
		}
	}
}

// addTwo adds to rest a clue, drawn at random, that several but not all
// solutions have, and then each that one of these has.
func (v *vicinity) addTwo(p *sudoku.Puzzle, rest sudoku.Grid, t *tally) {
	solution := &v.solutions[v.random.IntN(len(v.solutions))]
	c := sudoku.Cell(v.random.IntN(81))
	d := solution[c]
	if n := int(t[c][d-1].count); n < 2 || n == len(v.solutions) || p.Clues()[c] == d {
		return
	}
	rest[c] = d
	var having []sudoku.Grid
	for _, s := range v.solutions {
		if s[c] == d {
			having = append(having, s)
		}
	}
	some := countDigits(having)
	v.addOne(p, &rest, &some, having)
}

// keep notes a neighbor: rest with another clue, made minimal.
func (v *vicinity) keep(rest sudoku.Grid, c sudoku.Cell, d sudoku.Digit) {
	rest[c] = d
	neighbor, err := v.solver.Prove(rest)
	if err != nil {
		panic(fmt.Sprintf("mine: neighbor %v that one solution has: %v", rest, err))
	}
	v.random.Shuffle(len(v.order), func(i, j int) { v.order[i], v.order[j] = v.order[j], v.order[i] })
	v.solver.Minimize(&neighbor, v.order[:])
	v.found = append(v.found, neighbor)
}
