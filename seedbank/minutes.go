package seedbank

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/sudoku"
)

// Pace is how long people take for a puzzle: a condition on the estimates of package
// rating/minutes.
type Pace struct {
	Minutes Range[int] // of a regular solver
	Fit     int        // the version of the fit that made them; 0: that of the bank
}

// all reports whether p is no condition.
func (p Pace) all() bool { return p.Minutes.all() }

// Errors of [Bank.Select] for a filter with minutes.
var (
	ErrNoMinutes = errors.New("it does not know the minutes of all puzzles of this kind")
	ErrOtherFit  = errors.New("another version of the fit made its minutes")
)

// Fit returns the version of the fit by whose minutes s was chosen, or 0 if its filter has
// no minutes.
func (s *Selection) Fit() int { return s.fit }

// Fit returns the version of the fit that made the minutes of b, or 0 if it has none.
func (b *Bank) Fit(ctx context.Context) (int, error) {
	fit, err := b.file.Fit(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading the minutes of %s: %w", b.file.Path, tables.Plain(err))
	}
	return fit, nil
}

// keepPace removes the picks that take another time than the filter says.
func (s *Selection) keepPace(ctx context.Context) error {
	file := s.bank.file
	fit, err := file.Fit(ctx)
	if err != nil {
		return err
	}
	s.fit = fit
	if fit > 0 && s.filter.Pace.Fit > 0 && fit != s.filter.Pace.Fit {
		return fmt.Errorf("%w: version %d, and %d is wanted", ErrOtherFit, fit, s.filter.Pace.Fit)
	}
	of := map[tables.StratumName]*paced{}
	for i := range s.strata {
		st := &s.strata[i]
		of[tables.StratumName{Table: st.Table, ID: st.ID}] = &paced{number: st.Number}
	}
	for _, table := range s.filter.tables() {
		condition, arguments := s.filter.condition(table)
		err := file.EachPacePage(ctx, table, fit, condition, arguments, func(name tables.PaceName, page tables.PacePage) error {
			if p := of[tables.StratumName{Table: name.Table, ID: name.Stratum}]; p != nil {
				p.add(name.Page, page, s.filter.Pace.Minutes)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	missing := uint64(0)
	for i := range s.strata {
		st := &s.strata[i]
		p := of[tables.StratumName{Table: st.Table, ID: st.ID}]
		missing += st.Number - p.known
		st.chosen.Keep(p.within)
	}
	if missing > 0 {
		return fmt.Errorf("%w: %s missing", ErrNoMinutes, phrase.Count(missing, "estimate"))
	}
	return nil
}

// paced are the picks of a stratum whose estimates are as a filter says.
type paced struct {
	number, known uint64 // number of picks, and of those whose estimates are known
	within        tables.SlotSet
}

// add adds a page of estimates. Picks that came after the strata were read do not count.
func (p *paced) add(number uint64, page tables.PacePage, wanted Range[int]) {
	first := number * tables.PagePaces
	for slot := first; slot < min(p.number, first+tables.PagePaces); slot++ {
		pace := page.Pace(int(slot - first))
		if pace == (tables.Pace{}) {
			continue
		}
		p.known++
		if wanted.Has(int(pace.Minutes)) {
			p.within = p.within.With(slot)
		}
	}
}

// estimators are for filters that meet puzzles without their estimates.
var estimators = sync.Pool{New: func() any { return new(minutes.Estimator) }}

// wantsPace reports whether the time for a puzzle is as f says. It computes the estimate.
func (f *Filter) wantsPace(p sudoku.Puzzle) bool {
	if f.Pace.all() {
		return true
	}
	e := estimators.Get().(*minutes.Estimator)
	defer estimators.Put(e)
	found, err := e.Class(&p)
	return err == nil && f.Pace.Minutes.Has(found.Minutes())
}
