// Package svg writes what pictures in SVG share: the head, texts, and the lines of a
// grid. What is drawn between them is written by whoever draws.
//
// Start with [Picture.Begin].
package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// Picture is an SVG document in the making.
type Picture struct{ bytes.Buffer }

// Printf writes markup.
func (p *Picture) Printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// Begin writes the head of a picture that stands alone: its size, its title, a
// description, and a white ground. Attributes are added to the document behind its
// size, and to the ground before and behind its size.
func (p *Picture) Begin(width, height int, attributes, title, description string, ground [2]string) {
	p.Printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" %sfont-family="Helvetica, Arial, sans-serif">`+"\n", width, height, attributes)
	p.Printf("<title>%s</title>\n<desc>%s</desc>\n", Escape(title), Escape(description))
	p.Printf(`<rect %swidth="%d" height="%d" %sfill="#fff"/>`+"\n", ground[0], width, height, ground[1])
}

// Grid writes the lines of a grid: the thin ones between cells as one path and the
// thick ones around boxes as another, each with its attributes.
func (p *Picture) Grid(margin, cell int, thin, thick string) {
	for _, lines := range []struct {
		step       int
		attributes string
	}{{1, thin}, {3, thick}} {
		p.Printf(`<path %s d="`, lines.attributes)
		for i := 0; i <= 9; i += lines.step {
			p.Printf("M%d %dH%dM%[2]d %[1]dV%[3]d", margin, margin+i*cell, margin+9*cell)
		}
		p.WriteString(`"/>` + "\n")
	}
}

// Escape returns words in the form that XML needs.
func Escape(words string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(words)) // never fails: a Builder takes everything
	return b.String()
}
