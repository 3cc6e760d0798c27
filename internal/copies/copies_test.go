package copies_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// cyclic is the complete grid with the most automorphisms, 648.
var cyclic = func() (g sudoku.Grid) {
	for cell := range g {
		row, column := cell/9, cell%9
		g[cell] = sudoku.Digit(1 + (column+row/3)%3 + 3*((column/3+row)%3))
	}
	return g
}()

// drawPuzzle draws a proper puzzle with some redundant clues.
func drawPuzzle(t *rapid.T, label string) sudoku.Puzzle {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, label), 1))
	solution := cyclic
	if rapid.IntRange(0, 3).Draw(t, label+" has the cyclic grid") > 0 {
		solution = new(sudoku.Solver).RandomSolution(rng)
	}
	return dig(t, rng, solution)
}

// dig takes clues away from a complete grid, in random order, but stops before the puzzle is
// minimal.
func dig(t rapid.TB, rng *rand.Rand, solution sudoku.Grid) sudoku.Puzzle {
	var s sudoku.Solver
	clues, taken := solution, 0
	for _, cell := range rng.Perm(81) {
		was := clues[cell]
		if clues[cell] = 0; s.Count(clues, 2) > 1 {
			clues[cell] = was
		} else if taken++; taken > 40 {
			break
		}
	}
	puzzle, err := s.Prove(clues)
	if err != nil {
		t.Fatal(err)
	}
	return puzzle
}

func isomorph(t *rapid.T, g sudoku.Grid) sudoku.Grid {
	return transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "isomorphism")).Grid(g)
}

// examined returns a grid as a puzzle to compare.
func examined(t rapid.TB, g sudoku.Grid) *copies.Puzzle {
	t.Helper()
	p, err := new(copies.Examiner).Puzzle(g)
	if err != nil {
		t.Fatal(err)
	}
	return &p
}

// Every disguise is seen through, among puzzles that are not copies.
func TestDisguises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var x copies.Examiner
		var ix copies.Index
		for i := range rapid.IntRange(0, 3).Draw(t, "others before") {
			ix.Add(examined(t, drawPuzzle(t, fmt.Sprint("other ", i)).Clues()))
		}
		puzzle := drawPuzzle(t, "puzzle")
		clues, number := puzzle.Clues(), ix.Len()
		if ix.Find(examined(t, clues)).Relation > copies.SameGrid {
			t.Skip("an other one is a copy by chance")
		}
		ix.Add(examined(t, clues))
		match := func(g sudoku.Grid) copies.Match { return ix.Find(examined(t, isomorph(t, g))) }

		if got := match(clues); got.Relation != copies.Same || got.Number != number {
			t.Errorf("an isomorph is %v", got)
		}
		hidden := puzzle.Solution().Filled().AndNot(clues.Filled())
		if got := match(puzzle.With(sudoku.CellSet(hidden.First())).Clues()); got.Relation != copies.Extended {
			t.Errorf("with a clue added: %v", got)
		}
		if redundant := new(sudoku.Solver).Redundant(&puzzle); !redundant.Empty() {
			less := clues
			less[redundant.First()] = 0
			if got := match(less); got.Relation < copies.Reduced || got.Number > number {
				t.Errorf("with a clue taken away: %v", got)
			}
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "digging"), 2))
		if got := match(dig(t, rng, puzzle.Solution()).Clues()); got.Relation < copies.SameGrid {
			t.Errorf("another puzzle of the same grid is %v", got)
		}
		var wrong sudoku.Grid
		cell := rapid.IntRange(0, 80).Draw(t, "cell")
		for wrong = clues; wrong == clues; {
			wrong[cell] = sudoku.Digit(rapid.IntRange(0, 9).Draw(t, "digit"))
		}
		to := transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "isomorphism"))
		wrong = to.Grid(wrong)
		p, err := x.Puzzle(wrong)
		if err != nil {
			if got := ix.FindMistyped(&x, wrong, nil); got.Relation != copies.Mistyped || got.Mistake.Cell != to.Cell(sudoku.Cell(cell)) && got.Number == number {
				t.Errorf("%v, contradicting itself in %v, is %+v", wrong, to.Cell(sudoku.Cell(cell)), got)
			}
		} else if ix.Find(&p).Relation == copies.Unrelated && ix.FindMistyped(&x, wrong, &p).Relation != copies.Mistyped {
			t.Errorf("%v has one cell mistyped, and is not found", wrong)
		}
		var later copies.Index
		later.Skip()
		later.AddMistakes(&x, wrong)
		if got := later.FindMistyped(&x, clues, examined(t, clues)); err != nil && (got.Relation != copies.Mistyped || !got.Mistake.Earlier) {
			t.Errorf("the puzzle after its mistyped copy %v is %+v", wrong, got)
		}
	})
}

// A comparison finds what is in an index, keeps every puzzle, and looks for mistyped cells in
// as many unrelated puzzles as it is told.
func TestComparison(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		puzzle := dig(t, rng, new(sudoku.Solver).RandomSolution(rng))
		other := dig(t, rng, new(sudoku.Solver).RandomSolution(rng))
		mistyped := puzzle.Clues()
		first, second := firstClues(mistyped)
		mistyped[first] = mistyped[second]
		for most := range 3 {
			c := copies.Comparison{Most: most}
			wants := []struct {
				grid sudoku.Grid
				want copies.Relation
			}{
				{puzzle.Clues(), copies.Unrelated}, {other.Clues(), copies.Unrelated},
				{transform.Random(rng).Grid(puzzle.Clues()), copies.Same}, {transform.Random(rng).Grid(other.Clues()), copies.Same},
			}
			for i, w := range wants {
				if got := c.Add(w.grid, examined(t, w.grid)); got.Relation != w.want || w.want == copies.Same && got.Number != i-2 {
					t.Errorf("puzzle %d is %v of %d, want %v", i, got.Relation, got.Number, w.want)
				}
			}
			if c.IsWhole() != (most == 2) {
				t.Errorf("of %d puzzles, the comparison of two unrelated ones is whole: %v", most, c.IsWhole())
			}
		}
		c := copies.Comparison{Most: 2}
		c.Add(puzzle.Clues(), examined(t, puzzle.Clues()))
		if got := c.Add(mistyped, nil); got.Relation != copies.Mistyped {
			t.Errorf("with %v mistyped, the puzzle is %v", first, got.Relation)
		}
	})
}

// firstClues returns two cells with different clues.
func firstClues(g sudoku.Grid) (first, second sudoku.Cell) {
	clues := slices.Collect(g.Filled().All())
	for _, c := range clues[1:] {
		if g[c] != g[clues[0]] {
			return clues[0], c
		}
	}
	panic("a puzzle has eight digits at least")
}

// Puzzles of the most symmetric grid are within each other exactly if an automorphism of the
// grid takes the clues of one into those of the other.
func TestSymmetricGrids(t *testing.T) {
	group := new(transform.Canonizer).Automorphisms(cyclic)
	if len(group) != 648 {
		t.Fatalf("%d automorphisms", len(group))
	}
	rapid.Check(t, func(t *rapid.T) {
		one := dig(t, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "one"), 1)), cyclic).Clues()
		two := dig(t, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "two"), 1)), cyclic).Clues()
		if rapid.Bool().Draw(t, "inside") {
			t := group[rapid.IntRange(0, 647).Draw(t, "automorphism")]
			two = t.Grid(one)
			for cell := range two {
				if two[cell] == 0 && cell%2 == 0 {
					two[cell] = cyclic[cell]
				}
			}
		}
		want := copies.SameGrid
		for _, a := range group {
			switch cells := a.Cells(two.Filled()); {
			case cells == one.Filled():
				want = copies.Same
			case one.Filled().Within(cells):
				want = max(want, copies.Extended)
			case cells.Within(one.Filled()):
				want = max(want, copies.Reduced)
			}
		}
		var ix copies.Index
		ix.Add(examined(t, one))
		if got := ix.Find(examined(t, isomorph(t, two))); got.Relation != want {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// Seeds of a bank are not copies of each other, and are found by their own numbers. Many of the
// hardest ones share their grids.
func TestNoFalseAlarm(t *testing.T) {
	bank := banktest.Starter(t)
	var ix copies.Index
	var grids []sudoku.Grid
	shared := 0
	for batch, err := range bank.Batches(t.Context(), seedbank.Filter{ER: seedbank.Range[rating.Tenths]{Low: 110, High: rating.MaxTenths}}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			g := batch.Seeds[i].Puzzle.Clues()
			grids = append(grids, g)
			p := examined(t, g)
			switch got := ix.Find(p); {
			case got.Relation > copies.SameGrid:
				t.Errorf("%v is %v", g, got)
			case got.Relation == copies.SameGrid:
				shared++
			}
			ix.Add(p)
		}
	}
	if shared < 50 {
		t.Errorf("%d of %d seeds share the grid of another", shared, len(grids))
	}
	for i, g := range grids[:100] {
		if got := ix.Find(examined(t, g)); got.Relation != copies.Same || got.Number != i {
			t.Errorf("puzzle %d is %v", i, got)
		}
	}
}

// asked is a context that is done once somebody asks.
type asked struct {
	context.Context
	times int
}

var errGone = errors.New("gone")

func (a *asked) Err() error {
	a.times++
	return errGone
}

// Searches end when nobody waits for them any more.
func TestSearchesEnd(t *testing.T) {
	hard, err := sudoku.ParseGrid(".....7.....6...7....................8...24........8.74.7....8426..2........1.....")
	if err != nil {
		t.Fatal(err)
	}
	for name, search := range map[string]func(context.Context) error{
		"a puzzle": func(ctx context.Context) error {
			var x copies.Examiner
			x.Until(ctx)
			_, err := x.Puzzle(hard)
			return err
		},
		"mistyped cells": func(ctx context.Context) error {
			c := copies.Comparison{Most: 1}
			c.Until(ctx)
			if match := c.Add(hard, nil); match != (copies.Match{}) {
				return fmt.Errorf("found %v", match)
			}
			return errGone
		},
	} {
		ctx := &asked{Context: context.Background()}
		if err := search(ctx); !errors.Is(err, errGone) || ctx.times == 0 {
			t.Errorf("%s: %v after %d questions", name, err, ctx.times)
		}
	}
}
