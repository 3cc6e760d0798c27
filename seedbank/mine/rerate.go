package mine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/seedbank/inorder"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// RerateOptions say how a bank is brought up to date.
type RerateOptions struct {
	Workers int // goroutines that rate, at least 1

	// Report is called from time to time with the number of seeds done, from one
	// goroutine at a time.
	Report func(done, of uint64)
}

// Rerated is what came of bringing a bank up to date.
type Rerated struct {
	Seeds    int // rated anew by this call
	Done, Of int // seeds of the bank that have ratings by the rules of today
	Changes  seedbank.Changes
}

// Rerate rates the seeds of the bank in a file anew, and the rungs of their
// ladders, if it was an older rater that rated them. The ladders keep their
// cells, because puzzle IDs name rungs.
//
// The bank is replaced at the end; until then the new one is a file beside it.
// When ctx is done, which is no error, that stays, less than Of are Done, and
// the next call goes on from there. Nobody else may have the bank open at the
// end.
func Rerate(ctx context.Context, path string, options RerateOptions) (Rerated, error) {
	successor, err := seedbank.OpenSuccessor(context.WithoutCancel(ctx), path)
	if err != nil {
		return Rerated{}, err
	}
	r := &rerater{ctx: context.WithoutCancel(ctx), successor: successor, written: time.Now(), report: options.Report}
	err = errors.Join(endOf(ctx, r.run(ctx, options.Workers)), r.store())
	r.done.Done, r.done.Of = successor.Done()
	if err != nil || r.done.Done < r.done.Of {
		return r.done, errors.Join(err, successor.Close())
	}
	r.done.Changes, err = successor.Replace(r.ctx)
	return r.done, err
}

// rerater stores what the workers have rated, in order.
type rerater struct {
	ctx       context.Context // is not done when the run is
	successor *seedbank.Successor
	waiting   []seedbank.Seed
	written   time.Time // when something was last stored
	done      Rerated
	report    func(done, of uint64)
}

// heirs are some of the seeds that a successor gets.
type heirs struct {
	list  []seedbank.Heir
	seeds []seedbank.Seed
	err   error
}

func (r *rerater) run(ctx context.Context, workers int) error {
	var readErr error
	missing := r.successor.Missing(ctx, rateAtOnce, &readErr)
	newWork := func() func([]seedbank.Heir) heirs {
		var work climber
		return func(list []seedbank.Heir) heirs { return r.rate(ctx, &work, list) }
	}
	err := inorder.Run(ctx, inorder.Pool{Workers: workers, Ahead: farAhead}, missing, newWork, r.take)
	return errors.Join(err, readErr)
}

// rate reads seeds and rates those anew that need it.
func (r *rerater) rate(ctx context.Context, work *climber, list []seedbank.Heir) heirs {
	some := heirs{list: list, seeds: make([]seedbank.Seed, len(list))}
	for i, heir := range list {
		s := &some.seeds[i]
		if *s, some.err = r.successor.Seed(ctx, heir.ID); some.err == nil && heir.Outdated {
			some.err = work.rerate(s)
		}
		if some.err != nil {
			break
		}
	}
	return some
}

// rerate rates a seed and the rungs of its ladders.
func (c *climber) rerate(s *seedbank.Seed) (err error) {
	if s.Rating, err = c.rater.Rate(&s.Puzzle); err != nil {
		return fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
	}
	for _, ladder := range s.Ladders {
		puzzle := s.Puzzle
		for i := range ladder {
			cell := ladder[i].Cell
			if ladder[i], err = c.rung(&puzzle, cell); err != nil {
				return fmt.Errorf("a rung of seed %v: %w", s.Puzzle.Clues(), err)
			}
			puzzle = puzzle.With(sudoku.CellSet(cell))
		}
	}
	return nil
}

func (r *rerater) take(some heirs) error {
	if some.err != nil {
		return some.err
	}
	r.waiting = append(r.waiting, some.seeds...)
	for _, heir := range some.list {
		if heir.Outdated {
			r.done.Seeds++
		}
	}
	if len(r.waiting) < storeAt && time.Since(r.written) < storeAfter {
		return nil
	}
	return r.store()
}

// store puts the seeds that wait into the successor.
func (r *rerater) store() error {
	if err := r.successor.Insert(r.ctx, r.waiting); err != nil {
		return err
	}
	r.waiting, r.written = r.waiting[:0], time.Now()
	done, of := r.successor.Done()
	r.report(uint64(done), uint64(of))
	return nil
}
