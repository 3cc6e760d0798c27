package depth

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

// refuted tries every candidate that singles leave.
func refuted(puzzle *sudoku.Puzzle) (n int) {
	clues := puzzle.Clues()
	left := naiveOf(&clues)
	left.apply(0)
	for c, digits := range left {
		for d := range digits.All() {
			trial := left
			trial[c] = sudoku.DigitSet(d)
			if !trial.apply(0) {
				n++
			}
		}
	}
	return n
}

func TestRefutedAreAllThatSinglesRefute(t *testing.T) {
	puzzles := samples(t)
	var p Prober
	some, none := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		puzzle := drawPuzzle(t, puzzles, 6)
		got, want := p.Refuted(&puzzle), refuted(&puzzle)
		if got != want {
			t.Fatalf("%v: %d candidates are refuted, want %d", puzzle.Clues(), got, want)
		}
		if got > 0 {
			some++
		} else {
			none++
		}
	})
	if some == 0 || none == 0 {
		t.Errorf("%d puzzles with such candidates, %d without", some, none)
	}
}
