package minutes

import (
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/sudoku"
)

// habits are the parameters of a solver, as the data have them; see fit_test.go.
// Times are milliseconds, chances are parts of 256.
type habits struct {
	visit  int // looking for places of a digit
	lines  int // ... in rows and columns, for each that lacks it, if boxes give nothing
	place  int // writing a digit
	search int // looking for a cell with one candidate, if there is only one; half of it if there are two
	step   int // a round that needs a step beyond singles
	harder int // ... for each tenth of its rating beyond that of the easiest such step

	line uint64 // chance to see a hidden single of a row or column when its digit is visited
	last uint64 // chance to see the last empty cell of a house when the one before is filled
}

// easiestStep is the least rating of a step beyond singles.
const easiestStep = 17

// run is a simulated solver on the way.
type run struct {
	board
	*habits
	key    *key
	random generator
	time   int
}

// solve fills the board and returns the time. It goes through the digits in an order, again
// and again. For each it fills the cells that it sees: all hidden singles of boxes, some
// of lines. After nine digits in vain it looks for naked singles, and when there are
// none either, for a step beyond singles, which the stages have.
func (r *run) solve(order *[9]sudoku.Digit, stages []stage) int {
	r.time = 0
	for at, vain := 0, 0; r.cells > 0; at++ {
		vain++
		if r.visitDigit(order[at%9]) {
			vain = 0
		}
		if vain < 9 {
			continue
		}
		vain = 0
		if r.searchCells() || !r.stuck() {
			continue
		}
		r.time += r.step + r.harder*int(stages[0].rating-easiestStep)
		r.board, stages = stages[0].board, stages[1:]
	}
	return r.time
}

// stuck reports whether no cell can be filled.
func (r *run) stuck() bool {
	return r.openFor(inBox).Empty() && r.openFor(inLine).Empty() && r.openFor(inCell).Empty()
}

// visitDigit fills the cells of a digit that r sees, and reports whether there were any.
func (r *run) visitDigit(d sudoku.Digit) (filled bool) {
	if r.need[d-1] == 0 {
		return false
	}
	r.time += r.visit
	boxes, lines := &r.open[inBox][d-1], &r.open[inLine][d-1]
	if boxes.Empty() {
		r.time += r.lines * int(r.need[d-1])
	}
	for again := true; again; {
		again = false
		for c := range boxes.Or(*lines).All() {
			if boxes.Has(c) || lines.Has(c) && r.random.chance(r.line) {
				r.put(c)
				again, filled = true, true
			}
		}
	}
	return filled
}

// searchCells fills the cells that have one candidate, and reports whether there were any.
func (r *run) searchCells() bool {
	cells := r.openFor(inCell)
	if cells.Empty() {
		return false
	}
	r.time += r.search / cells.Len()
	for c := range cells.All() {
		if r.digits[c] != 0 {
			r.put(c)
		}
	}
	return true
}

// put fills a cell, and the last one of its houses if r sees it.
func (r *run) put(c sudoku.Cell) {
	r.fill(c, r.key)
	r.time += r.place
	for _, first := range &memberships[c] {
		if r.empty[first/9] != 1 {
			continue
		}
		for _, last := range sudoku.House(first / 9).List() {
			if r.digits[last] != 0 && r.random.chance(r.last) {
				r.put(last)
				break
			}
		}
	}
}

// generator makes random numbers, the same on all machines.
type generator uint64

func (g *generator) next() uint64 { return shuffle.Next((*uint64)(g)) }

// chance is true in so many of 256 cases.
func (g *generator) chance(parts uint64) bool { return g.next()>>56 < parts }

// shuffled returns the digits in random order.
func (g *generator) shuffled() (order [9]sudoku.Digit) {
	for i := range order {
		j := int(g.next() >> 32 * uint64(i+1) >> 32)
		order[i] = order[j]
		order[j] = sudoku.Digit(i + 1)
	}
	return order
}

// regular are the habits of the regular solver.
var regular = habits{visit: 1780, lines: 1107, place: 4035, search: 44376, step: 1472, harder: 13, line: 166, last: 168}
