package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// Times between two looks at a run: on a terminal, and in a log.
const (
	showEvery = 200 * time.Millisecond
	logEvery  = 10 * time.Second
)

// display shows how a mining run goes: bars on a terminal, else a line every
// ten seconds.
type display struct {
	w       io.Writer
	begun   time.Time
	shown   time.Time
	every   time.Duration
	bars    *mpb.Progress // nil if not on a terminal
	levels  [rating.NumLevels + 1]*mpb.Bar
	targets map[rating.Level]int
	toward  seedbank.Objective
	last    atomic.Pointer[mine.Progress] // read by the bars, in their goroutine
}

func newDisplay(w io.Writer, options *mine.Options) *display {
	d := &display{w: w, begun: time.Now(), every: logEvery, targets: options.Targets, toward: options.Toward}
	d.shown = d.begun
	d.last.Store(&mine.Progress{})
	if onTerminal(w) {
		d.every = showEvery
		d.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(32), mpb.WithRefreshRate(showEvery))
		for level := rating.Level(1); level <= rating.NumLevels; level++ {
			d.levels[level] = d.newBar(level)
		}
	}
	return d
}

func onTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && isatty.IsTerminal(file.Fd())
}

func (d *display) newBar(level rating.Level) *mpb.Bar {
	name := fmt.Sprintf("%d %-9s", level, level.Name())
	return d.bars.AddBar(0,
		mpb.PrependDecorators(decor.Name(name)),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return d.levelState(level) })))
}

// show looks at the run, if it is time to.
func (d *display) show(progress mine.Progress) {
	if time.Since(d.shown) < d.every {
		return
	}
	d.shown = time.Now()
	d.last.Store(&progress)
	if d.bars == nil {
		fmt.Fprintf(d.w, "%v: %s\n", time.Since(d.begun).Round(time.Second), d.summary())
		return
	}
	most := 1
	for _, n := range progress.InBank {
		most = max(most, n)
	}
	for level, bar := range d.levels {
		if bar != nil {
			total := most
			if target, ok := d.targets[rating.Level(level)]; ok {
				total = max(target, 1)
			}
			bar.SetTotal(int64(total), false)
			bar.SetCurrent(int64(min(progress.InBank[level], total)))
		}
	}
}

// levelState is what stands behind the bar of a level: seeds in the bank, the
// rate of new ones, and the time left to the target.
func (d *display) levelState(level rating.Level) string {
	last := d.last.Load()
	inBank, stored := last.InBank[level], last.StoredBy[level]
	rate := float64(stored) / time.Since(d.begun).Seconds()
	text := fmt.Sprintf("%8d  %7.1f/s", inBank, rate)
	if missing := d.targets[level] - inBank; missing > 0 && rate > 0 {
		left := time.Duration(float64(missing) / rate * float64(time.Second))
		text += fmt.Sprintf("  %v left", left.Round(time.Second))
	}
	return text
}

// summary is the state of the run in a line.
func (d *display) summary() string {
	last := d.last.Load()
	var levels []string
	for level := 1; level <= rating.NumLevels; level++ {
		levels = append(levels, fmt.Sprint(last.InBank[level]))
	}
	rate := float64(last.Made) / time.Since(d.begun).Seconds()
	return fmt.Sprintf("%d puzzles made (%.0f/s), %d stored; in the bank by level: %s%s",
		last.Made, rate, last.Stored, strings.Join(levels, " "), walked(d.toward, last))
}

// walked tells how far a walk has come, if there is one.
func walked(toward seedbank.Objective, progress *mine.Progress) string {
	switch {
	case progress.Steps == 0:
		return ""
	case toward == seedbank.TowardClues:
		return fmt.Sprintf("; %d steps, fewest clues %d", progress.Steps, progress.Best)
	default:
		return fmt.Sprintf("; %d steps, highest ER %v", progress.Steps, rating.Tenths(progress.Best))
	}
}

// close takes the bars away; the summary of the run follows.
func (d *display) close() {
	if d.bars == nil {
		return
	}
	for _, bar := range d.levels {
		if bar != nil {
			bar.Abort(true)
		}
	}
	d.bars.Wait()
}
