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
	countAfter = 10 * time.Second
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
	counted  time.Time // when what is in it was last counted
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
	for _, target := range w.options.Targets {
		w.progress.Targets = append(w.progress.Targets, TargetProgress{Target: target})
	}
	if err := w.count(); err != nil {
		return err
	}
	for i := range w.progress.Targets {
		w.progress.Targets[i].Before = w.progress.Targets[i].InBank
	}
	w.tell()
	return nil
}

// count counts what is in the bank: other processes may add to it.
func (w *writer) count() (err error) {
	w.counted = time.Now()
	for i := range w.progress.Targets {
		kind, err := w.bank.Select(w.ctx, w.progress.Targets[i].Kind)
		if err != nil {
			return err
		}
		w.progress.Targets[i].InBank = int(kind.Len())
	}
	w.progress.InBank, err = w.bank.SeedsByLevel(w.ctx)
	return err
}

// tell tells the others what is wanted, and how far the run is.
func (w *writer) tell() {
	w.wanted.now.Store(wantsOf(&w.options, &w.progress))
	progress := w.progress
	progress.Targets = slices.Clone(progress.Targets)
	progress.Walks = slices.Clone(progress.Walks)
	w.report(progress)
}

// take sorts what a worker found, and stores it from time to time.
func (w *writer) take(f finds) error {
	if f.err != nil {
		return f.err
	}
	defer w.tell()
	w.progress.Made += f.made
	if f.step != nil {
		if err := w.noteBest(&f); err != nil {
			return err
		}
	}
	for i := range f.seeds {
		if err := w.sort(&f.seeds[i], f.step != nil); err != nil {
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
	if f.step != nil && !f.halfway {
		return w.noteStep(f.step)
	}
	return w.storeIfDue()
}

// storeIfDue stores the seeds that wait if they are many or have waited long.
func (w *writer) storeIfDue() error {
	if len(w.waiting) >= storeAt || time.Since(w.written) > storeAfter {
		return w.store()
	}
	return nil
}

// noteStep stores what a step has found, so that the next ones can set out from
// there.
func (w *writer) noteStep(s *step) error {
	if err := w.store(); err != nil {
		return err
	}
	w.walkOf(s).Steps++
	return s.walk.done(w.ctx, s)
}

// noteBest notes the best that the walk of a step has come to.
func (w *writer) noteBest(f *finds) (err error) {
	progress, goal := w.walkOf(f.step), goals[f.step.walk.toward]
	if progress.Best == 0 {
		progress.Best, _, err = w.bank.Best(w.ctx, progress.Toward)
	}
	for i := range f.seeds {
		if value := goal.value(&f.seeds[i].seed); goal.better(value, progress.Best) < 0 {
			progress.Best = value
		}
	}
	return err
}

// walkOf returns the progress of the walk of a step.
func (w *writer) walkOf(s *step) *WalkProgress {
	walks := &w.progress.Walks
	i := slices.IndexFunc(*walks, func(p WalkProgress) bool { return p.Toward == s.walk.toward })
	if i < 0 {
		i = len(*walks)
		*walks = append(*walks, WalkProgress{Toward: s.walk.toward})
	}
	return &(*walks)[i]
}

// sort puts a puzzle where it belongs: with the seeds that wait to be stored,
// or nowhere. A walk needs its stepping stones, whatever the targets.
func (w *writer) sort(r *rated, walked bool) error {
	now := wantsOf(&w.options, &w.progress)
	now.all = now.all || walked
	if !now.has(&r.seed) {
		w.progress.Unwanted++
		return nil
	}
	if !r.climbed {
		if err := w.climber.climb(&r.seed); err != nil {
			return err
		}
	}
	w.add(&r.seed)
	return nil
}

// add puts a seed with those that wait to be stored.
func (w *writer) add(s *seedbank.Seed) {
	s.Run = w.run
	w.waiting = append(w.waiting, *s)
	w.tally(s, 1) // store takes back what is known
}

// tally adds to, or takes from, what the bank is known to hold.
func (w *writer) tally(s *seedbank.Seed, n int) {
	w.progress.InBank[s.Rating.Level()] += n
	for i := range w.progress.Targets {
		if t := &w.progress.Targets[i]; t.Kind.Passes(s) {
			t.InBank += n
		}
	}
}

// enough reports whether the run has found what it was to find, if all that
// waits is new.
func (w *writer) enough() bool {
	if w.options.Count > 0 && w.progress.Stored+len(w.waiting) >= w.options.Count {
		return true
	}
	missing := func(t TargetProgress) bool { return t.Missing() > 0 }
	return len(w.progress.Targets) > 0 && !slices.ContainsFunc(w.progress.Targets, missing)
}

// store puts the seeds that wait into the bank.
func (w *writer) store() error {
	w.written = time.Now()
	if len(w.waiting) == 0 {
		return nil
	}
	isNew, err := w.bank.Insert(w.ctx, w.waiting)
	if err != nil {
		return err
	}
	for i := range w.waiting {
		s := &w.waiting[i]
		if !isNew[i] {
			w.progress.Known++
			w.tally(s, -1)
			continue
		}
		w.progress.Stored++
		w.progress.StoredBy[s.Rating.Level()]++
	}
	w.waiting = w.waiting[:0]
	if time.Since(w.counted) > countAfter {
		if err := w.count(); err != nil {
			return err
		}
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
