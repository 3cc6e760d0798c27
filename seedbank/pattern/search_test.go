package pattern

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/seedoku/seedoku/sudoku"
)

// takenAtRandom is a random set of cells.
func takenAtRandom(random *rand.Rand, n int) (cells sudoku.Cells) {
	for cells.Len() < n {
		cells = cells.With(sudoku.Cell(random.IntN(81)))
	}
	return cells
}
func TestZZ(t *testing.T) {
	var s Searcher
	var solver sudoku.Solver
	for _, n := range []int{28, 25, 23} {
		random := rand.New(rand.NewPCG(1, uint64(n)))
		var times []time.Duration
		for range 40 {
			// the pattern of a minimal puzzle with clues added
			sol := solver.RandomSolution(random)
			p, _ := sudoku.Complete(sol)
			order := random.Perm(81)
			var cells []sudoku.Cell
			for _, c := range order { cells = append(cells, sudoku.Cell(c)) }
			solver.Minimize(&p, cells)
			pat := p.Clues().Filled()
			if pat.Len() > n { continue }
			for pat.Len() < n { pat = pat.With(sudoku.Cell(random.IntN(81))) }
			begun := time.Now()
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			_, err := s.Search(ctx, pat, random)
			cancel()
			if err != nil { t.Log(n, err) }
			times = append(times, time.Since(begun))
		}
		slices.Sort(times)
		t.Log(n, len(times), times[len(times)/2], times[len(times)-1])
	}
}
