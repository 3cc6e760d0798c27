package pack

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

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

// press puts lines and letters on pages.
type press struct {
	pdf       *fpdf.Fpdf
	capHeight float64 // height of a digit, as part of its size
}

// newPress returns a press with no page yet. Nothing of a file depends on when
// and where it is written.
func newPress(p paper, title string, created time.Time) *press {
	pdf := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: p.width, Ht: p.height}})
	if created.IsZero() {
		created = time.Unix(0, 0)
	}
	pdf.SetCreationDate(created.UTC())
	pdf.SetModificationDate(created.UTC())
	pdf.SetCatalogSort(true)
	pdf.SetCompression(true)
	pdf.SetTitle(title, true)
	pdf.SetCreator("Seedoku", true)
	pdf.SetMargins(0, 0, 0)
	pdf.SetAutoPageBreak(false, 0)
	// The library may write on what it is handed.
	pdf.AddUTF8FontFromBytes(fontFamily, string(regular), slices.Clone(goregular.TTF))
	pdf.AddUTF8FontFromBytes(fontFamily, string(bold), slices.Clone(gobold.TTF))
	height := pdf.GetFontDesc(fontFamily, string(regular)).CapHeight
	return &press{pdf: pdf, capHeight: float64(height) / 1000}
}

// turn starts a page and returns its number.
func (p *press) turn() int {
	p.pdf.AddPage()
	return p.pdf.PageNo()
}

// bookmark lists the page under a name in the outline of the file.
func (p *press) bookmark(name string) {
	p.use(ink{face: regular, size: 8}) // the library encodes names as the font at hand wants it
	p.pdf.Bookmark(name, 0, 0)
}

func (p *press) use(i ink) {
	p.pdf.SetFont(fontFamily, string(i.face), i.size)
	p.pdf.SetTextColor(i.gray, i.gray, i.gray)
	p.pdf.SetFillColor(i.gray, i.gray, i.gray) // equal to that of text: less to write
}

// width returns how long a text is.
func (p *press) width(text string, i ink) float64 {
	p.pdf.SetFontSize(i.size)
	p.use(i)
	return p.pdf.GetStringWidth(text)
}

// text writes a line, with y its baseline.
func (p *press) text(x, y float64, a align, i ink, text string) {
	p.use(i)
	if a != left {
		x -= float64(a) * p.pdf.GetStringWidth(text)
	}
	p.pdf.Text(x, y, text)
}

// fitted writes a line no longer than most, in smaller letters if need be.
func (p *press) fitted(x, y, most float64, a align, i ink, text string) {
	if width := p.width(text, i); width > most {
		i.size *= most / width
	}
	p.text(x, y, a, i, text)
}

// shortened returns as much of a text as there is room for.
func (p *press) shortened(text string, most float64, i ink) string {
	if p.width(text, i) <= most {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && p.width(string(letters)+"…", i) > most {
		letters = letters[:len(letters)-1]
	}
	return strings.TrimSpace(string(letters)) + "…"
}

// wrapped breaks a text into lines no longer than most. A word longer than that
// is broken too.
func (p *press) wrapped(text string, most float64, i ink) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if p.width(longer, i) <= most {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; p.width(line, i) > most; {
			head := p.head(line, most, i)
			lines = append(lines, head)
			line = line[len(head):]
		}
	}
	return append(lines, line)
}

// head returns the longest beginning of a word that there is room for, one
// letter at least.
func (p *press) head(word string, most float64, i ink) string {
	end := len(word)
	for at := range word {
		if at > 0 && p.width(word[:at], i) > most {
			break
		}
		if at > 0 {
			end = at
		}
	}
	return word[:end]
}

// rule draws a fine line across a frame.
func (p *press) rule(x, y, width float64) {
	p.pdf.SetDrawColor(lightInk, lightInk, lightInk)
	p.pdf.SetLineWidth(0.25)
	p.pdf.Line(x, y, x+width, y)
}

// lines draws the lines of a grid: thin ones between cells, then thick ones
// around boxes. A thick line is 1.2 points on a puzzle of usual size.
func (p *press) lines(f frame) {
	for _, pen := range [...]struct {
		step, gray int
		width      float64
	}{{1, gray50, 0.25}, {3, black, max(0.6, min(1.2, f.width/150))}} {
		p.pdf.SetDrawColor(pen.gray, pen.gray, pen.gray)
		p.pdf.SetLineWidth(pen.width)
		p.pdf.SetLineCapStyle("square")
		for i := 0; i <= 9; i += pen.step {
			if pen.step == 1 && i%3 == 0 {
				continue
			}
			at := float64(i) * f.width / 9
			p.pdf.MoveTo(f.x, f.y+at)
			p.pdf.LineTo(f.x+f.width, f.y+at)
			p.pdf.MoveTo(f.x+at, f.y)
			p.pdf.LineTo(f.x+at, f.y+f.height)
		}
		p.pdf.DrawPath("D")
	}
}

// digits writes the digits of a grid, in some of its cells, in the middles of
// them.
func (p *press) digits(f frame, g sudoku.Grid, cells sudoku.Cells, i ink) {
	p.use(i)
	var half [10]float64
	for d := range half {
		half[d] = p.pdf.GetStringWidth(digitText[d:d+1]) / 2
	}
	side := f.width / 9
	drop := side/2 + p.capHeight*i.size/2
	for c := range cells.All() {
		d := g[c]
		p.pdf.Text(
			f.x+(float64(c.Column())+0.5)*side-half[d],
			f.y+float64(c.Row())*side+drop,
			digitText[d:d+1])
	}
}

const digitText = "0123456789"

// legible returns an error if the fonts lack a letter of a text. They have those
// of Latin, Greek and Cyrillic.
func legible(text string) error {
	font, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	var buffer sfnt.Buffer
	for _, letter := range text {
		if glyph, err := font.GlyphIndex(&buffer, letter); err != nil || glyph == 0 {
			return fmt.Errorf("no letter %q (%U) in the fonts of a booklet, which are Latin, Greek and Cyrillic", letter, letter)
		}
	}
	return nil
}
