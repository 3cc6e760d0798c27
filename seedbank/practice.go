package seedbank

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// For most seeds, the index of techniques alone tells whether they train their
// hardest technique (rating.Result.Trains):
//
//	alone     nothing of its level or harder is used beside it: it trains
//	crowded   something is, and also a later row of the scale: it does not
//	between   something is, but no later row: it does if it is used once
//
// Only for seeds of the last kind the uses are read.

// keepTraining removes the seeds that do not train their hardest technique.
func (s *Selection) keepTraining(ctx context.Context) error {
	crowds := make([]crowd, len(s.strata))
	for t := range rating.Techniques() {
		if err := s.addToCrowd(ctx, crowds, t); err != nil {
			return err
		}
	}
	for i := range s.strata {
		between := slices.Clone(s.strata[i].chosen)
		between.Keep(crowds[i].heavy)
		between.Remove(crowds[i].later)
		s.strata[i].chosen.Remove(crowds[i].heavy)
		if err := s.addUsedOnce(ctx, &s.strata[i], between); err != nil {
			return err
		}
	}
	return nil
}

// crowd has the slots of a stratum whose seeds use further hard techniques beside
// the hardest one.
type crowd struct {
	heavy tables.SlotSet // slots with a technique that may have steps of the level of the stratum, or harder ones
	later tables.SlotSet // slots with a technique that comes later in the scale
}

// addToCrowd adds the slots whose seeds use a technique to the crowds of all
// strata.
func (s *Selection) addToCrowd(ctx context.Context, crowds []crowd, t rating.Technique) error {
	using, err := s.using(ctx, t)
	if err != nil {
		return err
	}
	for i := range s.strata {
		st := &s.strata[i]
		hardest, err := s.bank.file.Technique(ctx, st.Hardest)
		if err != nil {
			return tables.InRow(st.Table.Name, st.ID, err)
		}
		if t != hardest && !t.EasierThan(st.ER) {
			crowds[i].heavy = crowds[i].heavy.Add(using[st.ID])
		}
		if t > hardest {
			crowds[i].later = crowds[i].later.Add(using[st.ID])
		}
	}
	return nil
}

// addUsedOnce chooses the slots in of whose seeds use the hardest technique
// exactly once.
func (s *Selection) addUsedOnce(ctx context.Context, st *stratum, of tables.SlotSet) error {
	if of.Count() == 0 {
		return nil
	}
	return tables.Each(ctx, s.bank.file.DB, "seeds", `SELECT slot, uses FROM seeds WHERE stratum = ? AND slot < ?`, []any{st.ID, int64(st.Number)}, func(row tables.Row) error {
		var slot uint64
		var packed []byte
		if err := row.Scan(&slot, &packed); err != nil {
			return err
		}
		if slot >= st.Number || !of.Has(slot) {
			return nil
		}
		err := seed.EachUse(packed, func(number uint64, steps uint16) error {
			if number == st.Hardest && steps == 1 {
				st.chosen = st.chosen.With(slot)
			}
			return nil
		})
		if err != nil {
			return tables.DamagedRow("seeds", st.ID, "slot %d: %w", slot, err)
		}
		return nil
	})
}
