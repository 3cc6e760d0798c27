package examine_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// A puzzle from the README.
const tourPuzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"

func gridOf(t interface{ Fatal(...any) }, text string) sudoku.Grid {
	grid, err := sudoku.ParseGrid(text)
	if err != nil {
		t.Fatal(err)
	}
	return grid
}

func TestRate(t *testing.T) {
	var x examine.Examiner
	rated, err := x.RateWithEffort(gridOf(t, tourPuzzle))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(rated)
	want := `{"puzzle":"` + tourPuzzle + `","er":2.6,"ep":1.2,"ed":1.2,"level":4,"level_name":"Moderate","hardest":"pointing",` +
		`"techniques":{"hidden-single":55,"direct-hidden-pair":1,"naked-single":2,"pointing":7},"effort":78.9}`
	if err != nil || string(text) != want {
		t.Errorf("it is rated %s, %v; want %s", text, err, want)
	}
	way, err := x.Way(gridOf(t, tourPuzzle))
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, round := range way.Rounds {
		sum += len(round.Steps) * int(round.Rating)
	}
	if rated.Effort != sum {
		t.Errorf("the effort is %v, the steps of the way have %d tenths", rated.Effort, sum)
	}
	if plain, err := x.Rate(gridOf(t, tourPuzzle)); err != nil || plain.Effort != 0 {
		t.Errorf("nobody asked for the effort: %v, %v", plain.Effort, err)
	}
}

// Of a grid with several solutions, two different ones are told, and both have
// its clues.
func TestSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x examine.Examiner
		grid := gridOf(t, tourPuzzle)
		for _, c := range rapid.SliceOfN(rapid.IntRange(0, 80), 0, 12).Draw(t, "emptied") {
			grid[c] = 0
		}
		solved, err := x.Solve(grid)
		if err != nil {
			t.Fatal(err)
		}
		solves := func(solution *sudoku.Grid) bool {
			if solution == nil || solution.NumClues() != 81 || solution.Conflict() != nil {
				return false
			}
			for c, d := range grid {
				if d != 0 && solution[c] != d {
					return false
				}
			}
			return true
		}
		if !solves(solved.Solution) {
			t.Fatalf("%v: %v is not a solution", grid, solved.Solution)
		}
		_, err = new(sudoku.Solver).Prove(grid)
		if errors.Is(err, sudoku.ErrManySolutions) != (solved.Solutions == 2) {
			t.Fatalf("%v: %d solutions, %v", grid, solved.Solutions, err)
		}
		if solved.Solutions == 2 && (!solves(solved.Other) || *solved.Other == *solved.Solution) {
			t.Fatalf("%v: the second solution is %v", grid, solved.Other)
		}
	})
}

func TestSolveNothing(t *testing.T) {
	var x examine.Examiner
	grid := gridOf(t, tourPuzzle)
	grid[1] = 7
	if _, err := x.Solve(grid); err == nil {
		t.Error("two sevens in a row are not an error")
	}
	grid[1] = 8 // no conflict with the 8 in the other half of the row
	grid[7] = 0
	if solved, err := x.Solve(grid); err != nil || solved.Solutions > 0 != (solved.Solution != nil) {
		t.Errorf("%+v, %v", solved, err)
	}
}

func TestCheckKnowsTheBank(t *testing.T) {
	ctx := context.Background()
	bank := banktest.Starter(t)
	all, err := bank.Select(ctx, seedbank.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	pick, err := all.At(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	var x examine.Examiner
	ours := pick.Isomorph(7)
	checked, err := x.Check(ctx, bank, ours.Puzzle().Clues())
	if err != nil || checked.ID != ours.ID().String() || !checked.Minimal || *checked.Solution != ours.Puzzle().Solution() {
		t.Errorf("%+v, %v; want %v", checked, err, ours.ID())
	}
	if checked, err := x.Check(ctx, bank, gridOf(t, tourPuzzle)); err != nil || checked.ID != "" || !checked.Proper {
		t.Errorf("%+v, %v; want a puzzle that is not there", checked, err)
	}
	if checked, err := x.Check(ctx, bank, sudoku.Grid{}); err != nil || checked.Proper || checked.Problem == nil || checked.Canonical != nil {
		t.Errorf("%+v, %v; want an empty grid", checked, err)
	}
	if text, err := json.Marshal(examine.Checked{}); err != nil || strings.Contains(string(text), "minimal") {
		t.Errorf("%s, %v: whether a grid with several solutions is minimal is not known", text, err)
	}
}

// From the start, hints lead to the solution.
func TestHintsSolve(t *testing.T) {
	var x examine.Examiner
	puzzle := gridOf(t, tourPuzzle)
	solved, err := x.Solve(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	grid, removed := puzzle, []string{}
	for n := 0; grid != *solved.Solution; n++ {
		if n > 729 {
			t.Fatal("hints repeat themselves")
		}
		hint, err := x.Hint(&examine.Position{Puzzle: puzzle, Grid: &grid, Removed: removed})
		if err != nil {
			t.Fatalf("after %d hints: %v", n, err)
		}
		text, err := json.Marshal(hint)
		if err != nil {
			t.Fatal(err)
		}
		var read struct {
			Round struct {
				Steps []struct {
					Placement, Explanation string
					Removed                []string
				}
			}
		}
		if err := json.Unmarshal(text, &read); err != nil || len(read.Round.Steps) != 1 || read.Round.Steps[0].Explanation == "" {
			t.Fatalf("%s: %v", text, err)
		}
		step := read.Round.Steps[0]
		removed = append(removed, step.Removed...)
		if p := step.Placement; p != "" {
			grid[sudoku.CellAt(int(p[1]-'1'), int(p[3]-'1'))] = sudoku.Digit(p[5] - '0')
		}
	}
	if _, err := x.Hint(&examine.Position{Puzzle: puzzle, Grid: &grid}); !errors.Is(err, rating.ErrComplete) {
		t.Errorf("the grid is full: %v", err)
	}
}

func TestPositionsThatAreWrong(t *testing.T) {
	puzzle := gridOf(t, tourPuzzle) // the solution begins with 795
	other, full := puzzle, puzzle
	other[0], full[1] = 0, 5
	for _, test := range []struct {
		position examine.Position
		field    string
		reason   string
	}{
		{examine.Position{Grid: &other}, "grid", "r1c1: the clue is 7"},
		{examine.Position{Grid: &full}, "grid", "r1c2=5 is wrong"},
		{examine.Position{Removed: []string{"r1c2<>9"}}, "removed", "r1c2<>9 is wrong"},
		{examine.Position{Removed: []string{"r1c2=9"}}, "removed", `"r1c2=9" places a digit`},
		{examine.Position{Removed: []string{"r1c0<>9"}}, "removed", `"r1c0<>9" is not a candidate`},
		{examine.Position{Removed: []string{"r1c2<>0"}}, "removed", "must be followed by a digit from 1 to 9"},
		{examine.Position{Removed: []string{"r1c3<>1", ""}}, "removed", "names no candidate"},
		{examine.Position{Removed: []string{"r1c2", "r1c3<>1"}}, "removed", "r1c2 has no digit after it"},
	} {
		test.position.Puzzle = puzzle
		var wrong *examine.PositionError
		_, err := new(examine.Examiner).Hint(&test.position)
		if !errors.As(err, &wrong) || wrong.Field != test.field || !strings.Contains(wrong.Reason.Error(), test.reason) {
			t.Errorf("%+v: %v; want %s and %q", test.position, err, test.field, test.reason)
		}
	}
}
