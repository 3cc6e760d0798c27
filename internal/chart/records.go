package chart

import (
	"fmt"
	"io"
	"strconv"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// recordsFigure is a figure of four parts:
//
//	+-----------------------------------------+
//	| title, records, colors of the measures  |
//	| a  highest ratings by time              |
//	| b  fewest clues by time                 |
//	| c  highest ratings by clues             |
//	| d  pearls and diamonds by ER            |
//	+-----------------------------------------+
//
// An empty bank has none of them.
type recordsFigure struct {
	figure
	records *records.Records
	growth  *records.Growth
	times   timeline
}

// Where the parts stand, and their sizes.
const (
	growthTop     = 132
	growthHeight  = 190
	fewestTop     = growthTop + growthHeight + 50
	fewestHeight  = 84
	bestTop       = fewestTop + fewestHeight + 84
	bestHeight    = 150
	earlyTop      = bestTop + bestHeight + 104
	earlyHeight   = 140
	recordsHeight = earlyTop + earlyHeight + 76
)

// measureColors has the colors of ER, EP, ED and clues.
var measureColors = [records.NumMeasures]string{"#8e1a5a", "#f39a3c", "#3b7ebf", "#3c8a4a"}

// measureTitles say in the legend what the colors are.
var measureTitles = [records.NumMeasures]string{"ER", "EP; pearls: EP = ER", "ED; diamonds: ED = ER", "fewest clues"}

// Records writes a figure in SVG of the records of a bank, 900 pixels wide: how they
// grew in the time of the runs, one run after the other, the highest ratings by
// number of clues, and the pearls and diamonds by ER. The error is the error of w.
func Records(w io.Writer, all *records.Records, growth *records.Growth) error {
	f := recordsFigure{figure: figure{frame: wide}, records: all, growth: growth, times: newTimeline(growth.Runs)}
	f.draw()
	return f.writeTo(w, "the records")
}

func (f *recordsFigure) draw() {
	f.open(recordsHeight, "The records of the bank", f.summary(), ".")
	f.legend(measureTitles[:], 190, func(m int) string { return measureColors[m] }, "")
	if len(f.records.ByClues) > 0 && len(f.growth.Runs) > 0 {
		f.drawGrowth()
		f.drawFewest()
		f.drawBests()
		f.drawEarly()
	}
}

// summary returns the records in words.
func (f *recordsFigure) summary() string {
	if len(f.records.ByClues) == 0 {
		return "The bank has no seeds"
	}
	total := f.records.Early.Total()
	return fmt.Sprintf("ER %v, EP %v, ED %v, %s; of ER %v and up %s and %s in %s",
		rating.Tenths(f.highest(records.ER)), rating.Tenths(f.highest(records.EP)), rating.Tenths(f.highest(records.ED)),
		phrase.Count(f.records.ByClues[0].Clues, "clue"), records.EarlyER,
		phrase.Count(commas(total.Pearls), "pearl"), phrase.Count(commas(total.Diamonds), "diamond"), phrase.Count(commas(total.Seeds), "seed"))
}

// highest returns the highest value of a rating.
func (f *recordsFigure) highest(m records.Measure) (highest int) {
	for i := range f.records.ByClues {
		highest = max(highest, f.records.ByClues[i].Highest[m].Value(m))
	}
	return highest
}

// ratingScale is the scale of parts a and c, in tenths up to the next whole point.
func (f *recordsFigure) ratingScale(length drawing.Pixels) scale {
	return scale{greatest: (f.highest(records.ER) + 9) / 10 * 10, length: length}
}

// pointAxis draws the axis at the left of ratings that stand on foot, and a line
// across the plot at every second point.
func (f *recordsFigure) pointAxis(upward scale, foot drawing.Pixels) {
	f.valueAxis(upward, foot, 0, 20, func(tenths int) string { return strconv.Itoa(tenths / 10) })
}

// valueAxis draws the lines and words of an axis from a value on, in equal steps.
// The scale counts from there.
func (f *recordsFigure) valueAxis(upward scale, foot drawing.Pixels, from, step int, word func(int) string) {
	var ticks []int
	for value := 0; value <= upward.greatest; value += step {
		ticks = append(ticks, value)
	}
	f.leftAxis(upward, foot, ticks[1:], ticks, func(value int) string { return word(from + value) })
}

// drawBests draws part c: for each number of clues a bar for each rating.
func (f *recordsFigure) drawBests() {
	f.heading(bestTop, "c", "By clues", "the highest ER, EP and ED of the seeds with each number of clues")
	foot := drawing.Pixels(bestTop + 30 + bestHeight)
	upward := f.ratingScale(bestHeight)
	f.pointAxis(upward, foot)
	low, high := f.records.ByClues[0].Clues, f.records.ByClues[len(f.records.ByClues)-1].Clues
	width := min(60, drawing.Pixels(plotWidth)/drawing.Pixels(high-low+1))
	column := func(clues int) drawing.Pixels { return plotLeft + drawing.Pixels(clues-low)*width }
	f.Group(`id="bests"`)
	for i := range f.records.ByClues {
		of := &f.records.ByClues[i]
		for m, r := range of.Highest {
			measure := records.Measure(m)
			value := r.Value(measure)
			bar := drawing.At(column(of.Clues)+width*(0.12+0.26*drawing.Pixels(m)), foot-upward.at(value), width*0.24, upward.at(value))
			f.Fill(bar, measureColors[m], fmt.Sprintf("%s, %v %v: %v", phrase.Count(of.Clues, "clue"), measure, rating.Tenths(value), r.ID))
		}
	}
	f.EndGroup()
	f.beginWords("middle", gray)
	for i := range f.records.ByClues {
		of := &f.records.ByClues[i]
		er := of.Highest[records.ER].ER
		f.Words(column(of.Clues)+width/2, foot-upward.at(int(er))-4, er.String())
		f.Words(column(of.Clues)+width/2, foot+16, strconv.Itoa(of.Clues))
	}
	f.endWords(foot+34, "clues")
}

// drawEarly draws part d: for each tenth of ER a bar of the seeds, and before it one
// of the pearls and one of the diamonds.
func (f *recordsFigure) drawEarly() {
	f.heading(earlyTop, "d", "Pearls and diamonds", "of the seeds (gray) of ER "+records.EarlyER.String()+" and up, in tenths; logarithmic scale")
	foot := drawing.Pixels(earlyTop + 18 + earlyHeight)
	low, high, greatest := int(records.EarlyER), int(records.EarlyER)+10, 1
	for _, of := range f.records.Early.ByER {
		high, greatest = max(high, int(of.ER)), max(greatest, of.Seeds)
	}
	upward := scale{greatest, earlyHeight, true}
	f.countAxis(upward, foot)
	step := drawing.Pixels(plotWidth) / drawing.Pixels(high-low+1)
	f.Group(`id="early"`)
	for _, of := range f.records.Early.ByER {
		x := plotLeft + drawing.Pixels(int(of.ER)-low)*step
		for i, part := range []struct {
			count       int
			noun, color string
		}{
			{of.Seeds, "seed", rule},
			{of.Pearls, "pearl", measureColors[records.EP]},
			{of.Diamonds, "diamond", measureColors[records.ED]},
		} {
			if part.count == 0 {
				continue
			}
			length, inset := upward.at(part.count), step*(0.1+0.1*drawing.Pixels(i))
			f.Fill(drawing.At(x+inset, foot-length, step-2*inset, length), part.color, fmt.Sprintf("ER %v: %s", of.ER, phrase.Count(part.count, part.noun)))
		}
	}
	f.EndGroup()
	f.erAxis(low, high, step, foot)
}
