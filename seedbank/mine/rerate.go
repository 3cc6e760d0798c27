package mine

import (
	"context"
	"errors"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
)

// RerateOptions say how a bank is brought up to date.
type RerateOptions struct {
	Workers int // goroutines that rate; 0 is one for each core

	// Report is called from time to time, from one goroutine at a time. It may be
	// nil.
	Report func(RerateProgress)
}

// RerateProgress tells how many seeds of a bank are rated by the rules of this
// version.
type RerateProgress struct {
	Done, Of int
}

// Rerated is the result of bringing a bank up to date.
type Rerated struct {
	RerateProgress
	Seeds   int // rated anew by this call
	Changes seedbank.Changes
}

// Rerate rates seeds and rungs of the bank in a file anew if an older rater has rated them.
// It keeps the clues of all rungs, because puzzle IDs name them.
//
// Rerate writes a new bank in a file beside the old one, and replaces the old one at the
// end. Meanwhile nobody else may have the bank open. When ctx is done, the new file stays,
// Done is less than Of, and the error is nil. The next call goes on from there.
func Rerate(ctx context.Context, path string, options RerateOptions) (Rerated, error) {
	successor, err := seedbank.OpenSuccessor(context.WithoutCancel(ctx), path)
	if err != nil {
		return Rerated{}, err
	}
	r := &rerater{ctx: context.WithoutCancel(ctx), options: &options, successor: successor}
	r.queue = newQueue(r.insert)
	err = errors.Join(endOf(ctx, r.run(ctx)), r.queue.flush())
	r.done.RerateProgress = r.progress()
	if err != nil || r.done.Done < r.done.Of {
		return r.done, errors.Join(err, successor.Close())
	}
	r.done.Changes, err = successor.Replace(r.ctx)
	return r.done, err
}

// rerater stores what the workers have rated, in order.
type rerater struct {
	ctx       context.Context // is not done when the run is
	options   *RerateOptions
	successor *seedbank.Successor
	queue     *queue[seedbank.RatedSeed]
	done      Rerated
}

// reratedSeeds are some of the seeds that a successor gets.
type reratedSeeds struct {
	old   []seedbank.OldSeed
	rated []seedbank.RatedSeed
	err   error
}

func (r *rerater) run(ctx context.Context) error {
	var readErr error
	missing := func(yield func([]seedbank.OldSeed) bool) {
		for some, err := range r.successor.Missing(ctx, atOnce) {
			if readErr = err; err != nil || !yield(some) {
				return
			}
		}
	}
	newWork := func() func([]seedbank.OldSeed) reratedSeeds {
		var m maker
		return func(old []seedbank.OldSeed) reratedSeeds { return r.rate(ctx, &m, old) }
	}
	err := ordered.Run(ctx, ordered.Pool{Workers: r.options.Workers, Ahead: resultsAhead}, missing, newWork, r.take)
	return errors.Join(err, readErr)
}

// rate reads seeds, and rates those anew that an older rater has rated.
func (r *rerater) rate(ctx context.Context, m *maker, old []seedbank.OldSeed) reratedSeeds {
	some := reratedSeeds{old: old, rated: make([]seedbank.RatedSeed, len(old))}
	for i := range old {
		to := &some.rated[i]
		to.OldSeed = old[i]
		if to.Seed, some.err = r.successor.Seed(ctx, old[i].ID); some.err == nil && old[i].Outdated {
			some.err = m.rerate(&to.Seed)
		}
		if some.err != nil {
			break
		}
	}
	return some
}

func (r *rerater) take(some reratedSeeds) error {
	if some.err != nil {
		return some.err
	}
	r.queue.add(some.rated...)
	for _, old := range some.old {
		if old.Outdated {
			r.done.Seeds++
		}
	}
	if r.queue.due() {
		return r.queue.flush()
	}
	return nil
}

// insert puts seeds into the successor.
func (r *rerater) insert(seeds []seedbank.RatedSeed) error {
	if err := r.successor.Insert(r.ctx, seeds); err != nil {
		return err
	}
	if r.options.Report != nil {
		r.options.Report(r.progress())
	}
	return nil
}

func (r *rerater) progress() (p RerateProgress) {
	p.Done, p.Of = r.successor.Done()
	return p
}
