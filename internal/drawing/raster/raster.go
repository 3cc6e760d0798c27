// Package raster draws pictures in pixels, in shades of gray.
//
// Start with [New].
package raster

import (
	"image"
	"image/color"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/seedoku/seedoku/internal/drawing"
)

// grays is the number of colors, from black to white: four bits a pixel. With more, image/png
// would be a little faster, but pictures would have some 40% more bytes.
const grays = 16

// Picture is a picture in pixels, a [drawing.Canvas]. It ignores bold and classes
// of letters.
type Picture struct{ *image.Paletted }

// letters are the font of all pictures, read when the first one needs it.
var letters = sync.OnceValue(func() *opentype.Font {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic("raster: the font of the program is damaged: " + err.Error())
	}
	return parsed
})

// New returns a white picture.
func New(width, height int) *Picture {
	var palette color.Palette
	for i := range grays {
		palette = append(palette, color.Gray{Y: uint8(i * 255 / (grays - 1))})
	}
	p := &Picture{image.NewPaletted(image.Rect(0, 0, width, height), palette)}
	p.fill(p.Rect, drawing.Gray(0xff))
	return p
}

// fill looks the color up once, which image/draw does for each pixel.
func (p *Picture) fill(area image.Rectangle, c drawing.Color) {
	area = area.Intersect(p.Rect)
	index := uint8(p.Palette.Index(rgba(c)))
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := p.Pix[p.PixOffset(area.Min.X, y):p.PixOffset(area.Max.X, y)]
		for x := range row {
			row[x] = index
		}
	}
}

func rgba(c drawing.Color) color.RGBA { return color.RGBA{c[0], c[1], c[2], 0xff} }

// Lines draws lines of whole pixels.
func (p *Picture) Lines(pen drawing.Pen, lines []drawing.Line) {
	half := int(pen.Width) / 2
	for _, l := range lines {
		p.fill(image.Rect(int(l.From.X)-half, int(l.From.Y)-half, int(l.To.X)+half, int(l.To.Y)+half), pen.Color)
	}
}

// Texts writes texts.
func (p *Picture) Texts(_ drawing.Look, texts []drawing.Text) {
	pens := map[drawing.Look]*font.Drawer{}
	for _, t := range texts {
		pen := pens[t.Look]
		if pen == nil {
			pen = p.pen(t.Look)
			defer pen.Face.Close()
			pens[t.Look] = pen
		}
		height := pen.Face.Metrics().CapHeight
		for i, at := range t.At {
			text := t.Text
			if len(t.At) > 1 {
				text = text[i : i+1]
			}
			pen.Dot = fixed.P(int(at.X), int(at.Y))
			pen.Dot.X -= pen.MeasureString(text) / 2
			pen.Dot.Y += height / 2
			pen.DrawString(text)
		}
	}
}

// Caption writes a line of text.
func (p *Picture) Caption(at drawing.Point, most float64, look drawing.Look, text string) {
	pen := p.pen(look)
	if width := pen.MeasureString(text); width > fixed.I(int(most)) {
		pen.Face.Close()
		// Widths of letters are rounded: a little less than it could be.
		look.Size *= float64(fixed.I(int(most)-2)) / float64(width)
		pen = p.pen(look)
	}
	defer pen.Face.Close()
	pen.Dot = fixed.P(int(at.X), int(at.Y))
	pen.DrawString(text)
}

// pen returns a drawer of letters. The font was read before: no size is an error.
func (p *Picture) pen(look drawing.Look) *font.Drawer {
	face, err := opentype.NewFace(letters(), &opentype.FaceOptions{Size: look.Size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("raster: no letters of this size: " + err.Error())
	}
	return &font.Drawer{Dst: p, Src: image.NewUniform(rgba(look.Color)), Face: face}
}
