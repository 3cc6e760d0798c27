// Package drawing draws Sudoku grids on canvases that take lines and texts.
//
// A [Board] says where a grid stands and which pens draw it. A [Canvas] is what it is
// drawn on: [SVG] here, pixels in package raster, and the pages of a booklet in package
// book. Pictures of another kind, such as charts, use [SVG] alone.
//
// # Conventions
//
// Lengths are in units of the canvas, x to the right and y downwards. Texts of a board
// stand in the middle of the places that they are given, across and down.
//
// Start with [Board].
package drawing

import "fmt"

// Canvas is what boards are drawn on.
type Canvas interface {
	// Lines draws lines across and down.
	Lines(Pen, []Line)
	// Texts writes texts with their middles where they are to be. The look is the one
	// of most of them.
	Texts(look Look, texts []Text)
	// Caption writes a line of text that begins at a point of its foot. It is written
	// smaller where it would be longer than most.
	Caption(at Point, most float64, look Look, text string)
}

// Point is a place on a canvas.
type Point struct{ X, Y float64 }

// Line is a line from one point to another, across or down.
type Line struct{ From, To Point }

// Pen is the style of a line.
type Pen struct {
	Color  Color
	Width  float64
	Square bool   // lines extend by half their width at both ends
	Class  string // for style sheets, or empty
}

// Look is the style of a text.
type Look struct {
	Size  float64
	Color Color
	Bold  bool
	Class string // for style sheets, or empty
}

// Text is a text with the place of each of its letters, or with one for all.
type Text struct {
	Look
	Text string
	At   []Point
}

// Color is a color: red, green and blue.
type Color [3]uint8

// Gray returns a shade between black, 0, and white, 255.
func Gray(level uint8) Color { return Color{level, level, level} }

// String returns the color as style sheets have it, such as #111 or #1d4ed8.
func (c Color) String() string {
	for _, part := range c {
		if part>>4 != part&15 {
			return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
		}
	}
	return fmt.Sprintf("#%x%x%x", c[0]&15, c[1]&15, c[2]&15)
}
