package sudoku_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/seedoku/seedoku/sudoku"
)

// parse returns the grid of a text that is known to be one.
func parse(text string) sudoku.Grid {
	g, err := sudoku.ParseGrid(text)
	if err != nil {
		log.Fatal(err)
	}
	return g
}

// A grid becomes a puzzle by the proof that it has exactly one solution.
func ExampleSolver_Prove() {
	clues := parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	var solver sudoku.Solver
	puzzle, err := solver.Prove(clues)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(puzzle.NumClues(), "clues")
	fmt.Println(puzzle.Solution())

	first := clues.Filled().First()
	clues[first] = 0
	_, err = solver.Prove(clues)
	fmt.Printf("without %v: %v\n", first, err)
	fmt.Println(errors.Is(err, sudoku.ErrManySolutions))
	// Output:
	// 17 clues
	// 417369825632158947958724316825437169791586432346912758289643571573291684164875293
	// without r1c1: more than one solution
	// true
}

// Counting ends at a limit, since a grid with few clues has very many solutions.
func ExampleSolver_Count() {
	g := parse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	var solver sudoku.Solver
	fmt.Println(solver.Count(g, 1000))
	g[sudoku.CellAt(4, 6)] = 0 // the clue in r5c7
	fmt.Println(solver.Count(g, 1000))
	fmt.Println(solver.Count(sudoku.Grid{}, 1000))
	// Output:
	// 1
	// 794
	// 1000
}

// A complete grid, with clues taken away in the order of the cells until each of
// the others is needed.
func ExampleSolver_Minimize() {
	grid := parse("123456789456789123789123456214365897365897214897214365531642978642978531978531642")
	puzzle, err := sudoku.Complete(grid)
	if err != nil {
		log.Fatal(err)
	}
	var order []sudoku.Cell
	for c := range sudoku.AllCells.All() {
		order = append(order, c)
	}
	var solver sudoku.Solver
	solver.Minimize(&puzzle, order)
	fmt.Println(puzzle.Clues())
	fmt.Println(puzzle.NumClues(), "clues, minimal:", solver.Minimal(&puzzle))
	fmt.Println("same solution:", puzzle.Solution() == grid)
	// Output:
	// ...............123...123456.1...5..7..5..72....72..36........78.42.785...785..6..
	// 30 clues, minimal: true
	// same solution: true
}

// Sets of cells combine like numbers.
func ExampleCells() {
	row, box := sudoku.FirstRow.Cells(), sudoku.FirstBox.Cells()
	for c := range row.And(box).All() {
		fmt.Print(c, " ")
	}
	fmt.Println(row.Or(box).Len())
	// Output: r1c1 r1c2 r1c3 15
}
