package mine

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// printedOf returns what [PrintSolved] prints.
func printedOf(t *testing.T, options Options, of Solved) ([]sudoku.Grid, []SolvedProgress) {
	t.Helper()
	var printed bytes.Buffer
	progress, err := PrintSolved(context.Background(), options, of, func(lines []byte) error {
		_, err := printed.Write(lines)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var list []sudoku.Grid
	for _, line := range bytes.Fields(printed.Bytes()) {
		grid, err := sudoku.ParseGrid(string(line))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, grid)
	}
	return list, progress
}

// Printed puzzles have the solution, the levels asked for in equal shares, the style of print
// and no isomorph, and are the same with any number of workers.
func TestPrintSolved(t *testing.T) {
	var grids []sudoku.Grid
	if err := PrintGrids(context.Background(), Options{RandomSeed: 1, Count: 3}, func(lines []byte) error {
		grid, err := sudoku.ParseGrid(string(lines))
		grids = append(grids, grid)
		return err
	}); err != nil || len(grids) != 3 {
		t.Fatalf("%d grids, %v", len(grids), err)
	}
	var solver sudoku.Solver
	var rater rating.Rater
	var canonizer transform.Canonizer
	for _, grid := range grids {
		if _, err := sudoku.Complete(grid); err != nil {
			t.Fatal(err)
		}
		options := Options{RandomSeed: 5, Workers: 3, Count: 11, Levels: seedbank.Range[rating.Level]{Low: 2, High: 5}}
		list, progress := printedOf(t, options, Solved{Grid: grid})
		options.Workers = 1
		again, _ := printedOf(t, options, Solved{Grid: grid})
		if len(list) != 11 || len(again) != 11 || progress[0].Kept != 3 || progress[3].Kept != 2 {
			t.Fatalf("%d puzzles, %d again: %+v", len(list), len(again), progress)
		}
		seen := map[sudoku.Grid]bool{}
		for i, clues := range list {
			p, err := solver.Prove(clues)
			if err != nil || p.Solution() != grid || again[i] != clues {
				t.Errorf("%v, again %v: %v", clues, again[i], err)
				continue
			}
			result, err := rater.RateClass(&p)
			level := rating.Level(2 + i/3) // shares of 3, 3, 3 and 2
			style := (&draw.Request{Style: draw.Print}).Added(level)
			if err != nil || result.Level() != level || !style.Clues.Has(p.NumClues()) || len(transform.Rotate180.Arrangements(clues.Filled())) == 0 {
				t.Errorf("%v: level %d, want %d, %v", clues, result.Level(), level, err)
			}
			seen[canonizer.Canonical(clues).Grid] = true
		}
		if len(seen) != 11 {
			t.Errorf("%d different puzzles", len(seen))
		}
	}
}

// A search ends where there is nothing more, and says what it has tried.
func TestNothingMoreWithASolution(t *testing.T) {
	grid, err := sudoku.ParseGrid("196327845374518296825496317483765921217839564659241738531984672742653189968172453")
	if err != nil {
		t.Fatal(err)
	}
	spiral := shapesNamed(t, "spiral")[0].Cells
	var of rating.Level
	for level := range rating.Levels() {
		list, progress := printedOf(t, Options{Count: 5, Levels: seedbank.Only(level)}, Solved{Grid: grid, Pattern: spiral})
		if len(progress) != 1 || progress[0].Asked != 5 || progress[0].Kept != len(list) || progress[0].Grids < MostInVain {
			t.Errorf("%d puzzles: %+v", len(list), progress)
		}
		if len(list) > 0 {
			if of != 0 || len(list) > 1 || list[0] != grid.Keep(spiral) {
				t.Errorf("%d puzzles of level %d, some of level %d", len(list), level, of)
			}
			of = level
		}
	}
	if of == 0 {
		t.Error("the only puzzle was not found")
	}
}

// A number above 9 is no digit of a grid.
func TestPrintSolvedOfNoDigits(t *testing.T) {
	_, err := PrintSolved(t.Context(), Options{Count: 1}, Solved{Grid: sudoku.Grid{12}}, func([]byte) error { return nil })
	if !errors.Is(err, sudoku.ErrNoSolution) {
		t.Error(err)
	}
}

// Of digits that contradict each other, the error names some that do, none of them in vain.
func TestContradictions(t *testing.T) {
	var solver sudoku.Solver
	named := 0
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "grid"), 0))
		g := solver.RandomSolution(random).Keep(sudoku.CellsOfWords(random.Uint64()&random.Uint64(), random.Uint64()&random.Uint64()))
		for range rapid.IntRange(0, 6).Draw(t, "other digits") {
			c, d := random.IntN(81), sudoku.Digit(1+random.IntN(9))
			before := g[c]
			if g[c] = d; g.Conflict() != nil {
				g[c] = before
			}
		}
		err := contradiction(context.Background(), g)
		var conflict *sudoku.ConflictError
		var contradicted *ContradictionError
		switch _, ok := solver.Solve(g); {
		case ok != (err == nil):
			t.Fatalf("%v: %v", g, err)
		case errors.As(err, &contradicted):
			named++
			digits := contradicted.Digits
			if _, ok := solver.Solve(digits); ok || g.Keep(digits.Filled()) != digits {
				t.Fatalf("%v: %v", g, err)
			}
			for c := range digits.Filled().All() {
				less := digits
				less[c] = 0
				if _, ok := solver.Solve(less); !ok {
					t.Fatalf("%v without %v: %v", g, c, err)
				}
			}
		case err != nil && !errors.As(err, &conflict):
			t.Fatal(err)
		}
	})
	if named == 0 {
		t.Error("no digits contradicted each other")
	}
}
