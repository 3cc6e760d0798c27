package depth

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

// drawDigit draws cells for a digit: the places of some digits of a solution, so that
// every house has as many, with some cells more or less.
func drawDigit(t *rapid.T, puzzles []sudoku.Puzzle) (cells sudoku.Cells) {
	solution := rapid.SampledFrom(puzzles).Draw(t, "puzzle").Solution()
	digits := sudoku.Digits(rapid.Uint16Range(1, uint16(sudoku.AllDigits)).Draw(t, "digits"))
	for c, d := range solution {
		if digits.Has(d) {
			cells = cells.With(sudoku.Cell(c))
		}
	}
	return cells.Or(drawCells(t, 9)).AndNot(drawCells(t, 9))
}

// aloneByHouse is alone by definition.
func aloneByHouse(cells sudoku.Cells) (all sudoku.Cells, possible bool) {
	possible = true
	for h := range sudoku.House(sudoku.NumHouses) {
		own := cells.And(h.Cells())
		possible = possible && !own.Empty()
		if own.Len() == 1 {
			all = all.Or(own)
		}
	}
	return all, possible
}

func TestAloneIsAloneInSomeHouse(t *testing.T) {
	puzzles := sample(t, "random", 20)
	rapid.Check(t, func(t *rapid.T) {
		cells := drawDigit(t, puzzles)
		sets := []sudoku.Cells{cells}
		for h := range sudoku.House(sudoku.NumHouses) {
			sets = append(sets, cells.AndNot(h.Cells()))
		}
		for _, cells := range sets {
			want, wantPossible := aloneByHouse(cells)
			if got, possible := alone(cells); possible != wantPossible || possible && got != want {
				t.Fatalf("of %v: %v, possible %v, want %v, %v", cells, got, possible, want, wantPossible)
			}
		}
	})
}
