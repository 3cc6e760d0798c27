package web

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/examine"
)

// pool has a few examiners for the puzzles of clients, and room for a limited
// number of requests that share them.
type pool struct {
	examiners chan *examine.Examiner
	turns     *turns
	requests  chan struct{}
}

func newPool(c *cores, workers, queue int) *pool {
	p := &pool{examiners: make(chan *examine.Examiner, workers), turns: newTurns(c, int64(workers)), requests: make(chan struct{}, queue)}
	for range workers {
		p.examiners <- new(examine.Examiner)
	}
	return p
}

// enter admits a request and starts its time limit. If there are too many requests, it
// returns [errBusy] at once. The caller must call leave at the end.
func (p *pool) enter(ctx context.Context) (_ context.Context, leave func(), err error) {
	select {
	case p.requests <- struct{}{}:
		ctx, cancel := context.WithTimeoutCause(ctx, bounds.WorkTime, errTimeUp)
		return ctx, func() { cancel(); <-p.requests }, nil
	default:
		return ctx, nil, errBusy
	}
}

// found returns what work finds with an examiner in its turn. It ends early when ctx is done.
// The error is that of work, the cause of ctx, or reports a panic of work. A panic must not end
// the server nor lose the examiner.
func found[V any](ctx context.Context, p *pool, work func(*examine.Examiner) (V, error)) (value V, err error) {
	err = p.turns.inTurn(ctx, func() (err error) {
		x := <-p.examiners
		defer func() {
			if failed := recover(); failed != nil {
				x = new(examine.Examiner) // the old one may be in an invalid state
				err = internalError{fmt.Errorf("panic: %v\n%s", failed, debug.Stack())}
			}
			p.examiners <- x
		}()
		x.Until(ctx)
		x.Rater().InterruptBy(func() error {
			p.turns.cores.rest()
			return context.Cause(ctx)
		})
		value, err = work(x)
		return err
	})
	return value, err
}
