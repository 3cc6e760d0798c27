package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// barWidth is how many characters the longest bar of a column takes. With
// labels and numbers, a line has at most 80.
const barWidth = 22

// bars is a heading, and a line of two bars for each kind of puzzle: its seeds
// and its rungs. Each of the two columns has a scale of its own, as there are
// far more rungs.
type bars struct {
	heading string
	lines   []barLine
}

type barLine struct {
	label string
	tally seedbank.Tally
}

func (b *bars) add(label string, tally seedbank.Tally) {
	b.lines = append(b.lines, barLine{label, tally})
}

// String draws the bars, a line each, below a line of headings.
func (b *bars) String() string {
	labels := []string{b.heading}
	seeds, rungs := barColumn{name: "Seeds"}, barColumn{name: "Rungs"}
	for _, line := range b.lines {
		labels = append(labels, line.label)
		seeds.counts = append(seeds.counts, line.tally.Seeds)
		rungs.counts = append(rungs.counts, line.tally.Rungs)
	}
	width := 0
	for _, label := range labels {
		width = max(width, len(label))
	}
	left, right := seeds.draw(), rungs.draw()
	var text strings.Builder
	for i, label := range labels {
		line := fmt.Sprintf(" %-*s  %-*s  %s", width, label, seeds.width(), left[i], right[i])
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String()
}

// barColumn is a column of numbers, each with its bar.
type barColumn struct {
	name   string
	counts []int
}

// digits returns the characters that the numbers and the name take.
func (c *barColumn) digits() int {
	return max(len(c.name), len(strconv.Itoa(slices.Max(c.counts))))
}

// width returns the characters that a line takes at most.
func (c *barColumn) width() int { return c.digits() + 1 + barWidth }

// draw returns the lines: first the name, then one for each number.
func (c *barColumn) draw() []string {
	lines := []string{fmt.Sprintf("%*s", c.digits(), c.name)}
	greatest := slices.Max(c.counts)
	for _, count := range c.counts {
		lines = append(lines, fmt.Sprintf("%*d %s", c.digits(), count, bar(count, greatest)))
	}
	return lines
}

// bar draws a number as a bar that has barWidth characters if it is the
// greatest, to an eighth of a character. Whatever is there can be seen.
func bar(count, greatest int) string {
	if count == 0 {
		return ""
	}
	eighths := max(1, int(math.Round(8*barWidth*float64(count)/float64(greatest))))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string('█' + rune(8-rest)) // ▉ to ▏ follow it, each an eighth thinner
	}
	return text
}

// statsBars returns the bars of levels, clues and ratings.
func statsBars(stats *seedbank.Stats) []bars {
	return []bars{levelBars(stats), clueBars(stats.Total), ratingBars(stats.Total)}
}

func levelBars(stats *seedbank.Stats) bars {
	b := bars{heading: "Level"}
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		if of := stats.ByLevel[level]; of != nil {
			b.add(fmt.Sprintf("%d %s", level, level.Name()), of.Tally)
		}
	}
	return b
}

func clueBars(total *seedbank.Count) bars {
	b := bars{heading: "Clues"}
	for clues := total.Clues.Low; clues <= total.Clues.High; clues++ {
		b.add(strconv.Itoa(clues), total.ByClues[clues])
	}
	return b
}

// ratingStep is how many ratings share a bar, in tenths.
const ratingStep = 5

func ratingBars(total *seedbank.Count) bars {
	b := bars{heading: "ER"}
	for low := total.ER.Low / ratingStep * ratingStep; low <= total.ER.High; low += ratingStep {
		var tally seedbank.Tally
		for er := low; er < low+ratingStep; er++ {
			tally.Seeds += total.ByER[er].Seeds
			tally.Rungs += total.ByER[er].Rungs
		}
		b.add(fmt.Sprintf("%4v-%v", low, low+ratingStep-1), tally)
	}
	return b
}
