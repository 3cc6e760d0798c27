package book

import (
	"bufio"
	"fmt"
	"io"
)

// WriteHTML writes the book as one page, with everything in it, that a browser
// shows and prints on the paper of the layout. It has the errors of [Book.WritePDF], but
// letters are not checked: a browser has fonts of its own, see [Book.Readable].
func (b *Book) WriteHTML(w io.Writer) error {
	plan, err := b.Layout.plan()
	if err != nil {
		return err
	}
	m := newMarkup(b, plan)
	m.puzzleAddress = func(i int) string { return fmt.Sprintf("#p%d", b.number(i)) }
	m.solutionAddress = func(i int) string { return fmt.Sprintf("#s%d", b.number(i)) }
	if b.Font.file != nil {
		m.FontAddress = dataURI("font/ttf", b.Font.file)
	}
	if cover := m.cover(); cover.exists() {
		m.PictureAddress = dataURI(cover.mediaType(), cover.file)
	}
	page := bufio.NewWriter(w)
	if err := templates().ExecuteTemplate(page, "html.tmpl", m); err != nil {
		return err
	}
	return page.Flush()
}

// styleSizes are the sizes of the paper and of the grids on it: of the paper in inches,
// of the others in points.
type styleSizes struct {
	Width, Height, Margin, TextWidth float64
	Side, Digit                      float64 // of a puzzle
	SmallSide, SmallDigit            float64 // of a solution
	Label                            float64 // above a grid
}

// Printed returns the sizes for the style sheet. Grids are a little smaller than in
// the booklet: browsers round up.
func (m *markup) Printed() styleSizes {
	const less, digitShare = 0.94, 1.9
	side := m.puzzlePlaces(m.PerPage, gutterOf(0)).side * less
	small := m.solutionPlaces(gutterOf(0)).side * less
	margin := m.paper.margin() / inch
	return styleSizes{
		Width: m.paper.width / inch, Height: m.paper.height / inch, Margin: margin, TextWidth: m.paper.width/inch - 2*margin,
		Side: side, Digit: side / 9 / digitShare, SmallSide: small, SmallDigit: small / 9 / digitShare,
		Label: m.sizes.label * 1.2,
	}
}
