package book

import (
	"bytes"
	"io"
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"github.com/seedoku/seedoku/internal/drawing"
)

// fontFamily is the name of the fonts within a file.
const fontFamily = "book"

// Inks, from 0 for black to 255. All of them are written as shades of black, so
// that a printer needs no other ink.
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

// canvas puts lines and letters on pages. It is a [drawing.Canvas].
type canvas struct {
	pdf       *fpdf.Fpdf
	font      *Font
	capHeight float64 // height of a digit, as a fraction of its size
	looks     ink     // at hand
	at        string  // what the library is working on, for errors
}

// newCanvas returns a canvas with no page yet. Nothing in a file depends on when
// and where it is written.
func newCanvas(p *plan) *canvas {
	width, height := p.sheetSize()
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	return &canvas{pdf: pdf, font: &Font{}, at: "pages"}
}

// describe writes what the file says of itself.
func (c *canvas) describe(b *Book) {
	c.at = "title and author"
	pdf := c.pdf
	pdf.SetCreationDate(b.created())
	pdf.SetModificationDate(b.created())
	pdf.SetCatalogSort(true)
	pdf.SetCompression(true)
	pdf.SetTitle(c.font.shown(b.name()), true)
	if b.Author != "" {
		pdf.SetAuthor(c.font.shown(b.Author), true)
	}
	pdf.SetCreator(b.Creator, true)
	pdf.SetProducer(b.Creator, true)
	if b.Language != "" {
		pdf.SetLang(b.Language)
	}
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
}

// load hands the letters of a font to the library.
func (c *canvas) load(font *Font) {
	c.at, c.font = "font", font
	for i, look := range builtIn {
		c.pdf.AddUTF8FontFromBytes(fontFamily, string(look.face), font.of(i))
	}
	height := float64(c.pdf.GetFontDesc(fontFamily, string(regular)).CapHeight)
	if height < 300 || height > 1000 { // some fonts do not say
		height = 700
	}
	c.capHeight = height / 1000
	c.at = "pages"
}

// turn starts a page and returns its number.
func (c *canvas) turn() int {
	c.pdf.AddPage()
	c.looks = ink{size: -1}
	return c.pdf.PageNo()
}

// bookmark lists the page in the outline of the file, under a name and below the
// last entry of a lower level.
func (c *canvas) bookmark(name string, level int) {
	c.use(ink{face: regular, size: 8}) // the library encodes names as the font at hand wants it
	c.pdf.Bookmark(c.font.shown(name), level, 0)
}

func (c *canvas) use(i ink) {
	if i == c.looks {
		return
	}
	c.looks = i
	c.pdf.SetFont(fontFamily, string(i.face), i.size)
	c.pdf.SetTextColor(i.gray, i.gray, i.gray)
	c.pdf.SetFillColor(i.gray, i.gray, i.gray) // the library writes less where it equals the color of text
}

// width returns how long a text is.
func (c *canvas) width(text string, i ink) float64 {
	c.use(i)
	return c.pdf.GetStringWidth(c.font.shown(text))
}

// text writes a line, with y its baseline.
func (c *canvas) text(x, y float64, a align, i ink, text string) {
	if text == "" {
		return
	}
	text = c.font.shown(text)
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
	if !c.exceeds(text, most, i) {
		return text
	}
	return strings.TrimSpace(text[:c.fits(text, "…", most, i)]) + "…"
}

// exceeds reports whether a text is longer than most. It measures no more of it
// than it needs.
func (c *canvas) exceeds(text string, most float64, i ink) bool {
	return c.fits(text, "", most, i) < len(text)
}

// fits returns the length in bytes of the longest beginning of a text that, with an
// end after it, is not longer than most.
func (c *canvas) fits(text, end string, most float64, i ink) int {
	c.use(i)
	units := c.pdf.GetStringSymbolWidth(end)
	for at, letter := range text {
		units += c.pdf.GetStringSymbolWidth(c.font.shown(string(letter)))
		if float64(units)*i.size/1000 > most {
			return at
		}
	}
	return len(text)
}

// wrapped breaks a text into lines, as rows does.
func (c *canvas) wrapped(text string, most float64, i ink) (lines []string) {
	for _, line := range c.rows([]run{{i.face, strings.ReplaceAll(text, "\n", " ")}}, most, i) {
		lines = append(lines, plainOf(line))
	}
	return lines
}

// fields splits a text at white space, but not at a space that does not break.
func fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) })
}

// balanced breaks a text into as few lines as wrapped does, and as even in length
// as they can be.
func (c *canvas) balanced(text string, most float64, i ink) []string {
	lines := c.wrapped(text, most, i)
	for narrow, step := most, most/2; step > 1; step /= 2 {
		tried := c.wrapped(text, narrow-step, i)
		if len(tried) == len(lines) && wholeWords(tried, text) == wholeWords(lines, text) {
			lines, narrow = tried, narrow-step
		}
	}
	return lines
}

// wholeWords reports whether a text was broken between words only.
func wholeWords(lines []string, text string) bool {
	return strings.Join(lines, " ") == strings.Join(fields(text), " ")
}

// inkOf returns the ink of a look.
func inkOf(look drawing.Look) ink {
	i := ink{regular, look.Size, int(look.Color[0])}
	if look.Bold {
		i.face = bold
	}
	return i
}

// Lines draws lines as one path.
func (c *canvas) Lines(pen drawing.Pen, lines []drawing.Line) {
	gray := int(pen.Color[0])
	c.pdf.SetDrawColor(gray, gray, gray)
	c.pdf.SetLineWidth(pen.Width)
	if pen.Square {
		c.pdf.SetLineCapStyle("square")
	}
	for _, l := range lines {
		c.pdf.MoveTo(l.From.X, l.From.Y)
		c.pdf.LineTo(l.To.X, l.To.Y)
	}
	c.pdf.DrawPath("D")
}

// dots fills circles in a color.
func (c *canvas) dots(radius float64, look drawing.Look, at []drawing.Point) {
	c.use(inkOf(look))
	for _, p := range at {
		c.pdf.Circle(p.X, p.Y, radius, "F")
	}
}

// Texts writes texts.
func (c *canvas) Texts(_ drawing.Look, texts []drawing.Text) {
	for _, t := range texts {
		i := inkOf(t.Look)
		for k, at := range t.At {
			letters := t.Text
			if len(t.At) > 1 {
				letters = letters[k : k+1]
			}
			c.text(at.X, at.Y+c.capHeight*i.size/2, centre, i, letters)
		}
	}
}

// Caption writes a line of text.
func (c *canvas) Caption(at drawing.Point, most float64, look drawing.Look, text string) {
	c.fitted(at.X, at.Y, most, left, inkOf(look), text)
}

// rule draws a fine line across a frame.
func (c *canvas) rule(x, y, width float64) {
	c.pdf.SetDrawColor(lightInk, lightInk, lightInk)
	c.pdf.SetLineWidth(0.25)
	c.pdf.Line(x, y, x+width, y)
}

// picture draws a picture in the middle of a frame, as large as it fits.
func (c *canvas) picture(p *Picture, f frame) error {
	file, kind, err := p.forPDF()
	if err != nil {
		return err
	}
	ratio := float64(p.size.X) / float64(p.size.Y)
	width := min(f.width, f.height*ratio)
	options := fpdf.ImageOptions{ImageType: kind}
	c.at = "picture"
	c.pdf.RegisterImageOptionsReader("picture", options, bytes.NewReader(file))
	c.pdf.ImageOptions("picture", f.x+(f.width-width)/2, f.y+(f.height-width/ratio)/2, width, width/ratio, false, options, 0, "")
	c.at = "pages"
	return c.pdf.Error()
}

// output writes the file. Only now are the letters cut out of their fonts.
func (c *canvas) output(w io.Writer) error {
	c.at = "font"
	return c.pdf.Output(w)
}
