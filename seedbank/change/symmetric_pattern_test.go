package change

import (
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// The rungs that are worth an estimate at once are those that a symmetry has, and not all that
// pass the quick look at the numbers of clues.
func TestIsSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for symmetric, others := 0, 0; symmetric == 0 || others == 0; {
		var pattern sudoku.Cells
		for pattern.Len() < 40 {
			pattern = pattern.With(sudoku.Cell(rng.IntN(81)))
		}
		if symmetric == 0 {
			pattern = transform.Rotate180.Close(pattern)
		}
		want := false
		for s := range transform.Symmetries() {
			want = want || len(s.Arrangements(pattern)) > 0
		}
		if isSymmetric(pattern) != want {
			t.Fatalf("%v is said to be symmetric: %v", pattern, !want)
		}
		if want {
			symmetric++
		} else if transform.MayHaveSymmetry(pattern) {
			others++
		}
	}
}
