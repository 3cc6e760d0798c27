package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// Charset is the characters that draw bars of text, each one column
// wide. The last one fills its place; the others fill less, in equal steps. The
// empty Charset draws no bars, only numbers.
type Charset string

// The character sets.
const (
	Blocks Charset = "▏▎▍▌▋▊▉█" // eighths, for Unicode
	ASCII  Charset = "#"
)

// Bar returns the bar of a count, at most length characters long. The greatest
// count has the whole length, the others their share of it, to the nearest shade.
// A count of at least 1 has at least the lightest shade.
func (c Charset) Bar(length, count, greatest int) string {
	return brush{shades: []rune(c), length: length}.bar(count, greatest)
}

// Bars returns three charts as text, with an empty line between them: the seeds
// and rungs by level, by number of clues, and by rating, half a point of ER to
// a line. A line has a label, the number of seeds with its bar, and the number
// of rungs with its bar. The longest bar of a column belongs to its greatest
// number. Each column has its own scale, because there are far more rungs than
// seeds. If there are no rungs at all, they have no column.
//
// A line has at most width characters, and no space at its end. If the width
// leaves no room for bars, there are none, and a line is as long as its label
// and numbers need. An empty bank gives no text.
func Bars(stats *seedbank.Stats, width int, charset Charset) string {
	total := totalOf(stats)
	if total.Sum() == 0 {
		return ""
	}
	charts := []barChart{levelChart(stats.ByLevel), clueChart(total), ratingChart(total)}
	// All bars have the same greatest length, so that the charts line up.
	b := brush{shades: []rune(charset), length: max(0, width)}
	for i := range charts {
		b.length = min(b.length, charts[i].room(width))
	}
	var text strings.Builder
	for i := range charts {
		if i > 0 {
			text.WriteByte('\n')
		}
		charts[i].write(&text, b)
	}
	return text.String()
}

func levelChart(byLevel map[rating.Level]*seedbank.Count) barChart {
	c := newBarChart("Level")
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		if of := byLevel[level]; of != nil {
			c.add(level.Title(), of.Tally)
		}
	}
	return c
}

func clueChart(total *seedbank.Count) barChart {
	c := newBarChart("Clues")
	for clues := total.Clues.Low; clues <= total.Clues.High; clues++ {
		c.add(strconv.Itoa(clues), total.ByClues[clues])
	}
	return c
}

func ratingChart(total *seedbank.Count) barChart {
	c := newBarChart("ER")
	// An int, because tenths would overflow at the step after the last.
	for low := int(total.ER.Low) / erStep * erStep; low <= int(total.ER.High); low += erStep {
		high := min(low+erStep-1, int(rating.MaxTenths))
		var tally seedbank.Tally
		for tenths := low; tenths <= high; tenths++ {
			of := total.ByER[rating.Tenths(tenths)]
			tally.Seeds += of.Seeds
			tally.Rungs += of.Rungs
		}
		c.add(fmt.Sprintf("%4v-%v", rating.Tenths(low), rating.Tenths(high)), tally)
	}
	return c
}

// barChart is lines of a label and two bars:
//
//	 Clues  Seeds       Rungs
//	 17         5 █         0
//	 18        42 █████    10 █
//	|label |  column   | column  |
//
// The first line holds the names of the columns.
type barChart struct {
	labels       []string // the heading first
	seeds, rungs barColumn
}

// barColumn is numbers, each with a bar.
type barColumn struct {
	name   string
	counts []int
}

func newBarChart(heading string) barChart {
	return barChart{[]string{heading}, barColumn{name: "Seeds"}, barColumn{name: "Rungs"}}
}

func (c *barChart) add(label string, tally seedbank.Tally) {
	c.labels = append(c.labels, label)
	c.seeds.counts = append(c.seeds.counts, tally.Seeds)
	c.rungs.counts = append(c.rungs.counts, tally.Rungs)
}

// labelWidth returns the length of the longest label, in characters.
func (c *barChart) labelWidth() (width int) {
	for _, label := range c.labels {
		width = max(width, utf8.RuneCountInString(label))
	}
	return width
}

// room returns the length that the two bars of a line can have, each. It is 0
// if the label and the numbers take the whole width.
func (c *barChart) room(width int) int {
	const spaces, more = 1 + 2 + 1, 2 + 1
	left := width - spaces - c.labelWidth() - c.seeds.digits()
	if c.rungs.greatest() > 0 {
		left = (left - more - c.rungs.digits()) / 2
	}
	return max(0, left)
}

// write writes the lines.
func (c *barChart) write(text *strings.Builder, b brush) {
	width := c.labelWidth()
	left, right := c.seeds.draw(b), c.rungs.draw(b)
	for i, label := range c.labels {
		line := fmt.Sprintf(" %-*s  %-*s", width, label, c.seeds.digits()+1+b.length, left[i])
		if c.rungs.greatest() > 0 {
			line += "  " + right[i]
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

func (c *barColumn) greatest() int { return slices.Max(append([]int{0}, c.counts...)) }

// digits returns the characters of the longest number, or of the name if it is
// longer.
func (c *barColumn) digits() int {
	return max(len(c.name), len(strconv.Itoa(c.greatest())))
}

// draw returns the name, then each number with its bar.
func (c *barColumn) draw(b brush) []string {
	lines := []string{fmt.Sprintf("%*s", c.digits(), c.name)}
	greatest := c.greatest()
	for _, count := range c.counts {
		lines = append(lines, fmt.Sprintf("%*d %s", c.digits(), count, b.bar(count, greatest)))
	}
	return lines
}

// brush draws bars.
type brush struct {
	shades []rune // of a Charset
	length int    // characters of the longest bar
}

// bar returns the bar of a count, to the nearest shade. The greatest count has
// the whole length, the others their share of it. A count of at least 1 has at
// least the lightest shade.
func (b brush) bar(count, greatest int) string {
	parts := len(b.shades)
	if count == 0 || parts == 0 || b.length == 0 {
		return ""
	}
	n := max(1, int(math.Round(float64(parts*b.length)*float64(count)/float64(greatest))))
	bar := strings.Repeat(string(b.shades[parts-1]), n/parts)
	if rest := n % parts; rest > 0 {
		bar += string(b.shades[rest-1])
	}
	return bar
}
