package mine

import (
	"context"
	"errors"
	"iter"

	"github.com/seedoku/seedoku/internal/ordered"
)

// The number of results per worker that may wait for a slower one. One puzzle in
// a thousand takes a thousand times longer than most, so there is plenty of room
// for portions. There is less for items, because an interrupted run still makes
// the ladders of all that wait, and ladders take long.
const (
	itemsAhead    = 16
	portionsAhead = 256
)

// pipeline does work in two stages. Between them is one place that all results
// pass one by one, in the order of the items. There it is decided what goes on:
//
//	items -> first -> between -> second -> take
//	        (cores)             (cores)
//
// The output and its order do not depend on the number of cores.
type pipeline[C, Item, Result, Portion any] struct {
	workers int
	newCore func() C

	// first works on an item. It may stop half way when ctx is done.
	first func(ctx context.Context, core C, item Item) Result

	// between passes on what it keeps of a result, in portions for one worker.
	// Its ctx is done when the second stage has failed. Then nothing more can
	// be passed on, and pass returns an error.
	between func(ctx context.Context, result Result, pass func(Portion) error) error

	// second works on a portion, and take takes it, in order.
	second func(core C, portion Portion) Portion
	take   func(portion Portion) error
}

// errStopped says that the second stage takes no more.
var errStopped = errors.New("the second stage has ended")

// run does the work. It ends when the items do, when ctx is done, or at the
// first error of between; portions that were passed on by then are finished. At
// the first error of take it ends at once.
//
// The items get a context that is done as soon as no more of them are needed.
func (p *pipeline[C, Item, Result, Portion]) run(ctx context.Context, items func(context.Context) iter.Seq[Item]) error {
	lasting := context.WithoutCancel(ctx)
	early, stop := context.WithCancel(ctx)
	defer stop()
	failed, fail := context.WithCancel(lasting)
	defer fail()

	cores := newCores(p.workers, p.newCore)
	first := func() func(Item) Result {
		return func(item Item) Result {
			core := cores.takeFirst()
			defer cores.release(core)
			return p.first(early, core, item)
		}
	}
	second := func() func(Portion) Portion {
		return func(portion Portion) Portion {
			core := cores.takeSecond()
			defer cores.release(core)
			return p.second(core, portion)
		}
	}
	var errFirst error
	portions := func(yield func(Portion) bool) {
		more := true
		pass := func(portion Portion) error {
			cores.owe(1)
			if more = more && yield(portion); !more {
				cores.owe(-1)
				return errStopped
			}
			return nil
		}
		pool := ordered.Pool{Workers: p.workers, Ahead: itemsAhead}
		errFirst = ordered.Run(lasting, pool, until(early, items(early)), first, func(result Result) error {
			err := p.between(failed, result, pass)
			if err != nil {
				stop()
			}
			return err
		})
	}
	pool := ordered.Pool{Workers: p.workers, Ahead: portionsAhead}
	err := ordered.Run(lasting, pool, portions, second, func(portion Portion) error {
		err := p.take(portion)
		if err != nil {
			fail()
			stop()
		}
		return err
	})
	if errFirst == errStopped { // err says why
		return err
	}
	return errors.Join(err, errFirst)
}

// until yields items until ctx is done.
func until[T any](ctx context.Context, items iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for item := range items {
			if ctx.Err() != nil || !yield(item) {
				return
			}
		}
	}
}
