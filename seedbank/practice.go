package seedbank

import (
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Which seeds train their hardest technique (rating.Result.Trains) follows mostly
// from the index of techniques, without a look at a seed:
//
//	alone     nothing of its level or harder is used beside it: it trains
//	crowded   something is, and also a later row of the scale: it does not
//	between   something is, but no later row: it does if it is used once
//
// Only of those between, the uses are read.

// keepTraining leaves in the strata the seeds that train their hardest technique.
func (s *Selection) keepTraining(ctx context.Context) error {
	crowds := make([]crowd, len(s.strata))
	for t := range rating.Techniques() {
		if err := s.addToCrowd(ctx, crowds, t); err != nil {
			return err
		}
	}
	for i := range s.strata {
		between := slices.Clone(s.strata[i].chosen)
		between.keep(crowds[i].heavy)
		between.remove(crowds[i].later)
		s.strata[i].chosen.remove(crowds[i].heavy)
		if err := s.addUsedOnce(ctx, &s.strata[i], between); err != nil {
			return err
		}
	}
	return nil
}

// crowd is the slots of a stratum that use something beside the hardest technique.
type crowd struct {
	heavy slotSet // a technique that may have steps of the level of the stratum, or harder ones
	later slotSet // a technique that comes later in the scale
}

// addToCrowd adds the slots that use a technique to the crowds of all strata.
func (s *Selection) addToCrowd(ctx context.Context, crowds []crowd, t rating.Technique) error {
	using, err := s.using(ctx, t)
	if err != nil {
		return err
	}
	for i := range s.strata {
		st := &s.strata[i]
		hardest, err := s.bank.technique(ctx, st.hardest)
		if err != nil {
			return inRow(st.table.name, st.id, err)
		}
		if t != hardest && !t.EasierThan(st.er) {
			crowds[i].heavy = crowds[i].heavy.add(using[st.id])
		}
		if t > hardest {
			crowds[i].later = crowds[i].later.add(using[st.id])
		}
	}
	return nil
}

// addUsedOnce chooses those of some slots of a stratum whose seeds use the hardest
// technique once.
func (s *Selection) addUsedOnce(ctx context.Context, st *stratum, of slotSet) error {
	if of.count() == 0 {
		return nil
	}
	rows, err := s.bank.db.QueryContext(ctx, `SELECT slot, uses FROM seeds WHERE stratum = ? AND slot < ?`, st.id, int64(st.number))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var slot uint64
		var packed []byte
		if err := rows.Scan(&slot, &packed); err != nil {
			return scanned("seeds", st.id, err)
		}
		if slot >= st.number || !of.has(slot) {
			continue
		}
		err := seed.EachUse(packed, func(number uint64, steps uint16) error {
			if number == st.hardest && steps == 1 {
				st.chosen = st.chosen.with(slot)
			}
			return nil
		})
		if err != nil {
			return damagedRow("seeds", st.id, "slot %d: %w", slot, err)
		}
	}
	return rows.Err()
}

// Practice returns how many seeds train each technique: those that a filter with
// this technique as Practice selects. Techniques without seeds are left out.
func (b *Bank) Practice(ctx context.Context) (map[rating.Technique]int, error) {
	var all []rating.Technique
	for t := range rating.Techniques() {
		all = append(all, t)
	}
	selection, err := b.Select(ctx, Filter{Practice: all})
	if err != nil {
		return nil, err
	}
	counts := map[rating.Technique]int{}
	for i := range selection.strata {
		st := &selection.strata[i]
		t, err := b.technique(ctx, st.hardest)
		if err != nil {
			return nil, fmt.Errorf("counting the practice of %s: %w", b.path, inRow(st.table.name, st.id, err))
		}
		counts[t] += int(st.number)
	}
	return counts, nil
}
