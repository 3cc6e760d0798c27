package web

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/examine"
)

// pool is what works on puzzles that clients bring: a few examiners, and room for
// some requests that share them.
type pool struct {
	examiners chan *examine.Examiner
	requests  chan struct{}
}

func newPool(workers, queue int) *pool {
	p := &pool{examiners: make(chan *examine.Examiner, workers), requests: make(chan struct{}, queue)}
	for range workers {
		p.examiners <- new(examine.Examiner)
	}
	return p
}

// enter takes a request on for the time that there is for one, or returns [errBusy] at
// once if there are too many. The caller calls leave when it is done.
func (p *pool) enter(ctx context.Context) (_ context.Context, leave func(), err error) {
	select {
	case p.requests <- struct{}{}:
		ctx, cancel := context.WithTimeoutCause(ctx, bounds.WorkTime, errTimeUp)
		return ctx, func() { cancel(); <-p.requests }, nil
	default:
		return ctx, nil, errBusy
	}
}

// do calls work with an examiner, as soon as one is free. Those who wait get one in
// turn. Ratings and ways end early when ctx is done. The error of do is the cause why ctx is done, or says that work panicked: that
// must not end the server, nor keep the examiner from others.
func (p *pool) do(ctx context.Context, work func(*examine.Examiner)) (err error) {
	select {
	case x := <-p.examiners:
		defer func() {
			if failed := recover(); failed != nil {
				x = new(examine.Examiner) // who knows what state the other is in
				err = internalError{fmt.Errorf("panic: %v\n%s", failed, debug.Stack())}
			}
			p.examiners <- x
		}()
		if isDone(ctx) {
			return context.Cause(ctx)
		}
		x.Until(ctx)
		work(x)
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
