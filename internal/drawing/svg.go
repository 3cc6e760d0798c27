package drawing

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// SVG is an SVG 1.1 document that is being written. It is a [Canvas], and also
// takes raw markup.
type SVG struct{ bytes.Buffer }

// Printf writes markup.
func (s *SVG) Printf(format string, args ...any) { fmt.Fprintf(s, format, args...) }

// Begin writes the head of a picture that stands alone: its size, its title, a
// description, and a white ground. Attributes are added to the document after its
// size, and to the ground before and after its size.
func (s *SVG) Begin(width, height int, attributes, title, description string, ground [2]string) {
	s.Printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" %sfont-family="Helvetica, Arial, sans-serif">`+"\n", width, height, attributes)
	s.Printf("<title>%s</title>\n<desc>%s</desc>\n", Escape(title), Escape(description))
	s.Printf(`<rect %swidth="%d" height="%d" %sfill="#fff"/>`+"\n", ground[0], width, height, ground[1])
}

// End writes the foot of a picture.
func (s *SVG) End() { s.WriteString("</svg>\n") }

// Lines draws lines as one path.
func (s *SVG) Lines(pen Pen, lines []Line) {
	s.Printf(`<path %sfill="none" stroke="%v" stroke-width="%v"`, classOf(pen.Class), pen.Color, pen.Width)
	if pen.Square {
		s.WriteString(` stroke-linecap="square"`)
	}
	s.WriteString(` d="`)
	for _, l := range lines {
		s.Printf("M%v %v", l.From.X, l.From.Y)
		if l.From.Y == l.To.Y {
			s.Printf("H%v", l.To.X)
		} else {
			s.Printf("V%v", l.To.Y)
		}
	}
	s.WriteString("\"/>\n")
}

// Texts writes texts as a group. Each has the attributes that it does not share with
// the others.
func (s *SVG) Texts(look Look, texts []Text) {
	s.Printf(`<g font-size="%v" text-anchor="middle" fill="%v">`+"\n", look.Size, look.Color)
	for _, t := range texts {
		var xs, ys []string
		for _, p := range t.At {
			xs = append(xs, number(p.X))
			ys = append(ys, number(p.Y+math.Round(drop*t.Size)))
		}
		s.Printf(`<text %sx="%s" y="%s"`, classOf(t.Class), strings.Join(xs, " "), strings.Join(ys, " "))
		if t.Size != look.Size {
			s.Printf(` font-size="%v"`, t.Size)
		}
		if t.Color != look.Color {
			s.Printf(` fill="%v"`, t.Color)
		}
		if t.Bold != look.Bold {
			s.WriteString(` font-weight="bold"`)
		}
		s.Printf(">%s</text>\n", Escape(t.Text))
	}
	s.WriteString("</g>\n")
}

// drop is how far the foot of a digit lies below its middle, in sizes of letters.
const drop = 0.36

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func classOf(class string) string {
	if class == "" {
		return ""
	}
	return `class="` + class + `" `
}

// widest is how much wider than Helvetica the letters of a viewer's font can be.
const widest = 1.25

// Caption writes a line of text. Who draws the picture chooses the font: its letters are
// taken to be as wide as those of Helvetica are on average. Where wider ones would make the
// line longer than most, it gets its length from the picture.
func (s *SVG) Caption(at Point, most float64, look Look, text string) {
	width := 0.0 // in sizes of letters
	for _, letter := range text {
		switch {
		case unicode.IsUpper(letter):
			width += 0.69
		case unicode.IsLetter(letter), unicode.IsDigit(letter):
			width += 0.54
		default:
			width += 0.31
		}
	}
	size, fixed := min(look.Size, most/cmp.Or(width, 1)), ""
	if length := size * width; length*widest > most {
		fixed = fmt.Sprintf(` textLength="%.4g" lengthAdjust="spacingAndGlyphs"`, length)
	}
	s.Printf(`<text %sx="%v" y="%v" font-size="%.3g" fill="%v"%s>%s</text>`+"\n",
		classOf(look.Class), at.X, at.Y, size, look.Color, fixed, Escape(text))
}

// Escape returns words in the form that XML needs.
func Escape(words string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(words)) // never fails: a Builder takes everything
	return b.String()
}
