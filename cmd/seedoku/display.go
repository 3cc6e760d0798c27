package main

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/seedoku/seedoku/seedbank/mine"
)

// The time between two updates of a display: on a terminal, and elsewhere.
const (
	showEvery = 200 * time.Millisecond
	logEvery  = 10 * time.Second
)

// display shows the progress of a mining run from time to time: a picture on a
// terminal, and a line elsewhere. What cannot be shown is left out: the run goes
// on without anybody who looks.
type display struct {
	ctx    context.Context // of the run: done when it is told to end
	w      io.Writer
	view   view
	begun  time.Time
	screen *screen // nil if the cursor cannot go back up
	last   atomic.Pointer[mine.Progress]
	stop   chan struct{}
	ended  chan struct{}
}

func newDisplay(ctx context.Context, w io.Writer, v view) *display {
	d := &display{ctx: ctx, w: w, view: v, begun: time.Now(), stop: make(chan struct{}), ended: make(chan struct{})}
	every := logEvery
	if terminalOf(w).moves {
		d.screen = &screen{w: w}
		every = showEvery
	}
	go d.run(every)
	return d
}

// note notes the progress to show next.
func (d *display) note(progress mine.Progress) { d.last.Store(&progress) }

// run shows the progress until the display is closed.
func (d *display) run(every time.Duration) {
	defer close(d.ended)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			d.show()
		case <-d.stop:
			return
		}
	}
}

// show shows the last progress. The terminal is asked each time what it can show,
// because somebody may have resized it.
func (d *display) show() {
	progress := d.last.Load()
	if progress == nil {
		return
	}
	elapsed, t := time.Since(d.begun), terminalOf(d.w)
	d.view.ending = d.ctx.Err() != nil
	if d.screen == nil {
		fmt.Fprintln(d.w, t.fold(d.view.line(progress, elapsed)))
		return
	}
	d.screen.draw(d.view.frame(progress, elapsed, t), t.columns())
}

// close takes the picture away, because the summary of the run follows.
func (d *display) close() {
	close(d.stop)
	<-d.ended
	if d.screen != nil {
		d.screen.clear(terminalOf(d.w).columns())
	}
}
