package pack

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode"

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

// svgWriter draws a puzzle. Digits of the solution, if asked for, are small and
// gray.
type svgWriter struct {
	w        io.Writer
	solution bool
}

func newSVG(w io.Writer, s Settings) (Writer, error) {
	return svgWriter{w, s.on(solutionOption)}, nil
}

func (s svgWriter) Write(e *Entry) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" font-family="Helvetica, Arial, sans-serif">`+"\n", svgWidth, svgHeight)
	fmt.Fprintf(&b, "<title>Sudoku</title>\n<desc>%s</desc>\n", e.Puzzle.Clues())
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", svgWidth, svgHeight)
	svgLines(&b)
	svgDigits(&b, e, s.solution)
	caption := e.caption()
	fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%.3g" fill="#555">`, svgMargin, svgBoard+2*svgMargin+4, svgCaptionSize(caption))
	xml.EscapeText(&b, []byte(caption))
	b.WriteString("</text>\n</svg>\n")
	_, err := s.w.Write(b.Bytes())
	return err
}

func (s svgWriter) Close() error { return nil }

func isSVG(line string) bool { return strings.HasPrefix(line, "<svg") }

// svgCaptionSize returns the size of letters in which a caption is no longer than the
// board. Who draws the picture chooses the font: its letters are taken to be as wide as
// those of Helvetica are on average.
func svgCaptionSize(text string) float64 {
	const most = 13
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
	return min(most, svgBoard/width)
}

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
