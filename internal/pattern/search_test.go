package pattern

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

// likely returns a pattern that holds a puzzle: the clues of a minimal one, and
// some more, all symmetric under s.
func likely(random *rand.Rand, clues int, s transform.Symmetry) sudoku.Cells {
	var solver sudoku.Solver
	for {
		puzzle, _ := sudoku.Complete(solver.RandomSolution(random))
		var order []sudoku.Cell
		for _, c := range random.Perm(81) {
			order = append(order, sudoku.Cell(c))
		}
		solver.Minimize(&puzzle, order)
		pattern := s.Close(puzzle.Clues().Filled())
		for pattern.Len() < clues {
			pattern = pattern.Or(s.Orbit(sudoku.Cell(random.IntN(81))))
		}
		if pattern.Len() <= clues+1 {
			return pattern
		}
	}
}

// search tries until it has found a puzzle with a pattern, or ctx is done.
func search(ctx context.Context, s *Searcher, pattern sudoku.Cells, random *rand.Rand) (sudoku.Puzzle, error) {
	for ctx.Err() == nil {
		if puzzle, ok := s.Try(ctx, pattern, random); ok {
			return puzzle, nil
		}
	}
	return sudoku.Puzzle{}, ctx.Err()
}

// What the search finds has its clues in the cells asked for, and one solution.
func TestSearchFindsPuzzles(t *testing.T) {
	var s Searcher
	var solver sudoku.Solver
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "seed")))
		pattern := likely(random, rapid.IntRange(25, 30).Draw(t, "clues"), transform.NoSymmetry)
		puzzle, err := search(context.Background(), &s, pattern, random)
		if err != nil {
			t.Fatal(err)
		}
		if puzzle.Clues().Filled() != pattern || solver.Count(puzzle.Clues(), 2) != 1 {
			t.Fatalf("%v is not a puzzle with the pattern %v", puzzle.Clues(), pattern)
		}
	})
}

// What a puzzle varies to has the same pattern, one solution, and up to three other
// digits.
func TestVary(t *testing.T) {
	var s Searcher
	var solver sudoku.Solver
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(2, rapid.Uint64().Draw(t, "seed")))
		pattern := likely(random, 28, transform.NoSymmetry)
		at, err := search(context.Background(), &s, pattern, random)
		if err != nil {
			t.Fatal(err)
		}
		varied := 0
		for range 50 {
			next, ok := s.Vary(&at, random)
			if !ok {
				continue
			}
			varied++
			differ := 0
			for c, d := range next.Clues() {
				if d != at.Clues()[c] {
					differ++
				}
			}
			if next.Clues().Filled() != pattern || solver.Count(next.Clues(), 2) != 1 || differ == 0 || differ > mostTaken {
				t.Fatalf("%v varies to %v", at.Clues(), next.Clues())
			}
			at = next
		}
		if e := s.Effort(); varied > 0 && e.Moves < varied || e.Grids == 0 || s.Effort() != (Effort{}) {
			t.Fatalf("%d variations, effort %+v", varied, e)
		}
	})
}

// Every shape that comes with the project holds puzzles.
func TestShapesHoldPuzzles(t *testing.T) {
	var s Searcher
	for _, name := range Names() {
		named, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		puzzle, err := search(ctx, &s, named.Cells, rand.New(rand.NewPCG(1, 2)))
		cancel()
		if err != nil || puzzle.Clues().Filled() != named.Cells {
			t.Errorf("%s: %v, %v", name, puzzle.Clues(), err)
		}
	}
}

// The same random numbers lead to the same puzzle, whatever was searched before.
func TestSearchIsReproducible(t *testing.T) {
	pattern := likely(rand.New(rand.NewPCG(1, 2)), 26, transform.NoSymmetry)
	var fresh, used Searcher
	a, err := search(context.Background(), &fresh, pattern, rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := search(context.Background(), &used, transform.Flip.Close(pattern), rand.New(rand.NewPCG(5, 6))); err != nil {
		t.Fatal(err)
	}
	b, err := search(context.Background(), &used, pattern, rand.New(rand.NewPCG(3, 4)))
	if err != nil || a != b {
		t.Errorf("%v and %v, %v", a.Clues(), b.Clues(), err)
	}
}

func TestSearchEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	// Two clues a line, and in one line a single one: hardly any puzzle is like this.
	var pattern sudoku.Cells
	for c := range 17 {
		pattern = pattern.With(sudoku.CellAt(c%9, (5*c+c/9)%9))
	}
	random := rand.New(rand.NewPCG(1, 1))
	if _, err := search(ctx, new(Searcher), pattern, random); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
}

func TestImpossible(t *testing.T) {
	var impossible *ImpossibleError
	twoRows := sudoku.AllCells.AndNot(sudoku.House(0).Cells()).AndNot(sudoku.House(2).Cells())
	for name, pattern := range map[string]sudoku.Cells{
		"16 cells":          sudoku.CellSet(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 30, 40, 50, 60, 70),
		"all cells":         sudoku.AllCells,
		"two empty rows":    twoRows,
		"two empty columns": transform.Diagonal.Close(twoRows).And(sudoku.AllCells.AndNot(sudoku.House(9).Cells()).AndNot(sudoku.House(10).Cells())),
	} {
		if err := Impossible(pattern); !errors.As(err, &impossible) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, apart := range []sudoku.House{3, 6} {
		pattern := sudoku.AllCells.AndNot(sudoku.House(0).Cells()).AndNot(apart.Cells())
		if err := Impossible(pattern); err != nil {
			t.Errorf("rows 1 and %v empty: %v", apart, err)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 1))
	var patterns []sudoku.Cells
	for i := range 50 {
		patterns = append(patterns, likely(random, 23+i%8, transform.NoSymmetry))
	}
	var s Searcher
	for i := 0; b.Loop(); i++ {
		if _, err := search(context.Background(), &s, patterns[i%len(patterns)], random); err != nil {
			b.Fatal(err)
		}
	}
}
