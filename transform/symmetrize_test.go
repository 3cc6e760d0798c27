package transform

import (
	"math/rand/v2"
	"slices"
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

// What Symmetrize finds is what one finds by closing every image of a pattern, in the
// same order.
func TestSymmetrizeTriesAllConjugates(t *testing.T) {
	rng := newRand(6)
	for s := range Symmetries() {
		if testing.Short() && s.Normalizer() < 1000 {
			continue
		}
		for _, pattern := range []sudoku.Cells{randomCells(rng), randomGeometry(rng).Cells(randomPattern(rng, s)), {}} {
			least, want := 81, []Isomorphism(nil)
			for g := range s.allArrangements() {
				added := s.Close(g.Cells(pattern)).Len() - pattern.Len()
				if added < least {
					least, want = added, nil
				}
				if added == least {
					want = append(want, g)
				}
			}
			if added, ways := s.Symmetrize(pattern); added != least || !slices.Equal(ways, want) {
				t.Errorf("%v: %v needs %d cells in %d ways, want %d in %d", s, pattern, added, len(ways), least, len(want))
			}
		}
	}
}

// randomCells returns any number of cells.
func randomCells(rng *rand.Rand) (pattern sudoku.Cells) {
	for _, c := range shuffledCells(rng)[:rng.IntN(82)] {
		pattern = pattern.With(c)
	}
	return pattern
}

// shuffledCells returns all cells in random order.
func shuffledCells(rng *rand.Rand) (cells []sudoku.Cell) {
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
