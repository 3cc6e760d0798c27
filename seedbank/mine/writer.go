package mine

import (
	"context"
	"slices"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// Found seeds are stored when so many wait, or when they have waited so long.
const (
	storeAt    = 2000
	storeAfter = 500 * time.Millisecond
)

// writer takes what the workers found, in order, and stores it.
type writer struct {
	ctx      context.Context
	bank     *seedbank.Bank
	options  Options
	report   func(Progress)
	run      seedbank.RunID
	waiting  []seedbank.Seed
	written  time.Time // when the bank was last written to
	progress Progress
	wanted   wanted
	climber  climber
}

// begin notes the run in the bank and counts what is there.
func (w *writer) begin() (err error) {
	w.written = time.Now()
	w.run, err = w.bank.StartRun(w.ctx, &seedbank.Run{
		Started:    w.written,
		Arguments:  w.options.Arguments,
		RandomSeed: w.options.RandomSeed,
		Program:    w.options.Program,
		Rater:      rating.Version,
	})
	if err != nil {
		return err
	}
	w.progress.InBank, err = w.bank.SeedsByLevel(w.ctx)
	w.tell()
	return err
}

// tell tells the workers which levels are wanted.
func (w *writer) tell() {
	levels := uint32(0)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		if w.wants(level) {
			levels |= 1 << level
		}
	}
	w.wanted.levels.Store(levels)
}

// take sorts what a worker found, and stores it from time to time.
func (w *writer) take(f finds) error {
	if f.err != nil {
		return f.err
	}
	defer func() {
		w.tell()
		w.report(w.progress)
	}()
	w.progress.Made += f.made
	for i := range f.seeds {
		if err := w.sort(&f.seeds[i]); err != nil {
			return err
		}
		if w.enough() {
			if err := w.store(); err != nil {
				return err
			}
		}
		if w.enough() { // still, now that it is known what was new
			return errEnough
		}
	}
	if len(w.waiting) >= storeAt || time.Since(w.written) > storeAfter {
		return w.store()
	}
	return nil
}

// sort puts a puzzle where it belongs: with the seeds that wait to be stored,
// or nowhere.
func (w *writer) sort(r *rated) error {
	level := r.seed.Rating.Level()
	switch {
	case !w.wants(level):
		w.progress.Unwanted++
	default:
		if !r.climbing {
			if err := w.climber.climb(&r.seed); err != nil {
				return err
			}
		}
		r.seed.Run = w.run
		w.waiting = append(w.waiting, r.seed)
		w.progress.InBank[level]++ // store takes back what is known
	}
	return nil
}

// wants reports whether a seed of a level is to be kept.
func (w *writer) wants(level rating.Level) bool {
	if len(w.options.Levels) > 0 && !slices.Contains(w.options.Levels, level) {
		return false
	}
	target, limited := w.options.Targets[level]
	return !limited || w.progress.InBank[level] < target
}

// enough reports whether the run has found what it was to find, if all that
// waits is new.
func (w *writer) enough() bool {
	if w.options.Count > 0 && w.progress.Stored+len(w.waiting) >= w.options.Count {
		return true
	}
	for level, target := range w.options.Targets {
		if w.progress.InBank[level] < target {
			return false
		}
	}
	return len(w.options.Targets) > 0
}

// store puts the seeds that wait into the bank.
func (w *writer) store() error {
	w.written = time.Now()
	if len(w.waiting) == 0 {
		return nil
	}
	stored, err := w.bank.Insert(w.ctx, w.waiting)
	if err != nil {
		return err
	}
	for level, n := range stored {
		w.progress.Stored += n
		w.progress.StoredBy[level] += n
		w.progress.Known -= n
	}
	w.progress.Known += len(w.waiting)
	w.waiting = w.waiting[:0]
	if w.progress.InBank, err = w.bank.SeedsByLevel(w.ctx); err != nil {
		return err
	}
	return w.bank.UpdateRun(w.ctx, w.run, w.progress.Made, w.progress.Stored, time.Time{})
}

// end stores what is left and closes the record of the run.
func (w *writer) end() error {
	if err := w.store(); err != nil {
		return err
	}
	return w.bank.UpdateRun(w.ctx, w.run, w.progress.Made, w.progress.Stored, time.Now())
}
