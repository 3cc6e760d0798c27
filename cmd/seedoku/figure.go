package main

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
)

// figure is a picture in SVG in the making. Lengths are in pixels, from the
// upper left corner, and written to a tenth.
type figure struct{ bytes.Buffer }

// pixels is a length as it is written, to a tenth of a pixel.
type pixels float64

func (p pixels) String() string {
	return strconv.FormatFloat(math.Round(float64(p)*10)/10, 'f', -1, 64)
}

// area is a rectangle.
type area struct{ x, y, width, height pixels }

// begin opens a group of shapes that share attributes.
func (d *figure) begin(attributes string) { fmt.Fprintf(d, "<g %s>\n", attributes) }

// end closes the last group.
func (d *figure) end() { d.WriteString("</g>\n") }

// rect fills an area. The note is what a viewer shows under the pointer; it and
// the words of text must be free of what XML would have to escape.
func (d *figure) rect(a area, fill, note string) {
	fmt.Fprintf(d, `<rect x="%v" y="%v" width="%v" height="%v" fill="%s"><title>%s</title></rect>`+"\n",
		a.x, a.y, a.width, a.height, fill, note)
}

// line draws a line with the stroke of its group.
func (d *figure) line(x1, y1, x2, y2 pixels) {
	fmt.Fprintf(d, `<path d="M%v %vL%v %v"/>`+"\n", x1, y1, x2, y2)
}

// text writes words in the manner of its group.
func (d *figure) text(x, y pixels, words string) {
	fmt.Fprintf(d, `<text x="%v" y="%v">%s</text>`+"\n", x, y, words)
}

// heading writes what a part of the picture shows: a letter to name it by, a
// title, and what else there is to know.
func (d *figure) heading(y pixels, letter, title, more string) {
	fmt.Fprintf(d, `<text x="%v" y="%v" font-size="14" fill="%s"><tspan font-weight="bold">%s&#160;&#160;%s</tspan>`+
		`<tspan font-size="12" fill="%s" dx="10">%s</tspan></text>`+"\n", pixels(margin), y, ink, letter, title, gray, more)
}

// scale places counts on a line: 0 at its start, the greatest at its end.
type scale struct {
	greatest int
	length   pixels
	log      bool
}

// logFoot is how many decades a logarithmic scale has below 1, so that the
// bar of 1 can be seen.
const logFoot = 0.3

// at returns the distance of a count from the start.
func (s scale) at(count int) pixels {
	switch {
	case count == 0:
		return 0
	case s.log:
		return s.length * pixels((math.Log10(float64(count))+logFoot)/(math.Log10(float64(s.greatest))+logFoot))
	}
	return s.length * pixels(count) / pixels(s.greatest)
}

// ticks returns the counts to write at the axis: the powers of ten, or up to
// five steps of 1, 2 or 5 times such a power.
func (s scale) ticks() (list []int) {
	if s.log {
		for tick := 1; tick <= s.greatest; tick *= 10 {
			list = append(list, tick)
		}
		return list
	}
	step := 1
	for i := 0; step*5 < s.greatest; i++ {
		step = step / []int{1, 2, 4}[i%3] * []int{2, 5, 10}[i%3]
	}
	for tick := 0; tick <= s.greatest; tick += step {
		list = append(list, tick)
	}
	return list
}
