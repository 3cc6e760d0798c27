package chart

import (
	"fmt"
	"io"

	"github.com/seedoku/seedoku/internal/drawing"
)

// figure is a picture in SVG that grows shape by shape.
type figure struct {
	drawing.SVG
	frame
}

// frame says how wide a figure is, where its plots begin and end, and how large the words at their
// axes are.
type frame struct{ width, left, right, words drawing.Pixels }

// wide is the frame of figures for desktops, narrow of one that phones can show.
var (
	wide   = frame{figureWidth, plotLeft, plotLeft + plotWidth, 11}
	narrow = frame{480, 72, 468, 14}
)

// Colors that stand for no level.
const (
	ink  = "#222"
	gray = "#666"
	rule = "#ddd"
	none = "#f6f6f6" // cells without seeds and rungs
)

// open begins a picture with its title and its description.
func (f *figure) open(height int, title, summary, more string) {
	f.Begin(int(f.width), height, `role="img" `, title, summary+more, [2]string{1: `rx="6" `})
	f.Printf(`<text x="%d" y="38" font-size="20" font-weight="bold" fill="%s">%s</text>`+"\n", margin, ink, title)
	f.Printf(`<text x="%d" y="60" font-size="13" fill="%s">%s</text>`+"\n", margin, gray, drawing.Escape(summary))
}

// legend draws what the colors of a list of words mean, from left to right.
func (f *figure) legend(words []string, apart drawing.Pixels, color func(i int) string, note string) {
	f.Group(`id="legend" font-size="12" fill="` + ink + `"`)
	for i, word := range words {
		x := margin + drawing.Pixels(i)*apart
		f.Fill(drawing.At(x, legendTop, 12, 12), color(i), note+word)
		f.Words(x+17, legendTop+10, word)
	}
	f.EndGroup()
}

// writeTo ends the picture of something and writes it.
func (f *figure) writeTo(w io.Writer, of string) error {
	f.End()
	if _, err := w.Write(f.Bytes()); err != nil {
		return fmt.Errorf("figure of %s: %w", of, err)
	}
	return nil
}

// heading names a part of the figure by a letter and a title, and explains it.
func (f *figure) heading(y drawing.Pixels, letter, title, explanation string) {
	f.Printf(`<text x="%v" y="%v" font-size="14" fill="%s"><tspan font-weight="bold">%s&#160;&#160;%s</tspan>`+
		`<tspan font-size="12" fill="%s" dx="10">%s</tspan></text>`+"\n",
		drawing.Pixels(margin), y, ink, drawing.Escape(letter), drawing.Escape(title), gray, drawing.Escape(explanation))
}

// countAxis draws the axis at the left of bars that stand on foot, and a line
// across the plot at each tick.
func (f *figure) countAxis(upward scale, foot drawing.Pixels) {
	f.leftAxis(upward, foot, upward.ticks(), upward.ticks(), commas)
	f.Printf(`<text transform="translate(%d %v) rotate(-90)" font-size="11" text-anchor="middle" fill="%s">seeds</text>`+"\n",
		margin+12, foot-upward.length/2, gray)
}

// leftAxis draws an axis at the left of a plot that stands on foot: lines across the
// plot, and words.
func (f *figure) leftAxis(upward scale, foot drawing.Pixels, lines, ticks []int, word func(int) string) {
	f.Group(`stroke="` + rule + `"`)
	for _, tick := range lines {
		f.Stroke(f.left, foot-upward.at(tick), f.right, foot-upward.at(tick))
	}
	f.EndGroup()
	f.Group(`stroke="` + gray + `"`)
	f.Stroke(f.left, foot, f.right, foot)
	f.EndGroup()
	f.beginWords("end", gray)
	for _, tick := range ticks {
		f.Words(f.left-6, foot-upward.at(tick)+4, word(tick))
	}
	f.EndGroup()
}

// beginWords opens a group of words. The anchor says which part of each is at its
// place: start, middle or end.
func (f *figure) beginWords(anchor, color string) {
	f.Group(fmt.Sprintf(`font-size="%v" text-anchor="%s" fill="%s"`, f.words, anchor, color))
}

// endWords closes a group of words below a plot, of which the last says in the middle
// what they count.
func (f *figure) endWords(y drawing.Pixels, what string) {
	f.Words((f.left+f.right)/2, y, what)
	f.EndGroup()
}
