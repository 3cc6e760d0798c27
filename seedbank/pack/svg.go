package pack

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// Measures of a picture, in its own units.
const (
	svgCell   = 50
	svgMargin = 24
	svgBoard  = 9 * svgCell
	svgWidth  = svgBoard + 2*svgMargin
	svgHeight = svgBoard + 2*svgMargin + 22
)

// svgWriter draws one puzzle: a file holds one picture. Digits of the solution
// are drawn small and gray if asked for.
type svgWriter struct {
	once
	w       io.Writer
	options Options
}

func newSVG(w io.Writer, options Options) Writer { return &svgWriter{once{format: "svg"}, w, options} }

func (s *svgWriter) Write(e *Entry) error {
	if err := s.take(); err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" font-family="Helvetica, Arial, sans-serif">`+"\n", svgWidth, svgHeight)
	fmt.Fprintf(&b, "<title>Sudoku</title>\n<desc>%s</desc>\n", e.Puzzle.Clues())
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", svgWidth, svgHeight)
	svgLines(&b)
	svgDigits(&b, e, s.options.Solutions)
	fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="13" fill="#555">`, svgMargin, svgBoard+2*svgMargin+4)
	xml.EscapeText(&b, []byte(e.caption()))
	b.WriteString("</text>\n</svg>\n")
	_, err := s.w.Write(b.Bytes())
	return err
}

func (s *svgWriter) Close() error { return nil }

func isSVG(line string) bool { return strings.HasPrefix(line, "<svg") }

// svgLines draws the thin lines between cells as one path and the thick ones
// around boxes as another.
func svgLines(b *bytes.Buffer) {
	for _, lines := range []struct {
		step  int
		style string
	}{{1, `stroke="#999" stroke-width="1"`}, {3, `stroke="#111" stroke-width="3" stroke-linecap="square"`}} {
		b.WriteString(`<path fill="none" ` + lines.style + ` d="`)
		for i := 0; i <= 9; i += lines.step {
			at := svgMargin + i*svgCell
			fmt.Fprintf(b, "M%d %dH%dM%[2]d %[1]dV%[3]d", svgMargin, at, svgMargin+svgBoard)
		}
		b.WriteString(`"/>` + "\n")
	}
}

func svgDigits(b *bytes.Buffer, e *Entry, solution bool) {
	fmt.Fprintf(b, `<g font-size="30" text-anchor="middle" fill="#111">`+"\n")
	for c := range sudoku.Cell(81) {
		x := svgMargin + c.Column()*svgCell + svgCell/2
		y := svgMargin + c.Row()*svgCell + svgCell/2
		switch {
		case e.Puzzle.Clues()[c] != 0:
			fmt.Fprintf(b, `<text x="%d" y="%d">%d</text>`+"\n", x, y+11, e.Puzzle.Clues()[c])
		case solution:
			fmt.Fprintf(b, `<text x="%d" y="%d" font-size="20" fill="#888">%d</text>`+"\n", x, y+7, e.Puzzle.Solution()[c])
		}
	}
	b.WriteString("</g>\n")
}
