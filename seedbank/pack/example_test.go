package pack_test

import (
	"fmt"
	"log"
	"os"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/sudoku"
)

// The puzzle of the page on Sudoku of the English Wikipedia, by Lars Petrus.
const known = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// rated returns a puzzle that the solver has proven, with its rating.
func rated(line string) (entry pack.Entry, err error) {
	grid, err := sudoku.ParseGrid(line)
	if err != nil {
		return entry, err
	}
	var solver sudoku.Solver
	if entry.Puzzle, err = solver.Prove(grid); err != nil {
		return entry, err
	}
	var rater rating.Rater
	entry.Rating, err = rater.Rate(&entry.Puzzle)
	return entry, err
}

// A pack is written entry by entry, to anything that takes bytes.
func ExampleFormat_New() {
	entry, err := rated(known)
	if err != nil {
		log.Fatal(err)
	}
	format, err := pack.FormatNamed("grid")
	if err != nil {
		log.Fatal(err)
	}
	w, err := format.New(os.Stdout, pack.Solution())
	if err != nil {
		log.Fatal(err)
	}
	if err := w.Write(&entry); err != nil {
		log.Fatal(err)
	}
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// # Level 1 (Beginner), ER 1.2, 30 clues
	// 5 3 . | . 7 . | . . .
	// 6 . . | 1 9 5 | . . .
	// . 9 8 | . . . | . 6 .
	// ------+-------+------
	// 8 . . | . 6 . | . . 3
	// 4 . . | 8 . 3 | . . 1
	// 7 . . | . 2 . | . . 6
	// ------+-------+------
	// . 6 . | . . . | 2 8 .
	// . . . | 4 1 9 | . . 5
	// . . . | . 8 . | . 7 9
	// # Solution
	// # 5 3 4 | 6 7 8 | 9 1 2
	// # 6 7 2 | 1 9 5 | 3 4 8
	// # 1 9 8 | 3 4 2 | 5 6 7
	// # ------+-------+------
	// # 8 5 9 | 7 6 1 | 4 2 3
	// # 4 2 6 | 8 5 3 | 7 9 1
	// # 7 1 3 | 9 2 4 | 8 5 6
	// # ------+-------+------
	// # 9 6 1 | 5 3 7 | 2 8 4
	// # 2 8 7 | 4 1 9 | 6 3 5
	// # 3 4 5 | 2 8 6 | 1 7 9
}

// An option that a format does not take is an error that names those it takes.
func ExampleFormat_Set() {
	format, err := pack.FormatNamed("opensudoku")
	if err != nil {
		log.Fatal(err)
	}
	setting, err := format.Set("title", "For the train")
	fmt.Println(setting.Name, setting.Text, err)
	_, err = format.Set("per-page", "6")
	fmt.Println(err)
	// Output:
	// title For the train <nil>
	// format opensudoku does not take the option "per-page"; it takes title, created, folder-per-level
}

// The table of formats tells which files hold one puzzle.
func Example_formats() {
	for _, format := range pack.Formats {
		fmt.Printf("%-11s .%-11s single=%-5v options=%d\n",
			format.Name, format.Extension, format.Single, len(format.Options))
	}
	// Output:
	// line        .txt         single=false options=1
	// sdm         .sdm         single=false options=0
	// grid        .txt         single=false options=1
	// compact     .txt         single=false options=1
	// csv         .csv         single=false options=1
	// json        .json        single=false options=1
	// jsonl       .jsonl       single=false options=1
	// opensudoku  .opensudoku  single=false options=3
	// sdk         .sdk         single=true  options=0
	// ss          .ss          single=true  options=0
	// exchange    .txt         single=false options=0
	// link        .txt         single=false options=1
	// ics         .ics         single=false options=4
	// sqlite      .sqlite      single=false options=1
	// svg         .svg         single=true  options=1
	// png         .png         single=true  options=1
	// pdf         .pdf         single=false options=26
	// html        .html        single=false options=26
	// epub        .epub        single=false options=26
}
