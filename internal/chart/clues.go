package chart

import (
	"fmt"
	"math"
	"strconv"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// column returns where the column of a number of clues starts, and its width.
// Both halves of part b have the same columns.
func (f *bankFigure) column(clues int) (x, width drawing.Pixels) {
	spread := f.total.Clues
	width = min(44, drawing.Pixels(plotWidth)/drawing.Pixels(spread.High-spread.Low+1))
	return plotLeft + drawing.Pixels(clues-spread.Low)*width, width
}

// tally returns the seeds and rungs of a level with a number of clues.
func (f *bankFigure) tally(level rating.Level, clues int) seedbank.Tally {
	if of := f.byLevel[level]; of != nil {
		return of.ByClues[clues]
	}
	return seedbank.Tally{}
}

// drawClues draws the upper half of part b: a bar of the seeds for each number
// of clues, with a piece for each level.
func (f *bankFigure) drawClues() {
	f.heading(cluesTop, "b", "Clues", "above: seeds by number of clues; below: seeds and rungs, which is what gen --level --clues draws from")
	greatest := 1
	for _, tally := range f.total.ByClues {
		greatest = max(greatest, tally.Seeds)
	}
	foot := drawing.Pixels(heatTop - 8)
	upward := scale{greatest, cluesBar, false}
	f.countAxis(upward, foot)
	f.Group(`id="clues"`)
	for clues := f.total.Clues.Low; clues <= f.total.Clues.High; clues++ {
		x, width := f.column(clues)
		top := foot
		for level := rating.Level(1); level <= rating.NumLevels; level++ {
			count := f.tally(level, clues).Seeds
			if count == 0 {
				continue
			}
			length := upward.at(count)
			top -= length
			f.Fill(drawing.At(x+width*0.1, top, width*0.8, length), levelColor(level), fmt.Sprintf("level %d, %s: %s", level, phrase.Count(clues, "clue"), phrase.Count(count, "seed")))
		}
	}
	f.EndGroup()
}

// drawLevels draws the lower half of part b: a heat map of the seeds and rungs
// by level and clues. More is darker, on a logarithmic scale.
func (f *bankFigure) drawLevels() {
	spread := f.total.Clues
	darkness := scale{f.greatestCell(), 1, true}
	f.Group(`id="levels" font-size="9" text-anchor="middle"`)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		for clues := spread.Low; clues <= spread.High; clues++ {
			x, width := f.column(clues)
			cell := drawing.At(x, heatTop+drawing.Pixels(level-1)*heatRow, width-1, heatRow-1)
			f.drawHeat(cell, level, clues, darkness)
		}
	}
	f.EndGroup()
	f.beginWords("end", gray)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		f.Words(plotLeft-6, heatTop+drawing.Pixels(level-1)*heatRow+14, level.Title())
	}
	f.EndGroup()
	foot := drawing.Pixels(heatTop + rating.NumLevels*heatRow)
	f.beginWords("middle", gray)
	for clues := spread.Low; clues <= spread.High; clues++ {
		x, width := f.column(clues)
		f.Words(x+width/2, foot+14, strconv.Itoa(clues))
	}
	f.endWords(foot+32, "clues")
}

// greatestCell returns the largest number in the heat map, at least 1.
func (f *bankFigure) greatestCell() int {
	greatest := 1
	for _, of := range f.byLevel {
		for _, tally := range of.ByClues {
			greatest = max(greatest, tally.Sum())
		}
	}
	return greatest
}

// leastHeatWidth is the least width of a cell of the heat map in which a number
// has room.
const leastHeatWidth = 22

// drawHeat draws a cell of the heat map.
func (f *bankFigure) drawHeat(cell drawing.Area, level rating.Level, clues int, darkness scale) {
	tally := f.tally(level, clues)
	note := fmt.Sprintf("level %d, %s: %s, %s", level, phrase.Count(clues, "clue"), phrase.Count(tally.Seeds, "seed"), phrase.Count(tally.Rungs, "rung"))
	if tally.Sum() == 0 {
		f.Fill(cell, none, note)
		return
	}
	dark := float64(darkness.at(tally.Sum()))
	f.Fill(cell, blue(dark), note)
	if cell.Width < leastHeatWidth {
		return
	}
	color := ink
	if dark > 0.6 {
		color = "#fff"
	}
	f.Printf(`<text x="%v" y="%v" fill="%s">%s</text>`+"\n", cell.X+cell.Width/2, cell.Y+13, color, brief(tally.Sum()))
}

// blue returns a color between light blue at 0 and dark blue at 1.
func blue(dark float64) string {
	mix := func(light, deep float64) int { return int(math.Round(light + (deep-light)*dark)) }
	return fmt.Sprintf("#%02x%02x%02x", mix(0xe9, 0x0b), mix(0xf1, 0x35), mix(0xfa, 0x75))
}
