package mine

import (
	"context"
	"iter"

	"golang.org/x/sync/errgroup"
)

// InOrder does work on items on several goroutines and hands the results to
// take, one at a time, in the order of the items. Each goroutine works with
// its own function, made by newWork, so that it can keep scratch memory.
//
// It ends when the items do, at the first error of take, or when ctx is done;
// then it returns the cause, and items already begun are dropped. No more than
// a few items a goroutine are ever in flight.
func InOrder[T, R any](ctx context.Context, workers int, items iter.Seq[T], newWork func() func(T) R, take func(R) error) error {
	return inOrder(ctx, workers, 2*workers, items, newWork, take)
}

// inOrder is InOrder with a number of results that may wait for an earlier one.
// It has to be great if some items take many times as long as others.
func inOrder[T, R any](ctx context.Context, workers, waiting int, items iter.Seq[T], newWork func() func(T) R, take func(R) error) error {
	type job struct {
		item   T
		result chan R
	}
	group, ctx := errgroup.WithContext(ctx)
	jobs := make(chan job)
	order := make(chan chan R, waiting)

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
	for range workers {
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
