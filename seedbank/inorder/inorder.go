// Package inorder does work on many items on several goroutines, and hands on
// the results one at a time, in the order of the items.
//
// It is how everything here uses several cores: what comes out does not depend
// on how many there are.
package inorder

import (
	"context"
	"iter"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Pool says on how many goroutines work is done. All of them are busy as long
// as there are items.
type Pool struct {
	// Workers is the number of goroutines; 0 is one for each core.
	Workers int

	// Ahead is how many results of each worker may wait for an earlier item. It
	// has to be large if some items take many times as long as others; 0 means 2.
	Ahead int
}

// standardAhead is enough where all items take about as long.
const standardAhead = 2

// OrCores returns a number of workers, or if it is 0 or less the number of cores.
func OrCores(workers int) int {
	if workers > 0 {
		return workers
	}
	return runtime.GOMAXPROCS(0)
}

// Run does work on items and hands the results to take. Each goroutine works
// with a function of its own, made by newWork, so that it can keep scratch
// memory.
//
// It ends when the items do, at the first error of take, or when ctx is done;
// then it returns the cause, and drops the items that were begun. No more items
// are taken than the pool can hold: Workers x (Ahead + 1).
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
			result := make(chan R, 1)
			select {
			case order <- result:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			select {
			case jobs <- job{item, result}:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	for range pool.Workers {
		group.Go(func() error {
			work := newWork()
			for j := range jobs {
				j.result <- work(j.item)
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
