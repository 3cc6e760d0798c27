package book

import (
	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/sudoku"
)

// markStep, markDigit and markDot say where the nine marks of a cell stand and how
// large they are, in sides of the cell.
const (
	markStep  = 0.29
	markDigit = 0.27 // size of a candidate
	markDot   = 0.02 // radius of a dot
)

// boardAt returns the grid in a frame. A thick line is 1.2 points on a puzzle of usual
// size.
func boardAt(f frame) *drawing.Board {
	return &drawing.Board{
		X: f.x, Y: f.y, Side: f.width, Apart: true, MarkStep: markStep * f.width / 9,
		Thin:  drawing.Pen{Color: drawing.Gray(gray50), Width: 0.25, Square: true},
		Thick: drawing.Pen{Color: drawing.Gray(black), Width: max(0.6, min(1.2, f.width/150)), Square: true},
	}
}

// digitsOn writes the digits of some cells of a grid.
func digitsOn(c drawing.Canvas, b *drawing.Board, g sudoku.Grid, cells sudoku.Cells, look drawing.Look) {
	var texts []drawing.Text
	for cell := range cells.All() {
		texts = append(texts, b.Digit(look, cell, g[cell]))
	}
	c.Texts(look, texts)
}

// marks prints something small for each candidate of the empty cells.
func (c *canvas) marks(b *drawing.Board, clues sudoku.Grid, marks Marks) {
	side := b.Side / 9
	look := drawing.Look{Size: side * markDigit, Color: drawing.Gray(gray50)}
	if marks == Candidates {
		c.Texts(look, b.Candidates(look, candidatesOf(clues)))
		return
	}
	var dots []drawing.Point
	for cell := range sudoku.AllCells.AndNot(clues.Filled()).All() {
		for d := range sudoku.AllDigits.All() {
			dots = append(dots, b.Candidate(cell.Candidate(d)))
		}
	}
	c.dots(markDot*side, look, dots)
}

// candidatesOf returns the digits of the empty cells that no clue rules out.
func candidatesOf(clues sudoku.Grid) *[81]sudoku.Digits {
	var all [81]sudoku.Digits
	for cell := range sudoku.AllCells.AndNot(clues.Filled()).All() {
		all[cell] = sudoku.AllDigits
		for peer := range cell.Peers().All() {
			all[cell] = all[cell].Without(clues[peer])
		}
	}
	return &all
}
