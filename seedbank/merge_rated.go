package seedbank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Ratings says what becomes of the ratings of seeds that are merged.
type Ratings int

const (
	RateAnew Ratings = iota // they are rated anew, with their rungs, and stored with what they are
	AsRated                 // new seeds and rungs wait as claimed ones until [Bank.RateClaimed] rates them
	Trusted                 // they are taken for true: the merger has made them
)

// ratedAtOnce is the number of seeds that are rated between two transactions.
const ratedAtOnce = 400

// atOnce returns the number of seeds that are merged in one transaction.
func (m *merger) atOnce() int {
	if m.options.Ratings == RateAnew {
		return ratedAtOnce
	}
	return mergeSeeds
}

// settle finds out what is new of some seeds, and rates that if it shall be. The bank is
// not locked meanwhile.
func (m *merger) settle(ctx context.Context, seeds []foreign) error {
	if m.options.Ratings == Trusted {
		return nil
	}
	var fresh []*foreign
	for i := range seeds {
		s := &seeds[i]
		if s.same || !m.options.Filter.Passes(&s.Seed) {
			continue
		}
		isNew, err := m.bank.leaveNew(ctx, s)
		if err != nil {
			return err
		}
		if isNew {
			s.fresh = true
			fresh = append(fresh, s)
		}
	}
	return m.checkAll(ctx, fresh)
}

// leaveNew leaves of a seed what the bank lacks, and reports whether that is anything: a
// seed that the bank has keeps the rungs that are new. If the bank rates it differently,
// nothing is.
func (b *Bank) leaveNew(ctx context.Context, s *foreign) (isNew bool, err error) {
	known, err := b.SeedNamed(ctx, s.key)
	if errors.Is(err, ErrNoMatch) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	r := &s.Rating
	if known.Rating.ER != r.ER || known.Rating.EP != r.EP || known.Rating.ED != r.ED || known.Puzzle.Clues() != s.Puzzle.Clues() {
		return false, nil
	}
	s.rungsOnly = true
	var fresh []seed.Rung
	of := []credit{}
	for i, r := range s.Rungs {
		if known.Rung(r.Added) == nil {
			fresh, of = append(fresh, r), append(of, s.credits.rung(i))
		}
	}
	s.Rungs, s.credits.rungs = fresh, of
	return len(s.Rungs) > 0, nil
}

// checkAll checks seeds on all cores, and rates them if they shall be rated. A seed beyond
// the scale is noted and stops nothing.
func (m *merger) checkAll(ctx context.Context, seeds []*foreign) error {
	workers := m.options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	rate := m.options.rate
	if rate == nil {
		rate = (*foreign).rate
	}
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(workers, len(seeds)) {
		group.Go(func() error {
			var checker SeedChecker
			var rater rating.Rater
			for i := next.Add(1) - 1; i < int64(len(seeds)); i = next.Add(1) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				s := seeds[i]
				err := checker.Check(&s.Seed)
				if err == nil && m.options.Ratings == RateAnew {
					err = rate(s, &rater)
				}
				if errors.Is(err, rating.ErrBeyond) {
					s.beyond, err = fmt.Errorf("not stored: %w", err), nil
				}
				if err != nil {
					return fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// rate gives a seed and its rungs their true ratings, and notes if they were others.
func (s *foreign) rate(rater *rating.Rater) error {
	if !s.rungsOnly {
		truth, err := rater.Rate(&s.Puzzle)
		if err != nil {
			return err
		}
		s.corrected = truth != s.Rating
		s.Rating = truth
	}
	rungs := slices.Clone(s.Rungs)
	for i := range rungs {
		r := &rungs[i]
		p := s.Puzzle.With(r.Added)
		class, err := rater.Class(&p)
		if err != nil {
			return err
		}
		truth := seed.Rung{Added: r.Added, ER: class.Rating.ER, EP: class.Rating.EP, ED: class.Rating.ED,
			Hardest: class.Rating.Hardest, Automorphisms: class.Automorphisms}
		s.corrected = s.corrected || truth != *r
		*r = truth
	}
	s.Rungs = rungs
	return nil
}

// creditsHere returns who found and rated a seed from elsewhere, as runs of this bank.
func (m *merger) creditsHere(s *foreign) (credits, error) {
	return s.credits.convert(func(there credit) (here credit, err error) {
		if here.found, err = m.runOf(there.found); err != nil {
			return here, err
		}
		if m.options.Ratings == RateAnew {
			here.rated = cmp.Or(m.rated, here.found)
			return here, nil
		}
		here.rated, err = m.runOf(there.rated)
		return here, err
	})
}

// count counts a seed that is stored of a run, if runs do.
func (m *merger) count(run RunID) error {
	if !m.counts {
		return nil
	}
	_, err := m.tx.ExecContext(m.ctx, `UPDATE main.runs SET made = made + 1, stored = stored + 1 WHERE id = ?`, run)
	return err
}

// noteRater makes the run that rates, once, when some of the seeds were rated.
func (m *merger) noteRater(ctx context.Context, seeds []foreign) (err error) {
	run := m.options.Run
	if m.options.Ratings != RateAnew || run.Started.IsZero() || m.rated != 0 ||
		!slices.ContainsFunc(seeds, func(s foreign) bool { return s.fresh }) {
		return nil
	}
	run.Rater = rating.Version
	m.rated, err = startRun(ctx, m.tx, &run, true)
	return err
}
