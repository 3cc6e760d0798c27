package book_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/sudoku"
)

// Every word of a book comes from the caller: this one is German.
func Example() {
	// The puzzle of the page on Sudoku of the English Wikipedia, by Lars Petrus.
	grid, err := sudoku.ParseGrid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if err != nil {
		log.Fatal(err)
	}
	var solver sudoku.Solver
	puzzle, err := solver.Prove(grid)
	if err != nil {
		log.Fatal(err)
	}
	b := book.Book{
		Title:        "Ein Sudoku",
		Introduction: []book.Section{{Heading: "Die Regel", Text: "Jede Zeile, jede Spalte und jeder Block hat jede Ziffer einmal."}},
		Puzzles:      []book.Puzzle{{Puzzle: puzzle, Rank: 1, Label: "Leicht"}},
		Words:        book.Words{Introduction: "Einleitung", Puzzles: "Rätsel", Ranks: "Stufen", Solutions: "Lösungen", Range: "%d bis %d"},
		Layout:       book.Layout{Paper: "6x9"},
	}
	var file bytes.Buffer
	if err := b.WritePDF(&file); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", file.Bytes()[:5])
	// Output: %PDF-
}

// A layout can be checked before there are any puzzles.
func ExampleLayout_Check() {
	fmt.Println(book.Layout{LargePrint: true, PerPage: 4}.Check())
	fmt.Println(book.Layout{LargePrint: true, PerPage: 9, Paper: "6x9"}.Check())
	// Output:
	// <nil>
	// no room on 6x9 for digits of 16 points with 9 puzzles a page; there can be 2 at most
}
