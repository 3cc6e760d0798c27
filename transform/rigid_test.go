package transform

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

// If Rigid accepts a grid or one of its isomorphs, the grid has one
// automorphism. It accepts nearly all grids.
func TestRigid(t *testing.T) {
	var solver sudoku.Solver
	var canonizer Canonizer
	random := newRand(1)
	const grids = 500
	rigid := 0
	for range grids {
		g := solver.RandomSolution(random)
		turned := Random(random).Grid(g)
		if Rigid(g) != Rigid(turned) {
			t.Errorf("%v is told, or its isomorph %v, and the other is not", g, turned)
		}
		if !Rigid(g) {
			continue
		}
		rigid++
		if n := canonizer.Canonical(g).Automorphisms; n != 1 {
			t.Errorf("%v has %d automorphisms", g, n)
		}
	}
	if rigid < grids*99/100 {
		t.Errorf("%d of %d grids are told to be rigid", rigid, grids)
	}
}

func TestGridsWithAutomorphismsAreNotRigid(t *testing.T) {
	var canonizer Canonizer
	grids := []sudoku.Grid{mostSymmetric}
	for _, p := range symmetricPuzzles(t) {
		grids = append(grids, p.Solution())
	}
	checked := 0
	for _, g := range grids {
		if canonizer.Canonical(g).Automorphisms == 1 {
			continue
		}
		checked++
		rapid.Check(t, func(t *rapid.T) {
			if turned := drawIsomorphism(t, "turn").Grid(g); Rigid(turned) {
				t.Errorf("%v has automorphisms", turned)
			}
		})
	}
	if checked < 3 {
		t.Errorf("only %d grids have automorphisms", checked)
	}
}

func BenchmarkRigid(b *testing.B) {
	g := new(sudoku.Solver).RandomSolution(newRand(1))
	for b.Loop() {
		Rigid(g)
	}
}
