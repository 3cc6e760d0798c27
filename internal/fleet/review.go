package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// review checks stored results a second time, in its own goroutine. It does some units
// again, and checks the last seeds of refused workers. When there is nothing else to do, it
// rates claimed seeds and fills in minutes and labels. Apart from these, only the hub writes to the
// bank: review sends it functions to call.
//
// The same unit gives the same seeds everywhere. If a worker has reported a unit as done
// and the bank lacks a seed of it, the worker has kept this seed back.
type review struct {
	hub    *hub
	shares shares
	ready  chan func(context.Context) error
	wake   chan struct{}
	filled time.Time // when no seed was left without minutes and labels; only run uses it

	// Only the hub uses the following fields.
	yields map[work.UnitKind]float64 // seeds for each puzzle, or each unit, as a mean
	done   []doneUnit                // the last ones, the oldest first

	mutex    sync.Mutex // guards the fields below
	busy     bool
	units    []doneUnit // units to do again
	suspects []*suspect // workers whose seeds are to be checked
}

// shares are the shares of units to do again: of units with few seeds for their kind, and
// of other units.
type shares struct{ short, other float64 }

// usualShares detect a worker that keeps back all seeds after about four units.
var usualShares = shares{short: 1. / 4, other: 1. / 50}

// Bounds of the memory of a review.
const (
	mostReviews = 4    // greatest number of units waiting to be done again
	mostDone    = 1024 // greatest number of finished units
)

// doneUnit is a unit that a worker says it has done.
type doneUnit struct {
	worker string // its key
	unit   *work.Unit
	taken  uint64 // value of the hub's field when it was done
	blamed bool   // its worker is refused for it
}

// suspect is a refused worker with seeds to check. The mutex of the review guards it.
type suspect struct {
	worker string     // its key
	left   []seed.Key // seeds to check
	wrong  []seed.Key // seeds with false ratings
}

func newReview(h *hub) *review {
	r := &review{
		hub: h, shares: cmp.Or(h.options.again, usualShares),
		ready: make(chan func(context.Context) error), wake: make(chan struct{}, 1),
		yields: map[work.UnitKind]float64{},
	}
	if h.options.Trust <= 0 {
		r.shares = shares{}
	}
	return r
}

// note records a good result. If it ends its unit, note decides at random whether to do
// the unit again.
func (r *review) note(a *audit) {
	if a.Done == nil || a.from == ownKey || contributorOf(a.from) != trust.Owner {
		return // audits have rules of their own for contributors
	}
	d := doneUnit{worker: a.from, unit: a.Done, taken: r.hub.taken}
	r.done = append(r.done[max(0, len(r.done)+1-mostDone):], d)
	share := r.shares.other
	if r.isShort(a) || a.of.broken || a.Sent != a.of.before {
		share = r.shares.short
	}
	if rand.Float64() >= share {
		return
	}
	r.add(d)
}

// add queues a unit to be done again, unless there are too many.
func (r *review) add(d doneUnit) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.units) < mostReviews {
		r.units = append(r.units, d)
		r.rouse()
	}
}

// isShort reports whether a unit has given less than half of the seeds that its kind gives
// on average. It updates the average.
func (r *review) isShort(a *audit) bool {
	const slowly = 16
	puzzles, known := a.Done.Size()
	if !known {
		puzzles = 1
	}
	mean, seeds := r.yields[a.Done.Kind], float64(a.total())
	short := 2*seeds < mean*float64(puzzles)
	if yield := seeds / float64(max(puzzles, 1)); mean == 0 {
		r.yields[a.Done.Kind] = yield
	} else {
		r.yields[a.Done.Kind] += (yield - mean) / slowly
	}
	return short
}

// forget returns the last units of a worker, and forgets them.
func (r *review) forget(worker string) (units []*work.Unit) {
	r.done = slices.DeleteFunc(r.done, func(d doneUnit) bool {
		if d.worker == worker {
			units = append(units, d.unit)
		}
		return d.worker == worker
	})
	return units
}

// suspect queues seeds of a refused worker to be checked.
func (r *review) suspect(worker string, keys []seed.Key) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(keys) > 0 {
		r.suspects = append(r.suspects, &suspect{worker: worker, left: keys})
		r.rouse()
	}
}

// rouse wakes run. The mutex must be held.
func (r *review) rouse() {
	select {
	case r.wake <- struct{}{}:
	default: // it is awake
	}
}

// idle reports whether the review has nothing to do.
func (r *review) idle() bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return !r.busy && len(r.units)+len(r.suspects) == 0
}

// lookEvery is the time between two looks for work that does not rouse the review.
const lookEvery = time.Second

// run reviews until ctx is done. It takes half of a core at most.
func (r *review) run(ctx context.Context) {
	for ctx.Err() == nil {
		begun := time.Now()
		if !r.one(ctx) {
			select {
			case <-r.wake:
			case <-time.After(lookEvery):
			case <-ctx.Done():
			}
			continue
		}
		pause(ctx, time.Since(begun))
	}
}

// one does a unit again or checks the seeds of a suspect. It reports false if there is
// neither.
func (r *review) one(ctx context.Context) bool {
	r.mutex.Lock()
	var of *suspect
	var unit doneUnit
	switch {
	case len(r.suspects) > 0:
		of = r.suspects[0]
	case len(r.units) > 0:
		unit, r.units = r.units[0], r.units[1:]
	default:
		r.mutex.Unlock()
		if a := r.hub.given.forHub(); a != nil {
			r.decide(ctx, a)
			return true
		}
		return r.rateClaims(ctx) || r.fillDerived(ctx)
	}
	r.busy = true
	r.mutex.Unlock()
	if of != nil {
		r.recheck(ctx, of)
	} else {
		r.redo(ctx, unit)
	}
	r.mutex.Lock()
	r.busy = false
	r.mutex.Unlock()
	return true
}

// submit makes the hub call a function, and waits for its end.
func (r *review) submit(ctx context.Context, do func(context.Context) error) error {
	done := make(chan struct{})
	select {
	case r.ready <- func(ctx context.Context) error { defer close(done); return do(ctx) }:
		<-done
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// redo does a unit again. The hub stores its new seeds. If there are any, it refuses the
// worker.
func (r *review) redo(ctx context.Context, d doneUnit) {
	var seeds []seed.Seed
	compare := func() error {
		found := seeds
		seeds = nil
		return r.submit(ctx, func(ctx context.Context) error { return r.compare(ctx, &d, found) })
	}
	err := new(work.Worker).Do(ctx, d.unit, nil, func(found work.Found) error {
		if seeds = append(seeds, found.Seeds...); len(seeds) < parcelSeeds {
			return nil
		}
		return compare()
	})
	if err == nil && len(seeds) > 0 {
		err = compare()
	}
	if err != nil && ctx.Err() == nil {
		r.hub.log.Warn("a unit could not be done again", "error", err)
	}
}

// compare stores seeds of a unit that was done again. If the bank lacks some, it refuses the worker
// first: nobody would know of them if the hub was killed when they are stored. Only the hub calls it.
func (r *review) compare(ctx context.Context, d *doneUnit, seeds []seed.Seed) error {
	claimed, err := change.ClaimedOf(ctx, r.hub.bank.Bank, seeds)
	if err != nil {
		return err
	}
	seeds = slices.DeleteFunc(seeds, func(s seed.Seed) bool { return claimed[s.Key()] })
	found := []mine.Delivery{{Found: work.Found{Seeds: seeds}, Unit: d.unit, Again: true}}
	known, err := r.hub.knownOf(ctx, found)
	if missing := len(seeds) - known; err == nil && missing > 0 && !d.blamed {
		err = r.blame(ctx, d, missing)
	}
	if err == nil {
		_, err = r.hub.collect(ctx, found, nil)
	}
	return err
}

// blame refuses the worker of a unit because some of its seeds are missing in the bank.
func (r *review) blame(ctx context.Context, d *doneUnit, missing int) error {
	taken, err := change.Withdrawals(ctx, r.hub.bank.Bank)
	if err != nil || taken != d.taken { // others may have found them too, and they were taken back
		return err
	}
	if r.hub.mining.Met() { // the hub may have dropped them: they came after the end of the run
		return nil
	}
	d.blamed = true
	err = r.hub.refuse(ctx, d.worker, fmt.Errorf("it withheld %d seeds of unit %s", missing, d.unit.Name()))
	r.hub.suspect(d.worker)
	return err
}

// decide does the unit of an audit, and closes the audit with the true result.
func (r *review) decide(ctx context.Context, a *trust.Audit) {
	u, err := work.DecodeUnit(a.Text)
	if err != nil {
		return // decoded before
	}
	truth, err := digestOf(ctx, u)
	if err == nil {
		err = r.submit(ctx, func(ctx context.Context) error { return r.hub.given.decide(ctx, a, truth) })
	}
	if err != nil && ctx.Err() == nil {
		r.hub.log.Warn("a unit could not be done again", "error", err)
	}
}

// digestOf does a unit and returns the digest of its results.
func digestOf(ctx context.Context, u *work.Unit) (trust.Digest, error) {
	p := parcel{result: result{Unit: u.Name()}}
	all := soFar{}
	note := func(results []*result) {
		for _, r := range results {
			all.add(r, r.encode())
		}
	}
	err := new(work.Worker).Do(ctx, u, nil, func(found work.Found) error {
		note(p.add(found))
		return ctx.Err()
	})
	if err == nil {
		note(p.end(u))
	}
	return all.digest, err
}

// rateClaims rates some claimed seeds, which can be drawn then, except those that wait for the end of
// their units. It reports false if there are none. Whoever has claimed a false rating is refused.
func (r *review) rateClaims(ctx context.Context) bool {
	var held []seedbank.RunID
	if r.submit(ctx, func(context.Context) error { held = r.hub.given.holding(time.Now()); return nil }) != nil {
		return false
	}
	claims, err := r.hub.bank.NextClaims(ctx, held...)
	if err == nil && claims.Len() > 0 {
		err = claims.Rate(ctx)
	}
	if err != nil && ctx.Err() == nil {
		r.hub.log.Warn("claimed seeds could not be rated", "error", err)
	}
	if err != nil || claims.Len() == 0 {
		return false
	}
	r.submit(ctx, func(ctx context.Context) error {
		liars, err := r.hub.mining.StoreClaims(ctx, claims)
		for _, run := range liars {
			err = errors.Join(err, r.hub.given.refuseRun(ctx, run))
		}
		return err
	})
	return true
}

// Times of fillDerived.
const (
	fillFor   = time.Second / 2 // longest time for it at once
	fillEvery = time.Minute     // time after which it looks for seeds again when none was left
)

// fillDerived fills in the minutes and labels of seeds that were stored without. It reports false if
// there are none.
func (r *review) fillDerived(ctx context.Context) bool {
	if time.Since(r.filled) < fillEvery {
		return false
	}
	complete, err := r.hub.bank.FillFirst(ctx, fillFor)
	if err != nil && ctx.Err() == nil {
		r.hub.log.Info("minutes and labels could not be filled in, and are tried again", "error", err)
	}
	if complete || err != nil {
		r.filled = time.Now()
	}
	return !complete && err == nil
}

// recheck checks the seeds of a refused worker, and marks false ones in the bank.
func (r *review) recheck(ctx context.Context, of *suspect) {
	keys := slices.Clone(of.left)
	seeds, errs := make([]seed.Seed, len(keys)), make([]error, len(keys))
	err := r.submit(ctx, func(ctx context.Context) error {
		for i, key := range keys {
			seeds[i], errs[i] = r.hub.mining.Seed(ctx, key)
		}
		return nil
	})
	if err != nil {
		return
	}
	var again work.Worker
	again.InterruptBy(ctx.Err)
	for i, key := range keys {
		wrong := isWrong(&again, &seeds[i], errs[i])
		if ctx.Err() != nil {
			return
		}
		r.mutex.Lock()
		of.left = of.left[1:]
		if wrong {
			of.wrong = append(of.wrong, key)
		}
		r.mutex.Unlock()
	}
	r.submit(ctx, func(ctx context.Context) error { return r.distrust(ctx, of) })
}

// isWrong reports whether a seed has a false rating. err is the error of looking it up.
func isWrong(again *work.Worker, s *seed.Seed, err error) bool {
	switch {
	case errors.Is(err, seedbank.ErrNoMatch):
		return false
	case err != nil:
		return true // the next rerating rates it again
	}
	return again.CheckRatings(s) != nil
}

// distrust marks the seeds of a suspect that are false or not checked.
func (r *review) distrust(ctx context.Context, of *suspect) error {
	r.mutex.Lock()
	keys := slices.Concat(of.wrong, of.left)
	r.suspects = slices.DeleteFunc(r.suspects, func(s *suspect) bool { return s == of })
	unchecked := len(of.left)
	r.mutex.Unlock()
	err := r.hub.mining.Distrust(ctx, keys, "refused worker "+r.hub.crew.nameOf(of.worker))
	if err == nil {
		err = r.hub.bank.ClearBookmarks(ctx, suspectPrefix+of.worker+" ", math.MaxInt64)
	}
	if err != nil || len(keys) == 0 {
		return err
	}
	r.hub.log.Warn("seeds that a refused worker has sent before are rated falsely or could not be checked, and have to be rated anew",
		"worker", r.hub.crew.nameOf(of.worker), "seeds", len(keys), "unchecked", unchecked)
	return nil
}

// giveUp marks all seeds that are not checked, when the hub has ended.
func (r *review) giveUp() (err error) {
	r.mutex.Lock()
	left := slices.Clone(r.suspects)
	r.mutex.Unlock()
	for _, of := range left {
		err = errors.Join(err, r.distrust(context.Background(), of))
	}
	return err
}
