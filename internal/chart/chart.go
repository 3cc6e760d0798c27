// Package chart draws pictures of a bank: its numbers of seeds and rungs by
// level, number of clues, rating and technique, and its records.
//
// # Words
//
// [Bank] draws one figure in SVG with everything in it, [Records] one of the best
// puzzles and of how they were found, [PerHour] one of what a fleet stored. [Bars] draws the levels, clues and ratings
// as lines of text. A note is the text that a viewer of a figure shows for the
// shape under the pointer. A scale turns a count into the length of a bar.
//
// # Conventions
//
// Counts come from [seedbank.Selection.Stats] and [seedbank.Bank.Techniques];
// none is negative. Records come from [records.Read] and
// [records.ReadGrowth]. Lengths in a figure are pixels, from its upper left
// corner. Widths of text are characters.
//
// # Guarantees
//
// The same counts give the same bytes. A figure is well-formed XML whatever the
// counts, needs no other file and runs no script. A count of at least 1 is never
// drawn as nothing if there is room for a bar.
//
// # Not here
//
// How seeds are counted (package seedbank). How wide a terminal is, and which
// characters it can show: the caller of [Bars] has to know.
//
// Start with [Bank].
package chart

import (
	"io"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// bankFigure is a figure of three parts:
//
//	+-----------------------------------------+
//	| title, totals, colors of the levels     |
//	| a  seeds by rating                      |
//	| b  seeds by clues,                      |
//	|    seeds and rungs by level and clues   |
//	| c  seeds by technique                   |
//	+-----------------------------------------+
//
// An empty bank has part c only, with a 0 for each technique.
type bankFigure struct {
	figure
	title      string
	total      *seedbank.Count
	byLevel    map[rating.Level]*seedbank.Count
	techniques []seedbank.TechniqueCount
}

// Where the parts stand, and their sizes.
const (
	figureWidth = 900
	margin      = 24
	plotLeft    = 108 // of parts a and b
	plotWidth   = figureWidth - margin - plotLeft
	namesRight  = 232 // where the names of the techniques end

	legendTop  = 82
	ratingsTop = 132
	ratingsBar = 150 // height of the highest bar of part a
	cluesTop   = 372
	cluesBar   = 120 // height of the highest bar of part b
	heatRow    = 21
	heatTop    = cluesTop + 30 + cluesBar + 8
	usesTop    = heatTop + rating.NumLevels*heatRow + 76
	usesRow    = 15

	figureHeight = usesTop + 30 + rating.NumTechniques*usesRow + 60
)

// levelColors has the colors of the levels 1 to 9, from cold to hot.
var levelColors = [rating.NumLevels]string{
	"#3b7ebf", "#3fa3b5", "#57b894", "#9bc65a", "#e3c02f", "#f39a3c", "#ea6a3c", "#cf3a4c", "#8e1a5a",
}

func levelColor(level rating.Level) string { return levelColors[level-1] }

// Bank writes a figure of a bank in SVG, 900 pixels wide: the seeds by rating, by
// clues and by technique, and the seeds and rungs by level and clues. A technique
// that is missing from the list counts as used by no seed. The error is the error
// of w.
func Bank(w io.Writer, stats *seedbank.Stats, techniques []seedbank.TechniqueCount) error {
	return drawBank(w, "What the bank holds", stats, techniques)
}

// Found writes the same figure of the seeds that a run has found.
func Found(w io.Writer, stats *seedbank.Stats, techniques []seedbank.TechniqueCount) error {
	return drawBank(w, "What the run found", stats, techniques)
}

func drawBank(w io.Writer, title string, stats *seedbank.Stats, techniques []seedbank.TechniqueCount) error {
	f := bankFigure{figure: figure{frame: wide}, title: title, total: totalOf(stats), byLevel: stats.ByLevel, techniques: techniques}
	f.draw()
	return f.writeTo(w, "the bank")
}

// totalOf returns the total of stats. Empty stats have none; then it returns a
// zero count.
func totalOf(stats *seedbank.Stats) *seedbank.Count {
	if stats.Total == nil {
		return &seedbank.Count{}
	}
	return stats.Total
}

func (f *bankFigure) draw() {
	f.open(figureHeight, f.title, f.totals(), ". Histograms of the ratings, clues and techniques.")
	titles := make([]string, rating.NumLevels)
	for level := range rating.Levels() {
		titles[level-1] = level.Title()
	}
	f.legend(titles, drawing.Pixels(figureWidth-2*margin)/rating.NumLevels, func(i int) string { return levelColors[i] }, "level ")
	if f.total.Sum() > 0 {
		f.drawRatings()
		f.drawClues()
		f.drawLevels()
	}
	f.drawTechniques()
}

// totals returns the total numbers as text.
func (f *bankFigure) totals() string {
	puzzles := "0"
	if f.total.Sum() > 0 {
		puzzles = f.total.Puzzles.String()
	}
	return phrase.Count(commas(f.total.Seeds), "seed") + ", " + phrase.Count(commas(f.total.Rungs), "rung") + ", " + phrase.Count(Commas(puzzles), "different puzzle")
}
