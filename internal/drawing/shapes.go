package drawing

import (
	"math"
	"strconv"
)

// Pixels is a length in a picture of figures, such as a chart. It is written to a tenth
// of a pixel.
type Pixels float64

func (p Pixels) String() string {
	return strconv.FormatFloat(math.Round(float64(p)*10)/10, 'f', -1, 64)
}

// Area is a rectangle.
type Area struct{ X, Y, Width, Height Pixels }

// At returns the area with its upper left corner at a place.
func At(x, y, width, height Pixels) Area { return Area{x, y, width, height} }

// Group opens a group of shapes that share attributes.
func (s *SVG) Group(attributes string) { s.Printf("<g %s>\n", attributes) }

// EndGroup closes the group opened last.
func (s *SVG) EndGroup() { s.WriteString("</g>\n") }

// Fill fills an area, with a note: the text that a viewer shows for it.
func (s *SVG) Fill(a Area, fill, note string) {
	s.Printf(`<rect x="%v" y="%v" width="%v" height="%v" fill="%s"><title>%s</title></rect>`+"\n",
		a.X, a.Y, a.Width, a.Height, fill, Escape(note))
}

// Stroke draws a line with the stroke of its group.
func (s *SVG) Stroke(x1, y1, x2, y2 Pixels) {
	s.Printf(`<path d="M%v %vL%v %v"/>`+"\n", x1, y1, x2, y2)
}

// Words writes words in the font of their group.
func (s *SVG) Words(x, y Pixels, words string) {
	s.Printf(`<text x="%v" y="%v">%s</text>`+"\n", x, y, Escape(words))
}
