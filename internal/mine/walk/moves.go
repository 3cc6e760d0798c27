package walk

import (
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/sudoku"
)

// move is a kind of small change of a puzzle: some clues are taken away, and some
// others are added. A move that keeps the pattern adds them in the same cells. A move that
// expands adds clues that follow. The result is made minimal, so a neighbor can have fewer clues than its move says.
type move struct {
	name         string
	away, added  int
	keepsPattern bool
	expands      bool
}

// The moves, as people who hunt for puzzles write them: {-2+1} takes two clues away
// and adds one. The move "digits" exchanges the digits in two cells for others. The move
// "expand" adds all clues that less trial and error than the puzzle needs would find. So
// its neighbors need no less. Only walks toward depth make it.
var moves = [...]move{
	{name: "{-1+1}", away: 1, added: 1},
	{name: "{-2+1}", away: 2, added: 1},
	{name: "{-1+2}", away: 1, added: 2},
	{name: "{-2+2}", away: 2, added: 2},
	{name: "{-3+2}", away: 3, added: 2},
	{name: "{-3+3}", away: 3, added: 3},
	{name: "digits", away: 2, added: 2, keepsPattern: true},
	{name: "expand", expands: true},
}

const NumMoves = len(moves)

// The greatest numbers of solutions to look at, without one clue and without several. If
// there are more, the clues are put back: looking takes long, and hardly any digit is in
// only one of the solutions. With several clues taken away, it pays to give up sooner,
// even for puzzles with 18 clues.
const mostWithoutOne, mostWithoutSeveral = 1000, 250

// neighborhood finds the neighbors of a minimal puzzle: the minimal puzzles
// that it becomes by a move. It finds them by looking at all solutions of the
// remaining clues:
//
//	solutions without two of the clues    ...5..1..   ...5..3..   ...2..3..
//	how often does a cell hold a digit?   r1c4=5: 2   r1c7=1: 1   r1c4=2: 1
//
// If only one solution has a digit in a cell, such as r1c7=1 here, this clue
// makes it the only solution. So one look at the solutions gives all neighbors
// with one clue added. If several solutions have the digit, all of these remain
// when it is added. The same look at them gives the second clue to add.
type neighborhood struct {
	solutions
	prober depth.Prober
	having []sudoku.Grid // the solutions with the clues added so far
	clues  []sudoku.Cell // clues of the puzzle
	grids  []sudoku.Grid // neighbors before they are made minimal
}

func newNeighborhood(random *rand.Rand) *neighborhood {
	return &neighborhood{solutions: newSolutions(random)}
}

const (
	firstClues  = 8  // times that the first clues to add are drawn, for each draw of clues to take away
	mostPerDraw = 40 // neighbors from each draw of clues to take away
)

// Costs of work, in solutions that the solver finds. One solution takes some two
// microseconds.
const (
	costPerDraw     = 20
	costPerNeighbor = 100 // for making it minimal, its canonical form, and the guess of its value
)

// costOfOpen is the cost of expanding a puzzle by T&E(n) that does not solve it, by n.
var costOfOpen = [depth.MaxTrials]int{10, 200, 2500}

// neighbors appends neighbors of a puzzle by a move, drawn at random, until their cost
// reaches a budget or there are no more, and returns their cost. Some may be isomorphs of
// each other.
func (h *neighborhood) neighbors(found []sudoku.Puzzle, p *sudoku.Puzzle, m *move, budget int) (_ []sudoku.Puzzle, cost int) {
	if m.expands {
		return h.expand(found, p, budget)
	}
	h.clues = slices.AppendSeq(h.clues[:0], p.Clues().Filled().All())
	h.random.Shuffle(len(h.clues), func(i, j int) { h.clues[i], h.clues[j] = h.clues[j], h.clues[i] })
	for i := 0; cost < budget; i++ {
		if m.away == 1 && m.added == 1 && i == len(h.clues) {
			break // another look at a clue would find the same neighbors
		}
		h.look(p, m, h.draw(i, m.away))
		h.random.Shuffle(len(h.grids), func(i, j int) { h.grids[i], h.grids[j] = h.grids[j], h.grids[i] })
		grids := h.grids[:min(len(h.grids), mostPerDraw)]
		cost += costPerDraw + len(h.all) + len(grids)*costPerNeighbor
		for i := range grids {
			if neighbor, ok := h.minimal(&grids[i], m); ok {
				found = append(found, neighbor)
			}
		}
	}
	return found, cost
}

// expand appends minimal puzzles with clues of the expansions of p, and returns their cost.
func (h *neighborhood) expand(found []sudoku.Puzzle, p *sudoku.Puzzle, budget int) (_ []sudoku.Puzzle, cost int) {
	if budget == 0 {
		return found, 0
	}
	var wholes []sudoku.Puzzle
	for n := 0; n < len(costOfOpen) && h.prober.Open(p, n) > 0; n++ {
		cost += costOfOpen[n]
		if whole := h.prober.Expand(p, n); whole != *p {
			wholes = append(wholes, whole)
		}
	}
	for i := 0; len(wholes) > 0 && cost < budget; i++ {
		cost += costPerNeighbor
		neighbor := wholes[i%len(wholes)]
		order := making.CellsInRandomOrder(h.random)
		if h.solver.Minimize(&neighbor, order[:]); neighbor != *p {
			found = append(found, neighbor)
		}
	}
	return found, cost
}

// draw returns clues to take away: single ones in turns, others at random.
func (h *neighborhood) draw(i, away int) []sudoku.Cell {
	if away == 1 {
		i %= len(h.clues)
		return h.clues[i : i+1]
	}
	for i := range away {
		n := i + h.random.IntN(len(h.clues)-i)
		h.clues[i], h.clues[n] = h.clues[n], h.clues[i]
	}
	return h.clues[:away]
}

// look finds the neighbors of p without the clues of some cells, and leaves them in
// grids.
func (h *neighborhood) look(p *sudoku.Puzzle, m *move, away []sudoku.Cell) {
	h.grids = h.grids[:0]
	rest := p.Clues()
	for _, c := range away {
		rest[c] = 0
	}
	most := mostWithoutOne
	if m.away > 1 {
		most = mostWithoutSeveral
	}
	switch {
	case !h.solve(rest, most):
	case m.keepsPattern: // adds other digits in the same cells
		clues := p.Clues()
		h.fill(&clues, &rest, sudoku.CellSet(away...), func(grid *sudoku.Grid) { h.grids = append(h.grids, *grid) })
	case m.added == 1:
		h.add(p, rest, 1)
	default:
		for range firstClues {
			h.add(p, rest, m.added)
		}
	}
}

// add draws clues to add to rest, all but the last, and then adds each last clue
// that only one solution has.
func (h *neighborhood) add(p *sudoku.Puzzle, rest sudoku.Grid, added int) {
	having := h.all
	for range added - 1 {
		solution := &having[h.random.IntN(len(having))]
		c := sudoku.Cell(h.random.IntN(81))
		d := solution[c]
		if rest[c] != 0 || p.Clues()[c] == d {
			return
		}
		rest[c] = d
		before := len(having)
		h.having = h.having[:0]
		for i := range having { // which may be h.having itself
			if having[i][c] == d {
				h.having = append(h.having, having[i])
			}
		}
		if len(h.having) < 2 || len(h.having) == before {
			return
		}
		having = h.having
	}
	all := countDigits(having)
	clues := p.Clues()
	for c := range rest {
		if rest[c] != 0 {
			continue
		}
		for i, count := range all[c] {
			if d := sudoku.Digit(i + 1); count == 1 && clues[c] != d {
				grid := rest
				grid[c] = d
				h.grids = append(h.grids, grid)
			}
		}
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

// minimal makes a neighbor minimal. It reports false if the move keeps the pattern and
// the neighbor has lost it.
func (h *neighborhood) minimal(grid *sudoku.Grid, m *move) (sudoku.Puzzle, bool) {
	neighbor := h.proved(grid)
	order := making.CellsInRandomOrder(h.random)
	h.solver.Minimize(&neighbor, order[:])
	return neighbor, !m.keepsPattern || neighbor.Clues() == *grid
}
