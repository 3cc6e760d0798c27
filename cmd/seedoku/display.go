package main

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// display shows the progress of a mining run.
type display struct {
	*console.Display
	ctx   context.Context // of the run: done when it is told to end
	view  console.View
	begun time.Time
	last  atomic.Pointer[mine.Progress]
}

func newDisplay(ctx context.Context, w io.Writer, v console.View) *display {
	d := &display{ctx: ctx, view: v, begun: time.Now()}
	d.Display = console.StartDisplay(w, console.Shown{Frame: d.frame, Line: d.line})
	return d
}

// note notes the progress to show next.
func (d *display) note(progress mine.Progress) { d.last.Store(&progress) }

func (d *display) frame(t console.Terminal) []string {
	progress := d.last.Load()
	if progress == nil {
		return nil
	}
	d.view.Ending = d.ctx.Err() != nil
	return d.view.Frame(progress, time.Since(d.begun), t)
}

func (d *display) line() string {
	progress := d.last.Load()
	if progress == nil {
		return ""
	}
	d.view.Ending = d.ctx.Err() != nil
	return d.view.Line(progress, time.Since(d.begun))
}
