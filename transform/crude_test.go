package transform

import (
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// Every pattern that can be arranged symmetrically passes the crude test, however
// it stands; few others do.
func TestCrudeTestOfSymmetry(t *testing.T) {
	rng := newRand(7)
	for s := range Symmetries() {
		for range 500 {
			pattern := randomGeometry(rng).Cells(randomPattern(rng, s))
			if !MayHaveSymmetry(pattern) {
				t.Fatalf("%v: %v can be arranged, and does not pass", s, pattern)
			}
		}
	}
	passed := 0
	const all = 5000
	for range all {
		if MayHaveSymmetry(scattered(rng.Perm(81), 20+rng.IntN(15))) {
			passed++
		}
	}
	if passed > all/5 {
		t.Errorf("%d of %d random patterns pass: the test saves little", passed, all)
	}
}

func scattered(order []int, n int) (pattern sudoku.Cells) {
	for _, c := range order[:n] {
		pattern = pattern.With(sudoku.Cell(c))
	}
	return pattern
}
