package seedbank

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
)

// turn is what a puzzle turns on: the technique of its hardest step and, if it is known, the
// label of this step, alone.
type turn struct {
	technique rating.Technique
	label     rating.LabelSet
}

func (t turn) compare(other turn) int {
	return cmp.Or(cmp.Compare(t.technique, other.technique), cmp.Compare(t.label, other.label))
}

// byLabel remembers the parts of a selection.
type byLabel struct {
	mutex   sync.Mutex
	parts   []*Selection
	version int
}

// ByTechnique divides s into parts by the hardest technique of the puzzles, in the order of
// the scale. The parts have no picks in common, and are on the shelf of s.
func (s *Selection) ByTechnique(ctx context.Context) ([]*Selection, error) {
	return s.divide(ctx, make([]map[rating.LabelSet]tables.SlotSet, len(s.strata)))
}

// ByLabel is ByTechnique, and divides the seeds with a hardest technique by the label of the
// hardest step too; those without a label are a part of their own, with the rungs, whose
// paths a bank does not have. It returns the version of the labels. The error wraps
// [ErrNoLabels] or [ErrOtherLabels] if the labels are not known.
func (s *Selection) ByLabel(ctx context.Context) (parts []*Selection, version int, err error) {
	s.turns.mutex.Lock()
	defer s.turns.mutex.Unlock()
	if s.turns.version > 0 {
		return s.turns.parts, s.turns.version, nil
	}
	in := make([]map[rating.LabelSet]tables.SlotSet, len(s.strata))
	version, err = s.eachValue(ctx, &condition{
		kind: tables.Labels, version: rating.LabelVersion, lacking: ErrNoLabels, other: ErrOtherLabels,
	}, func(i int, slot uint64, v tables.Value) {
		if in[i] == nil {
			in[i] = map[rating.LabelSet]tables.SlotSet{}
		}
		in[i][v.Turn()] = in[i][v.Turn()].With(slot)
	})
	switch {
	case err != nil:
		return nil, 0, err
	case version == 0:
		return nil, 0, ErrNoLabels
	}
	if parts, err = s.divide(ctx, in); err != nil {
		return nil, 0, err
	}
	s.turns.parts, s.turns.version = parts, version
	return parts, version, nil
}

// divide divides s by what puzzles turn on. in has the slots of each stratum by label; a
// stratum without any is not divided.
func (s *Selection) divide(ctx context.Context, in []map[rating.LabelSet]tables.SlotSet) (parts []*Selection, err error) {
	strata := map[turn][]stratum{}
	for i, st := range s.strata {
		t, err := s.bank.file.Technique(ctx, st.Hardest)
		if err != nil {
			return nil, tables.InRow(st.Table.Name, st.ID, err)
		}
		if in[i] == nil {
			strata[turn{technique: t}] = append(strata[turn{technique: t}], st)
		}
		for label, slots := range in[i] {
			of := st
			of.chosen, of.Number = slots, slots.Count()
			strata[turn{t, label}] = append(strata[turn{t, label}], of)
		}
	}
	for _, t := range slices.SortedFunc(maps.Keys(strata), turn.compare) {
		parts = append(parts, s.with(strata[t], s.shelf))
	}
	return parts, nil
}

// with returns a selection of some of the picks of s.
func (s *Selection) with(strata []stratum, shelf *Shelf) *Selection {
	of := &Selection{bank: s.bank, filter: s.filter, isPart: true, fit: s.fit, labels: s.labels, strata: strata, shelf: shelf}
	of.picks, of.turns = new(atomic.Pointer[pickTable]), new(byLabel)
	of.addUp()
	return of
}
