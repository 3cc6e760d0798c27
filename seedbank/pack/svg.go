package pack

import (
	"io"
	"strings"
	"unicode"

	"github.com/seedoku/seedoku/internal/svg"
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
	var b svg.Picture
	b.Begin(svgWidth, svgHeight, "", "Sudoku", e.Puzzle.Clues().String(), [2]string{})
	b.Grid(svgMargin, svgCell, `fill="none" stroke="#999" stroke-width="1"`, `fill="none" stroke="#111" stroke-width="3" stroke-linecap="square"`)
	svgDigits(&b, e, s.solution)
	caption := e.caption()
	b.Printf(`<text x="%d" y="%d" font-size="%.3g" fill="#555">%s</text>`+"\n</svg>\n", svgMargin, svgBoard+2*svgMargin+4, svgCaptionSize(caption), svg.Escape(caption))
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

func svgDigits(b *svg.Picture, e *Entry, solution bool) {
	b.Printf(`<g font-size="30" text-anchor="middle" fill="#111">` + "\n")
	for c := range sudoku.Cell(81) {
		x := svgMargin + c.Column()*svgCell + svgCell/2
		y := svgMargin + c.Row()*svgCell + svgCell/2
		switch {
		case e.Puzzle.Clues()[c] != 0:
			b.Printf(`<text x="%d" y="%d">%d</text>`+"\n", x, y+11, e.Puzzle.Clues()[c])
		case solution:
			b.Printf(`<text x="%d" y="%d" font-size="20" fill="#888">%d</text>`+"\n", x, y+7, e.Puzzle.Solution()[c])
		}
	}
	b.WriteString("</g>\n")
}
