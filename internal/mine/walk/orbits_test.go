package walk

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// symmetricPuzzle returns a puzzle with a symmetry, from which no orbit can be taken
// away.
func symmetricPuzzle(s transform.Symmetry, randomSeed uint64) sudoku.Puzzle {
	core, added := making.NewPruner(randomSeed).Symmetric(s, seedbank.Range[int]{}, 0)
	return core.With(added)
}

// Neighbors of a symmetric puzzle have the symmetry and one solution, need all of
// their orbits, and have new clues in one orbit only.
func TestNeighborsOfSymmetricPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := transform.Symmetry(rapid.IntRange(1, transform.NumSymmetries-1).Draw(t, "symmetry"))
		p := symmetricPuzzle(s, rapid.Uint64().Draw(t, "seed"))
		h := newOrbitNeighborhood(s, rand.New(rand.NewPCG(1, 1)))
		var solver sudoku.Solver
		for i, neighbor := range h.neighbors(&p) {
			clues := neighbor.Clues()
			if proven, err := solver.Prove(clues); err != nil || proven != neighbor || !s.Has(clues.Filled()) {
				t.Fatalf("%v, %v: %v", s, clues, err)
			}
			var fresh sudoku.Cells
			for c, d := range clues {
				if d != 0 && p.Clues()[c] != d {
					fresh = fresh.With(sudoku.Cell(c))
				}
			}
			for c := range fresh.All() {
				if !fresh.Within(s.Orbit(c)) {
					t.Fatalf("%v: %v has more new clues than an orbit: %v", s, clues, fresh)
				}
			}
			if i >= 10 { // the others are made in the same way
				continue
			}
			for c := range clues.Filled().All() {
				if _, err := solver.Prove(clues.Keep(clues.Filled().AndNot(s.Orbit(c)))); err == nil {
					t.Fatalf("%v: %v has one solution without the orbit of %v", s, clues, c)
				}
			}
		}
	})
}

// All puzzles with one orbit exchanged for another are seen, by trying.
func TestNeighborsOfSymmetricPuzzlesAreComplete(t *testing.T) {
	const s = transform.Rotate180
	p := symmetricPuzzle(s, 5)
	var solver sudoku.Solver
	want := 0
	for c := range p.Clues().Filled().All() {
		rest := p.Clues().Keep(p.Clues().Filled().AndNot(s.Orbit(c)))
		if c > 80-c || solver.Count(rest, mostWithoutOne+1) > mostWithoutOne {
			continue
		}
		for other := range sudoku.AllCells.AndNot(rest.Filled()).All() {
			if other > 80-other {
				continue
			}
			for digits := range 81 {
				changed := rest
				changed[other], changed[80-other] = sudoku.Digit(1+digits/9), sudoku.Digit(1+digits%9)
				if other == 40 && digits%10 != 0 { // a cell has one digit
					continue
				}
				if changed != p.Clues() && solver.Count(changed, 2) == 1 {
					want++
				}
			}
		}
	}
	h := newOrbitNeighborhood(s, rand.New(rand.NewPCG(1, 1)))
	if drawn := len(h.neighbors(&p)); h.seen != want || want == 0 || drawn != min(want, mostSymmetric) {
		t.Errorf("%d neighbors, want %d; %d drawn", h.seen, want, drawn)
	}
}

func BenchmarkOrbitNeighbors(b *testing.B) {
	p := symmetricPuzzle(transform.Rotate180, 1)
	h := newOrbitNeighborhood(transform.Rotate180, rand.New(rand.NewPCG(1, 1)))
	for b.Loop() {
		h.neighbors(&p)
	}
}
