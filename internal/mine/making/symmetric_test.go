package making

import (
	"testing"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// The core of a symmetric puzzle is minimal, and with the added clues it has the
// symmetry and loses its solution with any orbit.
func TestSymmetricPuzzles(t *testing.T) {
	one, other := NewPruner(5), NewPruner(5)
	var solver sudoku.Solver
	for s := range transform.Symmetries() {
		for i := range uint64(4) {
			core, added := one.Symmetric(s, seedbank.Range[int]{}, i)
			if again, same := other.Symmetric(s, seedbank.Range[int]{}, i); again != core || same != added {
				t.Errorf("%v: puzzle %d is not always the same", s, i)
			}
			one.Symmetric(s, seedbank.Range[int]{}, i+100) // what came before does not matter
			whole := core.With(added)
			clues := whole.Clues()
			if !s.Has(clues.Filled()) || !solver.Minimal(&core) || added.And(core.Clues().Filled()) != (sudoku.Cells{}) {
				t.Errorf("%v: %v of core %v", s, clues, core.Clues())
			}
			for c := range clues.Filled().All() {
				if _, err := solver.Prove(clues.Keep(clues.Filled().AndNot(s.Orbit(c)))); err == nil {
					t.Errorf("%v: %v has one solution without the orbit of %v", s, clues, c)
				}
			}
		}
	}
}
