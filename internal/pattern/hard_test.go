package pattern_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var (
	patterns = flag.Int("patterns", 40, "number of patterns of random puzzles that TestPatternsOfRandomPuzzles fills")
	sparse   = flag.Int("sparse", 0, "number of patterns of 19 and 20 clues that TestSparsePatterns fills, and half as many of 18 and of 17")
)

// thinned returns the pattern of a random puzzle with a symmetry, with 23 to 30
// clues, from which no orbit of cells can be taken away.
func thinned(solver *sudoku.Solver, random *rand.Rand, s transform.Symmetry) sudoku.Cells {
	for {
		solution, left := solver.RandomSolution(random), sudoku.AllCells
		for _, c := range random.Perm(81) {
			thinner := left.AndNot(s.Orbit(sudoku.Cell(c)))
			if solver.Count(solution.Keep(thinner), 2) == 1 {
				left = thinner
			}
		}
		if n := left.Len(); 23 <= n && n <= 30 {
			return left
		}
	}
}

// limit is what a search may take.
type limit struct {
	moves int
	time  time.Duration // on the clock of the processor
}

// mustFind searches for a puzzle with a pattern up to a limit, and returns how long it
// took. It reports whether there was time enough.
func mustFind(t *testing.T, searcher *pattern.Searcher, cells sudoku.Cells, random *rand.Rand, most limit) (time.Duration, bool) {
	t.Helper()
	begun, moves := processorTime(), 0
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for {
		puzzle, ok := searcher.Try(ctx, cells, random)
		spent := processorTime() - begun
		if ok && (puzzle.Clues().Filled() != cells || new(sudoku.Solver).Count(puzzle.Clues(), 2) != 1) {
			t.Fatalf("%v is not a puzzle with the pattern %v", puzzle.Clues(), pattern.Line(cells))
		}
		moves += searcher.Effort().Moves
		if ok || moves > most.moves || spent > most.time {
			return spent, ok
		}
	}
}

// Patterns of random puzzles, half of them symmetric, are filled quickly: a search
// makes some 10,000 moves a second.
func TestPatternsOfRandomPuzzles(t *testing.T) {
	lockProcessor(t)
	var (
		solver   sudoku.Solver
		searcher pattern.Searcher
		times    []time.Duration
	)
	random, moves := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 3))
	for i := range *patterns {
		symmetry := transform.NoSymmetry
		if i%2 == 1 {
			symmetry = transform.Symmetry(1 + i/2%(transform.NumSymmetries-1))
		}
		cells := thinned(&solver, random, symmetry)
		spent, ok := mustFind(t, &searcher, cells, moves, limit{20_000, time.Minute})
		if times = append(times, spent); !ok {
			t.Errorf("%v, %d clues: no puzzle after %v", pattern.Line(cells), cells.Len(), spent)
		}
	}
	slices.Sort(times)
	t.Logf("%d patterns: median %v, the longest %v", len(times), times[len(times)/2], times[len(times)-1])
}

// patternsOf returns a function that draws patterns of puzzles of the starter bank with
// some numbers of clues.
func patternsOf(t *testing.T, low, high int, random *rand.Rand) func() sudoku.Cells {
	t.Helper()
	bank := banktest.Starter(t)
	selection, err := bank.Select(context.Background(), seedbank.Filter{Clues: seedbank.Range[int]{Low: low, High: high}})
	if err != nil || selection.Len() == 0 {
		t.Fatal(err)
	}
	return func() sudoku.Cells {
		pick, err := selection.Draw(context.Background(), random)
		if err != nil {
			t.Fatal(err)
		}
		return pick.Puzzle().Clues().Filled()
	}
}

// Patterns of 20 clues are filled too: a search makes some 1,000 moves a second in them.
func TestPatternsOf20Clues(t *testing.T) {
	lockProcessor(t)
	random := rand.New(rand.NewPCG(3, 4))
	draw := patternsOf(t, 20, 20, random)
	var searcher pattern.Searcher
	for range 2 {
		cells := draw()
		if spent, ok := mustFind(t, &searcher, cells, random, limit{5_000, time.Minute}); !ok {
			t.Errorf("%v: no puzzle after %v", pattern.Line(cells), spent)
		}
	}
}

// Patterns of few clues are filled in 30 s as a rule if they have 19 or 20, and seldom if
// they have fewer.
func TestSparsePatterns(t *testing.T) {
	if *sparse == 0 {
		t.Skip("it takes minutes: -sparse 50 runs it, as make long does")
	}
	lockProcessor(t)
	random := rand.New(rand.NewPCG(3, 4))
	for _, kind := range []struct{ low, high, number, least int }{
		{19, 20, *sparse, *sparse * 9 / 10}, {18, 18, *sparse / 2, 0}, {17, 17, *sparse / 2, 0},
	} {
		draw := patternsOf(t, kind.low, kind.high, random)
		var searcher pattern.Searcher
		var times []time.Duration
		for range kind.number {
			if spent, ok := mustFind(t, &searcher, draw(), random, limit{math.MaxInt, 30 * time.Second}); ok {
				times = append(times, spent)
			}
		}
		slices.Sort(times)
		text := fmt.Sprintf("%d to %d clues: %d of %d patterns in 30 s each", kind.low, kind.high, len(times), kind.number)
		if len(times) > 0 {
			text += fmt.Sprintf(", median of these %v", times[len(times)/2])
		}
		t.Log(text)
		if len(times) < kind.least {
			t.Errorf("want %d", kind.least)
		}
	}
}
