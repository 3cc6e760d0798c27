package chart

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// erStep is the distance between two numbers on the axis of ER, in tenths.
const erStep = 5

// drawRatings draws part a: a bar for each tenth of ER, in the color of its
// level.
func (f *bankFigure) drawRatings() {
	f.heading(ratingsTop, "a", "Ratings", "seeds by ER, in tenths; logarithmic scale")
	// Ints, because tenths would overflow at the step after the last.
	low := min(10, int(f.total.ER.Low)/erStep*erStep)
	high := min(int(f.total.ER.High)/erStep*erStep+erStep, int(rating.MaxTenths))
	greatest := 1
	for _, tally := range f.total.ByER {
		greatest = max(greatest, tally.Seeds)
	}
	foot := drawing.Pixels(ratingsTop + 18 + ratingsBar)
	upward := scale{greatest, ratingsBar, true}
	f.countAxis(upward, foot)
	step := drawing.Pixels(plotWidth) / drawing.Pixels(high-low+1)
	f.Group(`id="ratings"`)
	for tenths := low; tenths <= high; tenths++ {
		er := rating.Tenths(tenths)
		if count := f.total.ByER[er].Seeds; count > 0 {
			length := upward.at(count)
			bar := drawing.At(plotLeft+drawing.Pixels(tenths-low)*step+step*0.1, foot-length, step*0.8, length)
			f.Fill(bar, levelColor(rating.LevelOf(er)), fmt.Sprintf("ER %v: %s", er, phrase.Count(count, "seed")))
		}
	}
	f.EndGroup()
	f.erAxis(low, high, step, foot)
}

// erAxis writes the numbers below columns for the tenths of ER from low to high, which
// stand on foot and are step wide.
func (f *figure) erAxis(low, high int, step, foot drawing.Pixels) {
	f.beginWords("middle", gray)
	for tenths := low; tenths <= high; tenths += erStep {
		f.Words(plotLeft+(drawing.Pixels(tenths-low)+0.5)*step, foot+16, rating.Tenths(tenths).String())
	}
	f.endWords(foot+34, "ER")
}
