package pack

import (
	"image/png"
	"io"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/drawing/raster"
	"github.com/seedoku/seedoku/sudoku"
)

// picture has the sizes of the parts of a picture of a puzzle.
type picture struct {
	cell, margin           float64
	foot                   float64 // below the margin, for the caption
	drop                   float64 // of the caption, below the margin
	thin, thick            float64 // widths of lines
	digit, solved, caption float64 // sizes of letters
}

var (
	// inVectors has the sizes for a vector picture, in its own units.
	inVectors = picture{cell: 50, margin: 24, foot: 22, drop: 4, thin: 1, thick: 3, digit: 30, solved: 20, caption: 13}
	// inPixels has the sizes for a raster picture, large enough for the screen of
	// a phone.
	inPixels = picture{cell: 88, margin: 44, foot: 36, drop: 10, thin: 2, thick: 6, digit: 56, solved: 36, caption: 23}
)

// size returns the width and the height of the picture.
func (p *picture) size() (width, height int) {
	side := int(9*p.cell + 2*p.margin)
	return side, side + int(p.foot)
}

// draw draws a puzzle. Digits of the solution, if asked for, are small and gray.
func (p *picture) draw(c drawing.Canvas, e *Entry, solution bool) {
	board := drawing.Board{
		X: p.margin, Y: p.margin, Side: 9 * p.cell,
		Thin:  drawing.Pen{Color: drawing.Gray(0x99), Width: p.thin},
		Thick: drawing.Pen{Color: drawing.Gray(0x11), Width: p.thick, Square: true},
	}
	board.DrawLines(c)
	look := drawing.Look{Size: p.digit, Color: drawing.Gray(0x11)}
	small := drawing.Look{Size: p.solved, Color: drawing.Gray(0x88)}
	var texts []drawing.Text
	for cell, clue := range e.Puzzle.Clues() {
		switch cell := sudoku.Cell(cell); {
		case clue != 0:
			texts = append(texts, board.Digit(look, cell, clue))
		case solution:
			texts = append(texts, board.Digit(small, cell, e.Puzzle.Solution()[cell]))
		}
	}
	c.Texts(look, texts)
	c.Caption(drawing.Point{X: p.margin, Y: board.Side + 2*p.margin + p.drop}, board.Side,
		drawing.Look{Size: p.caption, Color: drawing.Gray(0x55)}, e.caption())
}

func writeSVG(w io.Writer, e *Entry, solution bool) error {
	var s drawing.SVG
	width, height := inVectors.size()
	s.Begin(width, height, "", "Sudoku", e.Puzzle.Clues().String(), [2]string{})
	inVectors.draw(&s, e, solution)
	s.End()
	_, err := w.Write(s.Bytes())
	return err
}

func writePNG(w io.Writer, e *Entry, solution bool) error {
	p := raster.New(inPixels.size())
	inPixels.draw(p, e, solution)
	return png.Encode(w, p.Paletted)
}
