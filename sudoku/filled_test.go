package sudoku

import (
	"testing"

	"pgregory.net/rapid"
)

// Filled finds the cells that are not empty, whatever is in them.
func TestFilled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g Grid
		var want Cells
		for _, c := range rapid.SliceOf(rapid.IntRange(0, 80)).Draw(t, "filled") {
			g[c] = Digit(rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(1, 255)).Draw(t, "digit"))
			want = want.With(Cell(c))
		}
		if got := g.Filled(); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
