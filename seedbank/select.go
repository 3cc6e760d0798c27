package seedbank

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// Select returns the seeds and rungs that pass a filter. The order is by ER, clues,
// automorphisms and hardest technique, seeds before rungs, and then by age.
func (b *Bank) Select(ctx context.Context, filter Filter) (*Selection, error) {
	if err := filter.Check(); err != nil {
		return nil, err
	}
	s := &Selection{bank: b, filter: filter, shelf: NewShelf(), picks: new(atomic.Pointer[pickTable]), turns: new(byLabel)}
	if n := filter.Pattern.Len(); n > 0 {
		if !filter.Clues.Has(n) {
			return s, nil
		}
		s.filter.Clues = Only(n)
	}
	err := s.load(ctx)
	if b.file.Explain(&err, "selecting seeds of"); err != nil {
		return nil, err
	}
	s.addUp()
	last, _ := b.file.LastSeed(ctx) // a row that cannot be read only makes the room smaller
	s.shelf.holdAll(s.Len(), uint64(last))
	return s, nil
}

// load reads the strata that pass the filter.
func (s *Selection) load(ctx context.Context) (err error) {
	if s.filter.Symmetry != transform.NoSymmetry && !s.bank.file.ListsSymmetric() {
		err = fmt.Errorf("it does not list symmetric puzzles: %w", tables.ErrOlderBank)
	}
	if err == nil {
		err = s.loadStrata(ctx)
	}
	if err == nil {
		err = s.choose(ctx)
	}
	if err == nil && !s.filter.Pattern.Empty() {
		err = s.keepArrangeable(ctx)
	}
	return err
}

// loadStrata reads the strata and selects all of their seeds.
func (s *Selection) loadStrata(ctx context.Context) error {
	for _, table := range s.filter.tables() {
		if err := s.loadTable(ctx, table); err != nil {
			return err
		}
	}
	slices.SortStableFunc(s.strata, func(a, b stratum) int { return a.Compare(&b.Stratum) })
	return nil
}

// loadTable reads the strata of a table.
func (s *Selection) loadTable(ctx context.Context, table *tables.StrataTable) error {
	condition, arguments := s.filter.condition(table)
	list, err := tables.ReadStrata(ctx, s.bank.file, table, `WHERE number > 0`+condition, arguments, nil)
	if err != nil {
		return err
	}
	for _, stored := range list {
		st := stratum{Stratum: stored}
		if !s.filter.wantsStratum(&st) {
			return tables.DamagedRow(table.Name, st.ID, "it does not have the values by which it was found")
		}
		if s.filter.wantsClues(st.Level, st.Clues) { // the query has no condition for clues by level
			s.strata = append(s.strata, st)
		}
	}
	return nil
}

// choose removes the seeds that lack wanted techniques or use excluded ones, and the
// picks that take another time.
func (s *Selection) choose(ctx context.Context) (err error) {
	if !s.filter.byPath() && s.filter.Pace.all() {
		return nil
	}
	for i := range s.strata {
		s.strata[i].chosen = tables.AllSlots(s.strata[i].Number)
	}
	if err := s.choosePaths(ctx); err != nil {
		return err
	}
	if !s.filter.Labels.all() {
		if err := s.keepLabelled(ctx); err != nil {
			return err
		}
	}
	if !s.filter.Pace.all() {
		if s.fit, err = s.keepDerived(ctx, s.filter.Pace.condition()); err != nil {
			return err
		}
	}
	for i := range s.strata {
		s.strata[i].Number = s.strata[i].chosen.Count()
	}
	s.strata = slices.DeleteFunc(s.strata, func(st stratum) bool { return st.Number == 0 })
	return nil
}

// choosePaths removes the seeds that lack wanted techniques or use excluded ones.
func (s *Selection) choosePaths(ctx context.Context) error {
	if err := s.narrow(ctx, s.filter.Uses, tables.SlotSet.Keep); err != nil {
		return err
	}
	if err := s.narrow(ctx, s.filter.Without, tables.SlotSet.Remove); err != nil {
		return err
	}
	if len(s.filter.Practice) > 0 {
		if err := s.keepTraining(ctx); err != nil {
			return err
		}
	}
	if s.filter.Early != AnyTime {
		if err := s.keepEarly(ctx); err != nil {
			return err
		}
	}
	return nil
}

// narrow calls change for each technique and each stratum, with the chosen slots
// and the slots whose seeds use the technique.
func (s *Selection) narrow(ctx context.Context, techniques []rating.Technique, change func(chosen, using tables.SlotSet)) error {
	for _, t := range techniques {
		using, err := s.using(ctx, t)
		if err != nil {
			return err
		}
		for i := range s.strata {
			change(s.strata[i].chosen, using[s.strata[i].ID])
		}
	}
	return nil
}
