package change

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// settle determines which seeds and rungs are new, and checks and rates these as the
// options say. It does not lock the bank.
func (m *merger) settle(ctx context.Context, seeds []foreign) error {
	if m.options.Ratings == trusted {
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

// leaveNew reduces a seed to the parts that the bank lacks, and reports whether any
// remain. Of a seed that the bank has, only the new rungs remain. If the bank rates the
// seed differently, nothing remains.
func (w *Writer) leaveNew(ctx context.Context, s *foreign) (isNew bool, err error) {
	known, err := w.SeedNamed(ctx, s.key)
	if errors.Is(err, tables.ErrNoMatch) {
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
	of := []tables.Credit{}
	for i, r := range s.Rungs {
		if known.Rung(r.Added) == nil {
			fresh, of = append(fresh, r), append(of, s.credits.Rung(i))
		}
	}
	s.Rungs, s.credits.Rungs = fresh, of
	return len(s.Rungs) > 0, nil
}

// checkAll checks seeds, and rates them if the options say so. A seed beyond
// the scale is marked and is not an error.
func (m *merger) checkAll(ctx context.Context, seeds []*foreign) error {
	rate := m.options.rate
	if rate == nil {
		rate = (*foreign).rate
	}
	newWork := func() func(*foreign) error {
		var checker SeedChecker
		var rater rating.Rater
		return func(s *foreign) error {
			err := checker.Check(&s.Seed)
			if err == nil && m.options.Ratings == RateAnew {
				err = rate(s, &rater)
			}
			if errors.Is(err, rating.ErrBeyond) {
				s.beyond, err = fmt.Errorf("not stored: %w", err), nil
			}
			if err != nil {
				err = fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
			}
			return err
		}
	}
	pool := ordered.Pool{Workers: max(1, min(ordered.OrCores(m.options.Workers), len(seeds)))}
	return ordered.Run(ctx, pool, slices.Values(seeds), newWork, func(err error) error { return err })
}

// blame notes that what a run has found of a seed is false.
func (s *foreign) blame(of tables.Credit, isFalse bool) {
	if isFalse {
		s.corrected, s.liars = true, append(s.liars, of.Found)
	}
}

// rate rates a seed and its rungs, and sets s.corrected if a rating differs from the
// previous one.
func (s *foreign) rate(rater *rating.Rater) error {
	if !s.rungsOnly {
		truth, err := rater.Rate(&s.Puzzle)
		if err != nil {
			s.blame(s.credits.Of, errors.Is(err, rating.ErrBeyond))
			return err
		}
		s.blame(s.credits.Of, truth != s.Rating)
		s.Rating = truth
	}
	rungs := slices.Clone(s.Rungs)
	for i := range rungs {
		r := &rungs[i]
		p := s.Puzzle.With(r.Added)
		class, err := rater.Class(&p)
		if err != nil {
			s.blame(s.credits.Rung(i), errors.Is(err, rating.ErrBeyond))
			return err
		}
		truth := seed.NewRung(&class, r.Added)
		s.blame(s.credits.Rung(i), truth != *r)
		*r = truth
	}
	s.Rungs = rungs
	return nil
}
