package transform

import (
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// A symmetric pattern without a few of its cells, turned, needs no more than these
// back. What is found is symmetric with the cells added.
func TestSymmetrize(t *testing.T) {
	rng := newRand(5)
	for s := range Symmetries() {
		if testing.Short() && s.Normalizer() < 1000 {
			continue // there are 34,992 conjugates to try
		}
		for missing := range 3 {
			whole := randomPattern(rng, s)
			pattern := whole
			for _, c := range shuffledCells(rng)[:missing] {
				pattern = pattern.Without(c)
			}
			pattern = randomGeometry(rng).Cells(pattern)
			added, ways := s.Symmetrize(pattern)
			if added > whole.Len()-pattern.Len() || len(ways) == 0 {
				t.Fatalf("%v: %v needs %d cells more, but %d are missing", s, pattern, added, whole.Len()-pattern.Len())
			}
			for _, g := range ways {
				image := g.Cells(pattern)
				if closed := s.Close(image); !s.Has(closed) || !image.Within(closed) || closed.Len() != pattern.Len()+added {
					t.Fatalf("%v: %v does not bring %v to the symmetry with %d cells more", s, g, pattern, added)
				}
			}
		}
	}
}

// shuffledCells returns all cells in random order.
func shuffledCells(rng interface{ Perm(int) []int }) (cells []sudoku.Cell) {
	for _, i := range rng.Perm(81) {
		cells = append(cells, sudoku.Cell(i))
	}
	return cells
}

func BenchmarkSymmetrize(b *testing.B) {
	pattern := solved(b, sample(b)[0].puzzle).Clues().Filled()
	for _, s := range []Symmetry{Rotate180, Mirror, Full} {
		b.Run(s.String(), func(b *testing.B) {
			for b.Loop() {
				s.Symmetrize(pattern)
			}
		})
	}
}
