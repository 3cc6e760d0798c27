// Package mine fills a bank: it makes minimal puzzles or imports puzzles, rates them and
// stores them as seeds.
//
// [Run] mines in one process, as its [Options] say. A run consists of a [Plan] and workers
// (package internal/mine/work). The plan hands out units of work. A worker does a unit
// without access to the bank. The plan stores the seeds that workers find. Plan is public
// for the fleet of this project alone: its workers are internal.
//
// Within a unit, a puzzle becomes a seed in five steps: canonical form, look-up, rating,
// ladders, bank. Puzzles that the bank has are dropped before they are rated. Puzzles of
// a kind that is not wanted are dropped before they get ladders. Ladders take several
// times longer than all other steps together. So they are made only where the bank lacks
// rungs, unless the options say otherwise.
//
// # Words
//
// To prune is to take clues away from a random grid. A walk goes from seeds of the bank
// to their neighbors, which differ from them in a few clues. A [Target] is a number of
// seeds of a kind that the bank should have. A ladder adds clues to a seed one by one;
// each addition becomes a rung. An [Arrival] is a puzzle to import.
//
// A symmetric puzzle is made from a random grid: clues in cells that the symmetry
// exchanges are taken away together. It is stored as a rung. The seed of this rung is a
// minimal puzzle that remains after more clues are taken away. A puzzle with a given
// pattern is stored in the same way. To symmetrize a seed is to add the fewest clues with
// which it can be arranged symmetrically.
//
// # Conventions
//
// Functions call Report of their options with the progress from time to time. When the
// context is done, they store the seeds found so far and return no error.
//
// # Guarantees
//
// Puzzle number i of a run that prunes depends only on i and on the random seed of the
// run. So the same run finds the same seeds again, with any number of workers. Runs with
// different random seeds share puzzles only by chance. The ladders of a seed depend on
// the seed alone. The bank has all of their rungs or some of them. Seeds of symmetric
// puzzles get no ladders.
//
// A run stores all that it has found, however it ends. Only a killed process loses
// its current work, seldom more than a second.
//
// A Plan serves one goroutine at a time; other types are values.
//
// # Not here
//
// How units are done (package internal/mine/work), how a puzzle is rated (package rating)
// and stored (package seedbank).
//
// Start with [Run].
package mine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Run mines into a bank until the options or ctx end it, and returns its final
// progress.
func Run(ctx context.Context, bank *change.Writer, options Options) (Progress, error) {
	p, err := OpenPlan(ctx, bank, options)
	if err != nil {
		return Progress{}, err
	}
	return p.runToEnd(ctx)
}

// runToEnd does the units of a plan in this process, and closes the plan.
func (p *Plan) runToEnd(ctx context.Context) (Progress, error) {
	p.isLocal = true
	p.report()
	err := p.Close(p.runHere(ctx))
	return p.Progress(), err
}

// resultsAhead is the number of results of a worker that may wait for an earlier
// result. One puzzle in a thousand takes a thousand times longer than most.
const resultsAhead = 64

// runHere does the units of a plan with goroutines of this process. It collects their
// results in the order of the units, except for [Lacking], where no seeds of a unit are to
// wait until a step of a walk has ended.
func (p *Plan) runHere(ctx context.Context) error {
	h := &here{plan: p, workers: ordered.OrCores(p.options.Workers), news: make(chan struct{}, 1)}
	p.mostSteps = h.workers
	ctx, h.stop = context.WithCancel(ctx)
	defer h.stop()
	newWork := func() func(*work.Unit) []Delivery {
		w := new(work.Worker)
		if !p.store.dry {
			w.Derives()
		}
		if p.list != nil {
			p.list.equip(w)
		}
		return func(u *work.Unit) (given []Delivery) {
			begun := time.Now()
			err := w.Do(ctx, u, p.known(), func(f work.Found) error {
				given = append(given, Delivery{Found: f, Unit: u})
				return nil
			})
			return append(given, Delivery{Unit: u, Done: err == nil, failed: endOf(ctx, err), took: time.Since(begun)})
		}
	}
	pool := ordered.Pool{Workers: h.workers, Ahead: resultsAhead, AsDone: p.turns != nil && p.turns.fits}
	err := ordered.Run(context.WithoutCancel(ctx), pool, h.units(ctx), newWork, h.take)
	return errors.Join(endOf(ctx, err), h.failed)
}

// here hands out the units of a plan to goroutines of this process. The lock guards the
// plan.
type here struct {
	workers int
	stop    context.CancelFunc
	news    chan struct{} // receives when results were collected
	failed  error         // why there are no more units

	mutex sync.Mutex
	plan  *Plan
	under int // number of units under way

	awaits bool // whether more input is awaited
}

// units yields units until there is nothing left to do.
func (h *here) units(ctx context.Context) func(yield func(*work.Unit) bool) {
	return func(yield func(*work.Unit) bool) {
		for ctx.Err() == nil {
			u, ended := h.next(ctx)
			if ended || u != nil && !yield(u) {
				return
			}
			if u == nil {
				h.wait(ctx)
			}
		}
	}
}

// next returns a unit. It returns nil if the next one depends on units under way.
func (h *here) next(ctx context.Context) (u *work.Unit, ended bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.plan.Ended() {
		return nil, true
	}
	if im, ok := h.plan.list.(*importing); ok {
		h.awaits = true
		if h.failed = h.storeIdle(); h.failed != nil {
			return nil, true
		}
		h.mutex.Unlock() // a person may be typing, and waits for results meanwhile
		im.await(1)
		h.mutex.Lock()
		h.awaits = false
	}
	u, h.failed = h.plan.Next(context.WithoutCancel(ctx))
	if u != nil {
		h.under++
	}
	return u, h.failed != nil || u == nil && h.plan.Ended()
}

// storeIdle stores the seeds that wait if no unit is under way while more input is awaited, which
// may take long.
func (h *here) storeIdle() error {
	if !h.awaits || h.under > 0 || len(h.plan.store.waiting.Seeds) == 0 {
		return nil
	}
	_, err := h.plan.store.flush()
	return err
}

// wait waits for results, if there are units under way.
func (h *here) wait(ctx context.Context) {
	h.mutex.Lock()
	under := h.under
	h.mutex.Unlock()
	if under == 0 {
		return
	}
	select {
	case <-h.news:
	case <-ctx.Done():
	}
}

// take collects the parts of a unit.
func (h *here) take(given []Delivery) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for i := range given {
		if err := h.plan.take(&given[i]); err != nil {
			h.stop()
			return err
		}
	}
	h.under--
	if err := h.storeIdle(); err != nil {
		h.stop()
		return err
	}
	h.plan.report()
	select {
	case h.news <- struct{}{}:
	default:
	}
	return nil
}

// endOf returns err, or nil if work ended with it because it was complete or ctx was
// done.
func endOf(ctx context.Context, err error) error {
	if errors.Is(err, errEnough) || ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}

// mustBeRatedByThis returns an error if an older rater has rated seeds of a bank,
// because their ratings cannot be compared with those of new seeds.
func mustBeRatedByThis(ctx context.Context, bank *seedbank.Bank) error {
	outdated, err := change.Outdated(ctx, bank)
	if err == nil && outdated > 0 {
		err = fmt.Errorf("%s: %w: %d", bank.Path(), ErrOutdated, outdated)
	}
	return err
}

// ErrOutdated says that an older rater has rated seeds of a bank.
var ErrOutdated = errors.New("an older rater rated seeds of the bank")
