// Package sudoku is the ground floor of the project: the words of the field as
// types, the text forms of a grid, and an exact solver. Its one rule: a
// [Puzzle] has exactly one solution.
//
// # Words
//
// A [Grid] is 81 cells, each empty or holding a digit. A [Cell] is numbered 0
// to 80 row by row; a [House] is a row, a column or a box. A clue is a digit
// that the puzzle gives; a candidate is a digit still possible in a cell. A
// puzzle is proper if it has exactly one solution. A proper puzzle is minimal
// if taking away any clue would give it more solutions.
//
// # Conventions
//
// Rows, columns, boxes, bands and stacks count from 0 in code and from 1 in
// text: the first cell is Cell(0) and prints as r1c1. Sets ([Digits], [Cells])
// are values: their methods return a new set.
//
// # Guarantees
//
// [Solver.Prove] and [Complete] make puzzles. Every other function that returns a
// puzzle derives it from one and keeps its solution unique, but for
// [PuzzleWithoutProof], which trusts its caller and is for package transform. So a function that
// takes a Puzzle never verifies it. Solving allocates nothing.
//
// A [Solver] and a [LineScanner] serve one goroutine at a time. Values of all other types
// can be shared.
//
// # Not here
//
// How hard a puzzle is (package rating), which puzzles are the same up to
// symmetry (package transform), and pictures of them (package pack).
//
// Start with [Grid], then [Puzzle], then [Solver]; the examples of [Solver.Prove],
// [Solver.Count] and [Solver.Minimize] show how to use them.
package sudoku

import "fmt"

// Cell is one of the 81 cells, 0 to 80 row by row.
type Cell uint8

// Digit is 1 to 9, or 0 in an empty cell.
type Digit uint8

// House is one of the 27 houses: rows 0 to 8, columns 9 to 17, boxes 18 to 26
// (row by row).
type House uint8

// Candidate is a digit in a cell: 9*cell + digit - 1, 0 to 728.
type Candidate uint16

// CellAt returns the cell in a row and a column, each 0 to 8.
func CellAt(row, column int) Cell { return Cell(9*row + column) }

// Row returns the row of c, 0 to 8.
func (c Cell) Row() int { return int(c) / 9 }

// Column returns the column of c, 0 to 8.
func (c Cell) Column() int { return int(c) % 9 }

// Box returns the box of c, 0 to 8, row by row.
func (c Cell) Box() int { return int(c)/27*3 + int(c)%9/3 }

// Candidate returns the candidate d of cell c.
func (c Cell) Candidate(d Digit) Candidate { return Candidate(9*int(c) + int(d) - 1) }

// String returns the name of c, such as r4c7.
func (c Cell) String() string { return fmt.Sprintf("r%dc%d", c.Row()+1, c.Column()+1) }

// Cell returns the cell of k.
func (k Candidate) Cell() Cell { return Cell(k / 9) }

// Digit returns the digit of k.
func (k Candidate) Digit() Digit { return Digit(k%9) + 1 }

// String returns the placement that k stands for, such as r4c7=5.
func (k Candidate) String() string { return fmt.Sprintf("%v=%d", k.Cell(), k.Digit()) }
