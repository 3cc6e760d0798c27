package depth

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

// An expansion has the clues of the puzzle and those that T&E leaves as the only candidate,
// by definition. Nothing is open in it that is not open in the puzzle.
func TestExpansions(t *testing.T) {
	puzzles := samples(t)
	var p Prober
	added, opened := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		puzzle := drawPuzzle(t, puzzles, 20)
		clues := puzzle.Clues()
		n := rapid.IntRange(0, 2).Draw(t, "depth")
		if n == 2 && p.candidates(&clues) > 100 {
			n = 1 // trying everything would take long
		}
		want := naiveOf(&clues)
		want.apply(n)
		open := 0
		whole := p.Expand(&puzzle, n)
		for c, digits := range want {
			if d := whole.Clues()[c]; (d != 0) != (digits.Len() == 1) || d != 0 && !digits.Has(d) {
				t.Fatalf("T&E(%d) adds %d, and leaves %v, in cell %d", n, d, digits, c)
			}
			if digits.Len() > 1 {
				open += digits.Len()
			}
		}
		if got := p.Open(&puzzle, n); got != open {
			t.Fatalf("T&E(%d) leaves %d candidates open, want %d", n, got, open)
		}
		added += whole.NumClues() - puzzle.NumClues()
		opened += open
	})
	if added == 0 || opened == 0 {
		t.Errorf("%d clues were added, %d candidates left open", added, opened)
	}
}

// The minimal puzzles of the expansions of a deep puzzle are as deep.
func TestExpansionsKeepTheDepth(t *testing.T) {
	whole := prove(t, loki)
	var p Prober
	var solver sudoku.Solver
	rng := rand.New(rand.NewPCG(1, 1))
	others := 0
	for n := range 3 {
		expansion := p.Expand(&whole, n)
		for range 4 {
			puzzle := expansion
			solver.Minimize(&puzzle, cellsShuffled(rng))
			if p.Open(&puzzle, 2) == 0 {
				t.Errorf("%v has not depth 3", puzzle)
			}
			if puzzle != whole {
				others++
			}
		}
	}
	if others == 0 {
		t.Error("the expansions have no other minimal puzzle")
	}
}

func cellsShuffled(rng *rand.Rand) []sudoku.Cell {
	cells := slices.Collect(sudoku.AllCells.All())
	rng.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return cells
}
