package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// Times between two looks at a run: on a terminal, and in a log.
const (
	showEvery = 200 * time.Millisecond
	logEvery  = 10 * time.Second
)

// mostBars is how many lines of a terminal a display takes.
const mostBars = 20

// display shows how a mining run goes: bars on a terminal, else a line every
// ten seconds.
type display struct {
	w     io.Writer
	begun time.Time
	shown time.Time
	every time.Duration
	bars  *mpb.Progress // nil if not on a terminal
	lines []*mpb.Bar    // by gauge, made when the first is known
	last  atomic.Pointer[mine.Progress]
}

// gauge is a number of seeds that a run raises, and where it is to end, 0 if
// nowhere.
type gauge struct {
	name             string
	before, now, end int
}

// gauges returns what there is to see of a run: its targets, or all levels.
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

// missing returns what g lacks, if it is to end somewhere.
func (g *gauge) missing() int { return max(g.end-g.now, 0) }

// state says how many there are, how fast they come, and when there are enough.
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
	if onTerminal(w) {
		d.every = showEvery
		d.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(32), mpb.WithRefreshRate(showEvery))
	}
	return d
}

func onTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

// show looks at the run, if it is time to.
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

// walks tells how far walks have come, if there are any.
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

// close takes the bars away; the summary of the run follows.
func (d *display) close() {
	if d.bars == nil {
		return
	}
	for _, bar := range d.lines {
		bar.Abort(true)
	}
	d.bars.Wait()
}
