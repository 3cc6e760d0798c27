package book

import "github.com/seedoku/seedoku/sudoku"

// lines draws the lines of a grid: thin ones between cells, then thick ones
// around boxes. A thick line is 1.2 points on a puzzle of usual size.
func (c *canvas) lines(f frame) {
	for _, pen := range [...]struct {
		step, gray int
		width      float64
	}{{1, gray50, 0.25}, {3, black, max(0.6, min(1.2, f.width/150))}} {
		c.pdf.SetDrawColor(pen.gray, pen.gray, pen.gray)
		c.pdf.SetLineWidth(pen.width)
		c.pdf.SetLineCapStyle("square")
		for i := 0; i <= 9; i += pen.step {
			if pen.step == 1 && i%3 == 0 {
				continue
			}
			at := float64(i) * f.width / 9
			c.pdf.MoveTo(f.x, f.y+at)
			c.pdf.LineTo(f.x+f.width, f.y+at)
			c.pdf.MoveTo(f.x+at, f.y)
			c.pdf.LineTo(f.x+at, f.y+f.height)
		}
		c.pdf.DrawPath("D")
	}
}

// digits writes the digits of some cells of a grid in the middle of each.
func (c *canvas) digits(f frame, g sudoku.Grid, cells sudoku.Cells, i ink) {
	half := c.halves(i)
	side := f.width / 9
	drop := side/2 + c.capHeight*i.size/2
	for cell := range cells.All() {
		d := g[cell]
		c.pdf.Text(
			f.x+(float64(cell.Column())+0.5)*side-half[d],
			f.y+float64(cell.Row())*side+drop,
			digitText[d:d+1])
	}
}

const digitText = "0123456789"

// halves returns half the widths of all digits.
func (c *canvas) halves(i ink) (half [10]float64) {
	c.use(i)
	for d := range half {
		half[d] = c.pdf.GetStringWidth(digitText[d:d+1]) / 2
	}
	return half
}

// Where the nine marks of a cell stand, and how large they are, in sides of the
// cell.
const (
	markStep  = 0.29
	markDigit = 0.27 // size of a candidate
	markDot   = 0.02 // radius of a dot
)

// marks prints something small for each candidate of the empty cells.
func (c *canvas) marks(f frame, clues sudoku.Grid, marks Marks) {
	side := f.width / 9
	look := ink{regular, side * markDigit, gray50}
	half := c.halves(look)
	for cell := range sudoku.AllCells.AndNot(clues.Filled()).All() {
		for d := sudoku.Digit(1); d <= 9; d++ {
			x := f.x + (float64(cell.Column())+0.5+markStep*float64(int(d-1)%3-1))*side
			y := f.y + (float64(cell.Row())+0.5+markStep*float64(int(d-1)/3-1))*side
			switch {
			case marks == Dots:
				c.pdf.Circle(x, y, markDot*side, "F")
			case !seen(clues, cell, d):
				c.pdf.Text(x-half[d], y+c.capHeight*look.size/2, digitText[d:d+1])
			}
		}
	}
}

// seen reports whether a cell sees a digit among clues.
func seen(clues sudoku.Grid, cell sudoku.Cell, d sudoku.Digit) bool {
	for peer := range cell.Peers().All() {
		if clues[peer] == d {
			return true
		}
	}
	return false
}
