package pattern_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A puzzle whose clues stand in the cells of a pattern.
func ExampleSearcher_Try() {
	var cells sudoku.Cells
	for c := sudoku.Cell(0); c < 81; c += 3 {
		cells = cells.With(c).With((c + 10) % 81)
	}
	var searcher pattern.Searcher
	random := rand.New(rand.NewPCG(1, 2))
	for {
		if puzzle, ok := searcher.Try(context.Background(), cells, random); ok {
			fmt.Println(puzzle.NumClues(), puzzle.Clues().Filled() == cells)
			break
		}
	}
	// Output:
	// 54 true
}

// Some patterns hold no puzzle, and it is known why.
func ExampleImpossible() {
	cells := transform.Rotate180.Close(sudoku.CellSet(0, 1, 2, 3))
	fmt.Println(pattern.Impossible(cells))
	// Output:
	// no puzzle has this pattern: it has 8 cells, and a puzzle has at least 17 clues
}
