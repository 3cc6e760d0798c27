package pack

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/seedoku/seedoku/sudoku"
)

// Measures of a picture in pixels: large enough for the screen of a phone.
const (
	pngCell    = 88
	pngMargin  = 44
	pngBoard   = 9 * pngCell
	pngWidth   = pngBoard + 2*pngMargin
	pngHeight  = pngBoard + 2*pngMargin + 36
	pngThick   = 6 // around boxes
	pngThin    = 2 // around cells
	pngDigit   = 56
	pngSolved  = 36
	pngCaption = 23
)

// pngGrays is the number of colors, from black to white: four bits a pixel.
const pngGrays = 16

// pngWriter draws a puzzle. Digits of the solution, if asked for, are small and
// gray.
type pngWriter struct {
	w        io.Writer
	solution bool
}

func newPNG(w io.Writer, s Settings) (Writer, error) {
	return pngWriter{w, s.on(solutionOption)}, nil
}

func (p pngWriter) Write(e *Entry) error {
	picture, err := drawPicture(e, p.solution)
	if err != nil {
		return fmt.Errorf("drawing a picture: %w", err)
	}
	return png.Encode(p.w, picture)
}

func (p pngWriter) Close() error { return nil }

func isPNG(line string) bool { return strings.HasPrefix(line, "\x89PNG") }

// canvas is a picture in the making.
type canvas struct {
	*image.Paletted
	fonts *opentype.Font
}

func drawPicture(e *Entry, solution bool) (*image.Paletted, error) {
	fonts, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, err
	}
	var grays color.Palette
	for i := range pngGrays {
		grays = append(grays, gray(i*255/(pngGrays-1)))
	}
	c := canvas{image.NewPaletted(image.Rect(0, 0, pngWidth, pngHeight), grays), fonts}
	c.fill(c.Bounds(), color.White)
	c.lines(1, pngThin, gray(0x99))
	c.lines(3, pngThick, gray(0x11))
	if err := c.digits(e.Puzzle.Clues(), pngDigit, gray(0x11)); err != nil {
		return nil, err
	}
	if solution {
		rest := e.Puzzle.Solution()
		for cell := range e.Puzzle.Clues().Filled().All() {
			rest[cell] = 0
		}
		if err := c.digits(rest, pngSolved, gray(0x88)); err != nil {
			return nil, err
		}
	}
	return c.Paletted, c.caption(e.caption())
}

func gray(level int) color.Gray { return color.Gray{Y: uint8(level)} }

// lines draws every line whose number is a multiple of step.
func (c canvas) lines(step, thick int, ink color.Color) {
	for i := 0; i <= 9; i += step {
		from, to := pngMargin-thick/2, pngMargin+pngBoard+thick/2
		at := pngMargin + i*pngCell - thick/2
		c.fill(image.Rect(from, at, to, at+thick), ink)
		c.fill(image.Rect(at, from, at+thick, to), ink)
	}
}

// fill looks the ink up once, which image/draw does for each pixel.
func (c canvas) fill(area image.Rectangle, ink color.Color) {
	area = area.Intersect(c.Rect)
	index := uint8(c.Palette.Index(ink))
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := c.Pix[c.PixOffset(area.Min.X, y):c.PixOffset(area.Max.X, y)]
		for x := range row {
			row[x] = index
		}
	}
}

// digits draws the digits of a grid in the middles of their cells.
func (c canvas) digits(g sudoku.Grid, size float64, ink color.Color) error {
	pen, err := c.pen(size, ink)
	if err != nil {
		return err
	}
	defer pen.Face.Close()
	height := pen.Face.Metrics().CapHeight
	for cell, d := range g {
		if d == 0 {
			continue
		}
		at, text := sudoku.Cell(cell), string('0'+rune(d))
		pen.Dot.X = fixed.I(pngMargin+at.Column()*pngCell+pngCell/2) - pen.MeasureString(text)/2
		pen.Dot.Y = fixed.I(pngMargin+at.Row()*pngCell+pngCell/2) + height/2
		pen.DrawString(text)
	}
	return nil
}

// caption writes below the board, in smaller letters if the text would be longer than
// the board.
func (c canvas) caption(text string) error {
	pen, err := c.pen(pngCaption, gray(0x55))
	if err != nil {
		return err
	}
	if width := pen.MeasureString(text); width > fixed.I(pngBoard) {
		pen.Face.Close()
		// Widths of letters are rounded: a little less than it could be.
		size := pngCaption * float64(fixed.I(pngBoard-2)) / float64(width)
		if pen, err = c.pen(size, gray(0x55)); err != nil {
			return err
		}
	}
	defer pen.Face.Close()
	pen.Dot = fixed.P(pngMargin, pngBoard+2*pngMargin+10)
	pen.DrawString(text)
	return nil
}

// pen returns a drawer of letters of a size, in pixels.
func (c canvas) pen(size float64, ink color.Color) (*font.Drawer, error) {
	face, err := opentype.NewFace(c.fonts, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return nil, err
	}
	return &font.Drawer{Dst: c, Src: image.NewUniform(ink), Face: face}, nil
}
