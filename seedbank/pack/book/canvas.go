package book

import (
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/seedoku/seedoku/sudoku"
)

// fontFamily is the name of the fonts within a file.
const fontFamily = "go"

// face is a font: a style of the library that writes the file.
type face string

const (
	regular face = ""
	bold    face = "B"
)

// Inks, from 0 for black to 255.
const (
	black    = 0x00
	darkGray = 0x44
	gray50   = 0x77
	lightInk = 0xaa
)

// align says which point of a text is at x.
type align float64

const (
	left   align = 0
	centre align = 0.5
	right  align = 1
)

// ink is how a text looks.
type ink struct {
	face face
	size float64 // points
	gray int
}

// canvas puts lines and letters on pages.
type canvas struct {
	pdf       *fpdf.Fpdf
	capHeight float64 // height of a digit, as a fraction of its size
}

// newCanvas returns a canvas with no page yet. Nothing in a file depends on when
// and where it is written.
func newCanvas(b *Book, p paper) *canvas {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: p.width, Ht: p.height}})
	created := b.Created
	if created.IsZero() {
		created = time.Unix(0, 0)
	}
	pdf.SetCreationDate(created.UTC())
	pdf.SetModificationDate(created.UTC())
	pdf.SetCatalogSort(true)
	pdf.SetCompression(true)
	pdf.SetTitle(b.Title, true)
	pdf.SetCreator(b.Creator, true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	// The library may write on what it is handed.
	pdf.AddUTF8FontFromBytes(fontFamily, string(regular), slices.Clone(goregular.TTF))
	pdf.AddUTF8FontFromBytes(fontFamily, string(bold), slices.Clone(gobold.TTF))
	height := pdf.GetFontDesc(fontFamily, string(regular)).CapHeight
	return &canvas{pdf: pdf, capHeight: float64(height) / 1000}
}

// turn starts a page and returns its number.
func (c *canvas) turn() int {
	c.pdf.AddPage()
	return c.pdf.PageNo()
}

// bookmark lists the page under a name in the outline of the file.
func (c *canvas) bookmark(name string) {
	c.use(ink{face: regular, size: 8}) // the library encodes names as the font at hand wants it
	c.pdf.Bookmark(name, 0, 0)
}

func (c *canvas) use(i ink) {
	c.pdf.SetFont(fontFamily, string(i.face), i.size)
	c.pdf.SetTextColor(i.gray, i.gray, i.gray)
	c.pdf.SetFillColor(i.gray, i.gray, i.gray) // the library writes less where it equals the colour of text
}

// width returns how long a text is.
func (c *canvas) width(text string, i ink) float64 {
	c.pdf.SetFontSize(i.size)
	c.use(i)
	return c.pdf.GetStringWidth(text)
}

// text writes a line, with y its baseline.
func (c *canvas) text(x, y float64, a align, i ink, text string) {
	c.use(i)
	if a != left {
		x -= float64(a) * c.pdf.GetStringWidth(text)
	}
	c.pdf.Text(x, y, text)
}

// fitted writes a line, in smaller letters if it would be longer than most.
func (c *canvas) fitted(x, y, most float64, a align, i ink, text string) {
	if width := c.width(text, i); width > most {
		i.size *= most / width
	}
	c.text(x, y, a, i, text)
}

// shortened returns a text, cut off so that it is no longer than most.
func (c *canvas) shortened(text string, most float64, i ink) string {
	if c.width(text, i) <= most {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && c.width(string(letters)+"…", i) > most {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimSpace(string(letters)) + "…"
}

// wrapped breaks a text into lines no longer than most. Longer words are broken
// too.
func (c *canvas) wrapped(text string, most float64, i ink) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if c.width(longer, i) <= most {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; c.width(line, i) > most; {
			head := c.head(line, most, i)
			lines = append(lines, head)
			line = line[len(head):]
		}
	}
	return append(lines, line)
}

// head returns the longest beginning of a word that is not longer than most, one
// letter at least.
func (c *canvas) head(word string, most float64, i ink) string {
	end := len(word)
	for at := range word {
		if at > 0 && c.width(word[:at], i) > most {
			break
		}
		if at > 0 {
			end = at
		}
	}
	return word[:end]
}

// rule draws a fine line across a frame.
func (c *canvas) rule(x, y, width float64) {
	c.pdf.SetDrawColor(lightInk, lightInk, lightInk)
	c.pdf.SetLineWidth(0.25)
	c.pdf.Line(x, y, x+width, y)
}

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
	c.use(i)
	var half [10]float64
	for d := range half {
		half[d] = c.pdf.GetStringWidth(digitText[d:d+1]) / 2
	}
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
