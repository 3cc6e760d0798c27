package work

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// withRedundantClues returns minimal puzzle number i with some clues added.
func withRedundantClues(i uint64) sudoku.Puzzle {
	p := making.NewPruner(2).Puzzle(i)
	random := rand.New(rand.NewPCG(2, i))
	for range 1 + random.IntN(20) {
		p = p.With(sudoku.CellSet(sudoku.Cell(random.IntN(81))))
	}
	return p
}

// The core of a puzzle is minimal, is a part of the puzzle, and is the same for all
// isomorphs.
func TestCores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w Worker
		p := withRedundantClues(rapid.Uint64().Draw(t, "puzzle"))
		s, reduced, isKnown, err := w.Core(p, knowsNothing)
		if err != nil || isKnown {
			t.Fatalf("%v: %v", isKnown, err)
		}
		isomorph := transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "isomorph")).Puzzle(p)
		other, _, _, err := w.Core(isomorph, knowsNothing)
		if err != nil {
			t.Fatal(err)
		}
		var solver sudoku.Solver
		core := s.Puzzle
		switch {
		case core != other.Puzzle:
			t.Fatalf("isomorphs have the cores %v and %v", core.Clues(), other.Puzzle.Clues())
		case !solver.Minimal(&core):
			t.Fatalf("core %v is not minimal", core.Clues())
		case !partOf(&core, &p):
			t.Fatalf("core %v is not a part of %v", core.Clues(), p.Clues())
		case reduced == solver.Minimal(&p):
			t.Fatalf("%v: reduced %v", p.Clues(), reduced)
		}
	})
}

// partOf reports whether the clues of an isomorph of core are among the clues of p.
func partOf(core, p *sudoku.Puzzle) bool {
	var canonizer transform.Canonizer
	toCanonical := canonizer.Canonical(core.Solution())
	fromCanonical := canonizer.Canonical(p.Solution())
	there := toCanonical.To.Then(fromCanonical.To.Inverse())
	for _, automorphism := range canonizer.Automorphisms(core.Solution()) {
		turn := automorphism.Then(there)
		if image := turn.Puzzle(*core); image.Solution() == p.Solution() && image.Clues().Filled().AndNot(p.Clues().Filled()) == (sudoku.Cells{}) {
			return true
		}
	}
	return false
}
