package main

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// The time between two updates of a display: on a terminal, and in a log.
const (
	showEvery = 200 * time.Millisecond
	logEvery  = 10 * time.Second
)

// mostBars is the greatest number of bars on a terminal.
const mostBars = 20

// display shows the progress of a mining run: bars on a terminal, and a line every
// ten seconds elsewhere.
type display struct {
	w     io.Writer
	begun time.Time
	shown time.Time
	every time.Duration
	bars  *mpb.Progress // nil if not on a terminal
	lines []*mpb.Bar    // one for each gauge, made when the first progress is known
	last  atomic.Pointer[mine.Progress]
}

// gauge is a number of seeds that grows during a run. Its end is the number to
// reach, or 0 if there is none.
type gauge struct {
	name             string
	before, now, end int
}

// gauges returns the gauges of a run: its targets, or all levels if it has none.
func gauges(progress *mine.Progress) (list []gauge) {
	for _, t := range progress.Targets {
		list = append(list, gauge{t.Name, t.Before, t.InBank, t.Seeds})
	}
	if len(list) > 0 {
		return list
	}
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		inBank := progress.InBank[level]
		list = append(list, gauge{level.Title(), inBank - progress.StoredBy[level], inBank, 0})
	}
	return list
}

// missing returns the number of seeds that g lacks, 0 if it has no end.
func (g *gauge) missing() int { return max(g.end-g.now, 0) }

// state says how many seeds there are, how fast they come, and how long the rest
// will take.
func (g *gauge) state(since time.Time) string {
	rate := float64(g.now-g.before) / time.Since(since).Seconds()
	text := fmt.Sprintf("%d (%.1f/s", g.now, rate)
	if g.end > 0 {
		text = fmt.Sprintf("%d of %d (%.1f/s", g.now, g.end, rate)
	}
	if n := g.missing(); n > 0 && rate > 0 {
		left := time.Duration(float64(n) / rate * float64(time.Second))
		text += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return text + ")"
}

func newDisplay(w io.Writer) *display {
	d := &display{w: w, begun: time.Now(), every: logEvery}
	d.shown = d.begun
	if terminalOf(w).moves {
		d.every = showEvery
		d.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(32), mpb.WithRefreshRate(showEvery))
	}
	return d
}

// show shows the progress of the run, if the last time is long enough ago.
func (d *display) show(progress mine.Progress) {
	if time.Since(d.shown) < d.every {
		return
	}
	d.shown = time.Now()
	d.last.Store(&progress)
	if d.bars == nil {
		fmt.Fprintf(d.w, "%v: %s\n", time.Since(d.begun).Round(time.Second), d.summary(&progress))
		return
	}
	list := gauges(&progress)
	most := 1
	for _, g := range list {
		most = max(most, g.now)
	}
	for i, g := range list[:min(len(list), mostBars)] {
		if i == len(d.lines) {
			d.lines = append(d.lines, d.newBar(i, g.name))
		}
		total := most
		if g.end > 0 {
			total = g.end
		}
		d.lines[i].SetTotal(int64(total), false)
		d.lines[i].SetCurrent(int64(min(g.now, total)))
	}
}

// newBar adds the bar of gauge number i.
func (d *display) newBar(i int, name string) *mpb.Bar {
	state := func(decor.Statistics) string { return " " + gauges(d.last.Load())[i].state(d.begun) }
	return d.bars.AddBar(0,
		mpb.PrependDecorators(decor.Name(name, decor.WCSyncSpaceR)),
		mpb.AppendDecorators(decor.Any(state)))
}

// summary is the state of the run in a line.
func (d *display) summary(progress *mine.Progress) string {
	rate := float64(progress.Made) / time.Since(d.begun).Seconds()
	text := fmt.Sprintf("%d puzzles made (%.0f/s), %d stored", progress.Made, rate, progress.Stored)
	if len(progress.Targets) > 0 {
		text += "; missing: " + d.missing(progress)
	} else {
		var levels []string
		for level := 1; level <= rating.NumLevels; level++ {
			levels = append(levels, fmt.Sprint(progress.InBank[level]))
		}
		text += "; in the bank by level: " + strings.Join(levels, " ")
	}
	return text + walks(progress)
}

// missing lists the targets that are not met.
func (d *display) missing(progress *mine.Progress) string {
	var list []string
	for _, g := range gauges(progress) {
		if g.missing() > 0 {
			list = append(list, g.name+" "+g.state(d.begun))
		}
	}
	return strings.Join(list, ", ")
}

// walks says how far the walks have come, if there are any.
func walks(progress *mine.Progress) (text string) {
	for _, w := range progress.Walks {
		best := fmt.Sprintf("fewest clues %d", w.Best)
		if w.Toward == seedbank.TowardER {
			best = fmt.Sprintf("highest ER %v", rating.Tenths(w.Best))
		}
		text += fmt.Sprintf("; %d steps, %s", w.Steps, best)
	}
	return text
}

// close removes the bars, because the summary of the run follows.
func (d *display) close() {
	if d.bars == nil {
		return
	}
	for _, bar := range d.lines {
		bar.Abort(true)
	}
	d.bars.Wait()
}
