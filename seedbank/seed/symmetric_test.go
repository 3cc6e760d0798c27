package seed

import (
	"testing"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// The isomorphs of a pick for a symmetry are isomorphs of the pick with the same
// IDs, symmetric, and no two alike.
func TestPickSymmetric(t *testing.T) {
	s := diagonalSeed(t)
	for symmetry := range transform.Symmetries() {
		pick, all := s.PickSymmetric(0, symmetry), s.PickSymmetric(0, transform.NoSymmetry)
		n := pick.Isomorphs()
		if want := symmetry == transform.Diagonal || symmetry == transform.Antidiagonal; want != (n > 0) {
			t.Errorf("%v: %d isomorphs", symmetry, n)
		}
		seen := map[ID]bool{}
		for i := uint64(0); i < n; i += n / 100 {
			m := pick.Isomorph(i)
			if !symmetry.Has(m.Puzzle().Clues().Filled()) || seen[m.ID()] {
				t.Fatalf("%v: isomorph %d is %v", symmetry, i, m.Puzzle().Clues())
			}
			seen[m.ID()] = true
			if again := all.Turn(transform.FromIndex(m.ID().Index)); again.Puzzle() != m.Puzzle() || again.ID() != m.ID() {
				t.Fatalf("%v: ID %v gives %v", symmetry, m.ID(), again.Puzzle().Clues())
			}
		}
	}
}

// To draw symmetric puzzles allocates nothing.
func TestSymmetricIsomorphsAllocateNothing(t *testing.T) {
	s := diagonalSeed(t)
	pick := s.PickSymmetric(0, transform.Diagonal)
	line := make([]byte, 0, 100)
	i := uint64(0)
	if n := testing.AllocsPerRun(100, func() {
		line = pick.Isomorph(i*7919%pick.Isomorphs()).AppendLine(line[:0], '.')
		i++
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkSymmetricLine(b *testing.B) {
	s := diagonalSeed(b)
	pick := s.PickSymmetric(0, transform.Diagonal)
	line := make([]byte, 0, 100)
	n, i := pick.Isomorphs(), uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		line = pick.Isomorph(i).AppendLine(line[:0], '.')
		i = (i + 1_000_003) % n
	}
}

// diagonalSeed is a minimal puzzle that stands symmetrically under a reflection at
// the diagonal, made by mining.
func diagonalSeed(tb testing.TB) Seed {
	tb.Helper()
	var (
		canonizer transform.Canonizer
		solver    sudoku.Solver
	)
	grid, err := sudoku.ParseGrid("...7....4..9..6.1..2.......3..5..7.......2....6..9..8....4..1.7.8...1.9.5.....3..")
	if err != nil {
		tb.Fatal(err)
	}
	puzzle, err := solver.Prove(grid)
	if err != nil {
		tb.Fatal(err)
	}
	return New(&canonizer, puzzle)
}
