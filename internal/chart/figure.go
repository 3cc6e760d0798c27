package chart

import (
	"math"
	"strconv"

	"github.com/seedoku/seedoku/internal/drawing"
)

// figure is a picture in SVG that grows shape by shape.
type figure struct{ drawing.SVG }

// pixels is a length. It is written to a tenth of a pixel.
type pixels float64

func (p pixels) String() string {
	return strconv.FormatFloat(math.Round(float64(p)*10)/10, 'f', -1, 64)
}

// area is a rectangle.
type area struct{ x, y, width, height pixels }

// Colors that stand for no level.
const (
	ink  = "#222"
	gray = "#666"
	rule = "#ddd"
	none = "#f6f6f6" // where the bank has nothing
)

// open begins a picture with its title and, in words, what it shows.
func (f *figure) open(height int, title, summary, more string) {
	f.Begin(figureWidth, height, `role="img" `, title, summary+more, [2]string{1: `rx="6" `})
	f.Printf(`<text x="%d" y="38" font-size="20" font-weight="bold" fill="%s">%s</text>`+"\n", margin, ink, title)
	f.Printf(`<text x="%d" y="60" font-size="13" fill="%s">%s</text>`+"\n", margin, gray, drawing.Escape(summary))
}

// begin opens a group of shapes that share attributes.
func (f *figure) begin(attributes string) { f.Printf("<g %s>\n", attributes) }

// end closes the group opened last.
func (f *figure) end() { f.WriteString("</g>\n") }

// rect fills an area, with a note.
func (f *figure) rect(a area, fill, note string) {
	f.Printf(`<rect x="%v" y="%v" width="%v" height="%v" fill="%s"><title>%s</title></rect>`+"\n",
		a.x, a.y, a.width, a.height, fill, drawing.Escape(note))
}

// line draws a line with the stroke of its group.
func (f *figure) line(x1, y1, x2, y2 pixels) {
	f.Printf(`<path d="M%v %vL%v %v"/>`+"\n", x1, y1, x2, y2)
}

// text writes words in the font of its group.
func (f *figure) text(x, y pixels, words string) {
	f.Printf(`<text x="%v" y="%v">%s</text>`+"\n", x, y, drawing.Escape(words))
}

// heading names a part of the figure by a letter and a title, and explains it.
func (f *figure) heading(y pixels, letter, title, explanation string) {
	f.Printf(`<text x="%v" y="%v" font-size="14" fill="%s"><tspan font-weight="bold">%s&#160;&#160;%s</tspan>`+
		`<tspan font-size="12" fill="%s" dx="10">%s</tspan></text>`+"\n",
		pixels(margin), y, ink, drawing.Escape(letter), drawing.Escape(title), gray, drawing.Escape(explanation))
}

// countAxis draws the axis at the left of bars that stand on foot, and a line
// across the plot at each tick.
func (f *figure) countAxis(upward scale, foot pixels) {
	f.leftAxis(upward, foot, upward.ticks(), upward.ticks(), commas)
	f.Printf(`<text transform="translate(%d %v) rotate(-90)" font-size="11" text-anchor="middle" fill="%s">seeds</text>`+"\n",
		margin+12, foot-upward.length/2, gray)
}

// leftAxis draws an axis at the left of a plot that stands on foot: lines across the
// plot, and words.
func (f *figure) leftAxis(upward scale, foot pixels, lines, ticks []int, word func(int) string) {
	f.begin(`stroke="` + rule + `"`)
	for _, tick := range lines {
		f.line(plotLeft, foot-upward.at(tick), plotLeft+plotWidth, foot-upward.at(tick))
	}
	f.end()
	f.begin(`stroke="` + gray + `"`)
	f.line(plotLeft, foot, plotLeft+plotWidth, foot)
	f.end()
	f.beginWords("end", gray)
	for _, tick := range ticks {
		f.text(plotLeft-6, foot-upward.at(tick)+4, word(tick))
	}
	f.end()
}

// beginWords opens a group of words. The anchor says which part of each is at its
// place: start, middle or end.
func (f *figure) beginWords(anchor, color string) {
	f.begin(`font-size="11" text-anchor="` + anchor + `" fill="` + color + `"`)
}

// endWords closes a group of words below a plot, of which the last says in the middle
// what they count.
func (f *figure) endWords(y pixels, what string) {
	f.text(plotLeft+plotWidth/2, y, what)
	f.end()
}
