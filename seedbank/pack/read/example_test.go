package read_test

import (
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/seedbank/pack/read"
)

// The puzzle of the page on Sudoku of the English Wikipedia, by Lars Petrus.
const known = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// A file is read without a word on what it is.
func ExamplePuzzles() {
	file := "question,answer,difficulty\n" +
		known + ",,easy\n" +
		known[:80] + ",,short\n"
	for record, err := range read.Puzzles(strings.NewReader(file)) {
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Printf("line %d: %d clues, said to be %s\n", record.Line, record.Grid.NumClues(), record.Rating)
	}
	// Output:
	// line 2: 30 clues, said to be easy
	// error: line 3, column 1: 80 cells, want 81
}
