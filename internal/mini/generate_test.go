package mini

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// RangeError says that a mini bank has no puzzle of a number at a level.
type RangeError struct {
	Level   rating.Level
	Number  uint64
	Puzzles uint64 // of the level: their numbers begin with 0
}

func (e *RangeError) Error() string {
	if e.Puzzles == 0 {
		return fmt.Sprintf("the mini bank has no level %d", e.Level)
	}
	return fmt.Sprintf("level %d of the mini bank has puzzles 0 to %d, not %d", e.Level, e.Puzzles-1, e.Number)
}

// Generate returns puzzle number n of a level, with its solution. It is what the
// files do, in Go: files are tested against it. Each number below [Bank.Puzzles] gives
// a different puzzle.
//
// The error is a [*RangeError].
func (b *Bank) Generate(level rating.Level, n uint64) (clues, solution sudoku.Grid, err error) {
	if puzzles := b.Puzzles(level); n >= puzzles {
		return clues, solution, &RangeError{level, n, puzzles}
	}
	picks, geometries := uint64(len(b.picks[level])), uint64(b.kind.symmetry.Normalizer())
	chosen, n := n%picks, n/picks
	relabeling, geometry := n%relabelings, n/relabelings
	// Each line can be undone by who knows the other two numbers. So different
	// numbers stay different.
	for round := range uint64(3) {
		chosen = (chosen + mix(geometry, relabeling+round)) % picks
		geometry = (geometry + mix(relabeling, chosen+round)) % geometries
		relabeling = (relabeling + mix(chosen, geometry+round)) % relabelings
	}
	from := b.picks[level][chosen]
	clues = b.Seeds[from.seed].Clues
	solution = solutionOf(clues)
	for _, group := range b.kind.ladder(clues.Filled())[:from.rungs] {
		for c := range group.All() {
			clues[c] = solution[c]
		}
	}
	clues, solution = b.kind.turn(clues, solution, geometry, relabeling)
	return clues, solution, nil
}

// mix scrambles two numbers into 32 bits. The constants are the ones of Chris
// Wellons' hash prospector, and primes of xxHash.
func mix(a, b uint64) uint64 {
	h := uint32(a)*0x9e3779b1 ^ uint32(b)*0x85ebca77
	h = (h ^ h>>15) * 0x2c1b3c6d
	h = (h ^ h>>12) * 0x297a2d39
	return uint64(h ^ h>>15)
}

// taker takes numbers out of one number: those below n are its remainders by n.
type taker uint64

func (t *taker) take(n int) int {
	taken := int(*t % taker(n))
	*t /= taker(n)
	return taken
}

// backwards has for each of the orders the one that it is from the other end.
var backwards = [6]int{0, 2, 1, 4, 3, 5}

// lines takes an order of nine lines.
func (t *taker) lines(s linesStyle) [9]int {
	if s == mirrored {
		bands, top, middle := 5*t.take(2), t.take(6), 5*t.take(2)
		return linesOf([4]int{bands, top, middle, backwards[top]})
	}
	return linesOf([4]int{t.take(6), t.take(6), t.take(6), t.take(6)})
}

// turn applies a geometry that keeps the symmetry, and a relabeling.
func (k *kind) turn(clues, solution sudoku.Grid, geometry, relabeling uint64) (turnedClues, turnedSolution sudoku.Grid) {
	style, t := styles[k.symmetry], taker(geometry)
	rows := t.lines(style.Rows)
	columns := rows
	reversed := false
	switch style.Columns {
	case free, mirrored:
		columns = t.lines(style.Columns)
	case either:
		reversed = t.take(2) == 1
	case against:
		for i, row := range rows {
			columns[8-i] = 8 - row
		}
	}
	if reversed {
		for i, row := range rows {
			columns[8-i] = row
		}
	}
	transpose := style.Transposes && t.take(2) == 1
	digits := digitsOf(taker(relabeling))
	for c := range sudoku.Cell(81) {
		source := sudoku.CellAt(rows[c.Row()], columns[c.Column()])
		if transpose {
			source = sudoku.CellAt(columns[c.Column()], rows[c.Row()])
		}
		turnedClues[c], turnedSolution[c] = digits[clues[source]], digits[solution[source]]
	}
	return turnedClues, turnedSolution
}

// digitsOf takes an order of nine digits.
func digitsOf(t taker) (digits [10]sudoku.Digit) {
	left := []sudoku.Digit{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for d := 1; d <= 9; d++ {
		i := t.take(len(left))
		digits[d] = left[i]
		left = append(left[:i], left[i+1:]...)
	}
	return digits
}

// solutionOf returns the solution of clues that have one.
func solutionOf(clues sudoku.Grid) sudoku.Grid {
	var solver sudoku.Solver
	solution, _ := solver.Solve(clues)
	return solution
}
