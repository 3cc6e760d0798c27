package chart

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// timeline is the axis of the time that runs took, one run after the other. A run
// that has not ended takes no time.
type timeline struct {
	ends  []time.Duration // of the runs
	total time.Duration
	unit  timeUnit
}

// timeUnit is the unit of an axis of time.
type timeUnit struct {
	size time.Duration
	name string
}

// timeUnits are the units, the longest first. An axis has the first of which there
// are two, or the last.
var timeUnits = [...]timeUnit{{time.Hour, "hours"}, {time.Minute, "minutes"}, {time.Second, "seconds"}}

func newTimeline(runs []seedbank.RunRecord) (t timeline) {
	for i := range runs {
		if run := &runs[i]; run.Ended.After(run.Started) {
			t.total += run.Ended.Sub(run.Started)
		}
		t.ends = append(t.ends, t.total)
	}
	for _, unit := range timeUnits {
		if t.unit = unit; t.total >= 2*unit.size {
			break
		}
	}
	return t
}

// at returns where a part of a run stands in a plot.
func (t *timeline) at(run int, part float64) drawing.Pixels {
	begun := time.Duration(0)
	if run > 0 {
		begun = t.ends[run-1]
	}
	passed := float64(begun) + part*float64(t.ends[run]-begun)
	return plotLeft + drawing.Pixels(passed/float64(max(t.total, 1)))*plotWidth
}

// drawTimes draws the axis of the time below a foot, with a mark where each run ends.
func (f *recordsFigure) drawTimes(foot drawing.Pixels) {
	f.Group(`stroke="` + gray + `"`)
	for run := range f.times.ends {
		f.Stroke(f.times.at(run, 1), foot, f.times.at(run, 1), foot+4)
	}
	f.EndGroup()
	unit := f.times.unit
	rightward := scale{greatest: int(max(f.times.total/unit.size, 1))}
	length := drawing.Pixels(plotWidth) / drawing.Pixels(max(float64(f.times.total)/float64(unit.size), 1)) // of a unit
	f.beginWords("middle", gray)
	for _, tick := range rightward.ticks() {
		f.Words(plotLeft+drawing.Pixels(tick)*length, foot+18, strconv.Itoa(tick))
	}
	f.endWords(foot+34, unit.name+" of "+phrase.Count(len(f.times.ends), "run"))
}

// drawGrowth draws part a: a line for each rating, which rises where a seed was
// better than all before.
func (f *recordsFigure) drawGrowth() {
	f.heading(growthTop, "a", "Growth", "the highest ratings, by the time of the runs, one after the other")
	foot := drawing.Pixels(growthTop + 18 + growthHeight)
	upward := f.ratingScale(growthHeight)
	f.pointAxis(upward, foot)
	// ER last, so that it lies above the others where they are equal.
	for m := records.NumRatings; m > 0; m-- {
		f.drawSteps(m-1, func(r *records.Record) drawing.Pixels { return foot - upward.at(r.Value(m-1)) })
	}
}

// clueStep is the distance between two numbers on the axis of clues.
const clueStep = 2

// drawFewest draws part b: a line of the fewest clues.
func (f *recordsFigure) drawFewest() {
	steps := f.growth.Steps[records.FewestClues]
	if len(steps) == 0 {
		return
	}
	f.heading(fewestTop, "b", "Fewest clues", "by the same time; each mark below is the end of a run")
	foot := drawing.Pixels(fewestTop + 18 + fewestHeight)
	least, most := steps[len(steps)-1].Clues, steps[0].Clues
	from := (least - 1) / clueStep * clueStep
	upward := scale{greatest: most - from + 1, length: fewestHeight}
	f.valueAxis(upward, foot, from, clueStep*max(1, upward.greatest/10), strconv.Itoa)
	f.drawSteps(records.FewestClues, func(r *records.Record) drawing.Pixels { return foot - upward.at(r.Clues-from) })
	f.drawTimes(foot)
}

// drawSteps draws the line of a measure, with a dot at each step.
func (f *recordsFigure) drawSteps(m records.Measure, height func(*records.Record) drawing.Pixels) {
	steps := f.growth.Steps[m]
	if len(steps) == 0 {
		return
	}
	var line strings.Builder
	f.Group(fmt.Sprintf(`id="growth-%v" stroke-width="1.5" stroke="%s"`, m, measureColors[m]))
	for i := range steps {
		x, y := f.times.at(steps[i].Run, steps[i].Part), height(&steps[i].Record)
		if i == 0 {
			fmt.Fprintf(&line, "M%v %v", x, y)
		} else {
			fmt.Fprintf(&line, "H%vV%v", x, y)
		}
		f.Printf(`<circle cx="%v" cy="%v" r="2.5" fill="%s"><title>%s</title></circle>`+"\n", x, y, measureColors[m], drawing.Escape(f.stepNote(m, &steps[i])))
	}
	f.Printf(`<path d="%sH%v" fill="none"/>`+"\n", &line, drawing.Pixels(plotLeft+plotWidth))
	f.EndGroup()
}

// stepNote returns the note of a step: the seed found, the run, and the start of
// the run.
func (f *recordsFigure) stepNote(m records.Measure, step *records.GrowthStep) string {
	value := fmt.Sprintf("%v %v", m, rating.Tenths(step.Value(m)))
	if m == records.FewestClues {
		value = phrase.Count(step.Clues, "clue")
	}
	run := &f.growth.Runs[step.Run]
	return fmt.Sprintf("%s, run %d of %s: %v", value, run.ID, run.Started.UTC().Format(time.DateOnly), step.ID)
}
