package rating_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var fresh = flag.Int("fresh", 30, "number of puzzles to make and to test")

// TestOnFreshPuzzles makes minimal puzzles that nobody has seen and checks
// every step of their paths.
func TestOnFreshPuzzles(t *testing.T) {
	list := readRated(t, sample)
	rng := rand.New(rand.NewPCG(uint64(*fresh), 7))
	var rater rating.Rater
	var solver sudoku.Solver
	var levels [rating.NumLevels + 1]int
	for range *fresh {
		p := freshPuzzle(&solver, rng, list[rng.IntN(len(list))].puzzle)
		path, err := rater.Path(&p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range path {
			for _, s := range path[i].Steps {
				checkStep(t, s.Technique, &s, &path[i], p.Solution())
			}
		}
		result, err := rater.Rate(&p)
		if err != nil {
			t.Fatal(err)
		}
		levels[result.Level()]++
	}
	t.Logf("by level: %v", levels[1:])
}

// freshPuzzle returns a minimal puzzle whose solution is an isomorph of that of
// another one.
func freshPuzzle(solver *sudoku.Solver, rng *rand.Rand, p sudoku.Puzzle) sudoku.Puzzle {
	p = p.With(sudoku.AllCells)
	p = transform.Random(rng).Puzzle(p)
	order := make([]sudoku.Cell, 81)
	for i, c := range rng.Perm(81) {
		order[i] = sudoku.Cell(c)
	}
	solver.Minimize(&p, order)
	return p
}
