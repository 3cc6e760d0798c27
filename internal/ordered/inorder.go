// Package ordered works on many items with several goroutines, and hands on the
// results one at a time, in the order of the items. The results do not depend on
// the number of goroutines.
//
// # Words
//
// Work turns an item into a result. A [Pool] says how many goroutines do it.
// Take is the function that gets the results.
//
// # Conventions
//
// Work reports its errors in its results. An error of take ends everything.
//
// # Guarantees
//
// Take gets every result once, and no two at a time. They come in the order of the
// items, unless the [Pool] says otherwise. When [Run] returns, its goroutines have ended.
//
// # Not here
//
// Work in several stages: package mine builds it from this.
//
// Start with [Run].
package ordered

import (
	"cmp"
	"context"
	"iter"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Pool says how many goroutines work. All of them are busy as long as there are
// items.
type Pool struct {
	// Workers is the number of goroutines; 0 is one for each core.
	Workers int

	// Ahead is the number of results per worker that may wait for an earlier
	// item. It has to be large if some items take many times longer than others;
	// 0 means 2.
	Ahead int

	// AsDone hands on each result when it is done, in any order. So none waits for an
	// earlier item, however long that takes.
	AsDone bool
}

// standardAhead is enough if all items take about the same time.
const standardAhead = 2

// OrCores returns a number of workers, or if it is 0 or less the number of cores.
func OrCores(workers int) int {
	if workers > 0 {
		return workers
	}
	return runtime.GOMAXPROCS(0)
}

// Run does work on items and hands the results to take. Each goroutine has a work
// function of its own, made by newWork, so that it can keep scratch memory.
//
// Run ends when the items do, at the first error of take, or when ctx is done. It
// returns that error, or the cause why ctx is done, and drops the items that were
// begun. It reads ahead of take by no more than the pool can hold, about
// Workers x (Ahead + 1) items.
func Run[T, R any](ctx context.Context, pool Pool, items iter.Seq[T], newWork func() func(T) R, take func(R) error) error {
	type job struct {
		item   T
		result chan R
	}
	ahead := pool.Ahead
	if ahead == 0 {
		ahead = standardAhead
	}
	pool.Workers = OrCores(pool.Workers)
	group, ctx := errgroup.WithContext(ctx)
	jobs := make(chan job)
	order := make(chan chan R, ahead*pool.Workers)

	group.Go(func() error {
		defer close(jobs)
		defer close(order)
		for item := range items {
			var result chan R // nil without an order
			if !pool.AsDone {
				result = make(chan R, 1)
				select {
				case order <- result:
				case <-ctx.Done():
					return context.Cause(ctx)
				}
			}
			select {
			case jobs <- job{item, result}:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	var one sync.Mutex
	var failed error
	takeOne := func(result R) error {
		one.Lock()
		defer one.Unlock()
		if failed = cmp.Or(failed, context.Cause(ctx)); failed == nil {
			failed = take(result)
		}
		return failed
	}
	for range pool.Workers {
		group.Go(func() error {
			work := newWork()
			for j := range jobs {
				if result := work(j.item); !pool.AsDone {
					j.result <- result
				} else if err := takeOne(result); err != nil {
					return err
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		for result := range order {
			select {
			case r := <-result:
				if err := take(r); err != nil {
					return err
				}
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	return group.Wait()
}
