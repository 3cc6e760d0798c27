package main

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// display shows the progress of a mining run.
type display struct {
	*console.Display
	last atomic.Pointer[mine.Progress]
}

// newDisplay shows a run that ends when ctx is done.
func newDisplay(ctx context.Context, w io.Writer, v mining.View) *display {
	d, begun := &display{}, time.Now()
	d.Display = console.StartDisplay(w, v.Shown(ctx, func() (*mine.Progress, time.Duration) { return d.last.Load(), time.Since(begun) }))
	return d
}

// note sets the progress to show next.
func (d *display) note(progress mine.Progress) { d.last.Store(&progress) }
