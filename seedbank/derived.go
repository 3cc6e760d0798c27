package seedbank

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// condition is a condition on values that the bank has derived from its puzzles.
type condition struct {
	kind    *tables.Derived
	version int // that is wanted; 0: that of the bank
	holds   func(tables.Value) bool

	lacking, other error // the bank lacks values, or has those of another version
}

// holdsFor computes the value of a puzzle, and reports whether it has one that meets c.
func (c *condition) holdsFor(p *sudoku.Puzzle) bool {
	v := c.kind.Of(p)
	return v != 0 && c.holds(v)
}

// passes reports whether a seed in a slot of a stratum passes a filter.
type passes func(s *seed.Seed, stratum int64, slot uint64) bool

// passing returns [Filter.Passes] for the seeds of b. It takes the values that b knows, like a
// selection, and computes only the others: they take longer than everything else. Puzzles with
// a symmetry or a pattern may be rungs that are not listed, so those are computed.
func (b *Bank) passing(ctx context.Context, filter *Filter) (passes, error) {
	conditions := filter.onDerived()
	if len(conditions) == 0 || filter.arranges() {
		return func(s *seed.Seed, _ int64, _ uint64) bool { return filter.Passes(s) }, nil
	}
	of := Selection{bank: b, filter: *filter}
	of.filter.Rungs = false
	if err := of.loadStrata(ctx); err != nil {
		return nil, err
	}
	type slots struct{ known, holds tables.SlotSet }
	stored := make([]map[int64]slots, len(conditions)) // by stratum
	for n, c := range conditions {
		stored[n] = map[int64]slots{}
		_, err := of.eachValue(ctx, c, func(i int, slot uint64, v tables.Value) {
			at := stored[n][of.strata[i].ID]
			at.known = at.known.With(slot)
			if c.holds(v) {
				at.holds = at.holds.With(slot)
			}
			stored[n][of.strata[i].ID] = at
		})
		if err != nil && !errors.Is(err, c.lacking) && !errors.Is(err, c.other) {
			return nil, err
		}
	}
	return func(s *seed.Seed, stratum int64, slot uint64) bool {
		if !filter.passesAs(s.Puzzle.Clues().Filled(), &s.Rating) {
			return false
		}
		for n, c := range conditions {
			at := stored[n][stratum]
			if known := at.known.Has(slot); known && !at.holds.Has(slot) || !known && !c.holdsFor(&s.Puzzle) {
				return false
			}
		}
		return true
	}, nil
}

// atOneMoment returns the bank to read seeds from that must pass a filter: as it is now, if the filter
// asks for values. Those are taken before the seeds are read, and a seed that is taken out
// meanwhile would leave its slot, and its value, to another one.
func (b *Bank) atOneMoment(ctx context.Context, filter *Filter) (of *Bank, leave func(), err error) {
	if len(filter.onDerived()) == 0 || filter.arranges() {
		return b, func() {}, nil
	}
	frozen, _, err := b.file.Freeze(ctx)
	if err != nil || frozen == b.file {
		return b, func() {}, err
	}
	return &Bank{frozen}, func() { frozen.Close() }, nil
}

// versionOf returns the version of the values of a kind in b, or 0 if it has none.
func (b *Bank) versionOf(ctx context.Context, kind *tables.Derived) (_ int, err error) {
	defer b.file.Explain(&err, "reading the %s of", kind.Name)
	return kind.InBank(ctx, b.file)
}

// keepDerived removes the picks whose values do not meet a condition. It returns the version of
// the values.
func (s *Selection) keepDerived(ctx context.Context, c *condition) (version int, err error) {
	within := make([]tables.SlotSet, len(s.strata))
	version, err = s.eachValue(ctx, c, func(i int, slot uint64, v tables.Value) {
		if c.holds(v) {
			within[i] = within[i].With(slot)
		}
	})
	for i := range s.strata {
		s.strata[i].chosen.Keep(within[i])
	}
	return version, err
}

// eachValue calls yield for the values of the picks of s: with the index of the stratum and
// the slot. All picks that can have a value must have one of the version that c wants, which
// eachValue returns.
func (s *Selection) eachValue(ctx context.Context, c *condition, yield func(i int, slot uint64, v tables.Value)) (version int, err error) {
	file := s.bank.file
	if version, err = c.kind.InBank(ctx, file); err != nil {
		return 0, err
	}
	if version > 0 && c.version > 0 && version != c.version {
		return 0, fmt.Errorf("%w: version %d, and %d is wanted", c.other, version, c.version)
	}
	index, missing := map[tables.StratumName]int{}, uint64(0)
	for i := range s.strata {
		st := &s.strata[i]
		if slices.Contains(c.kind.Tables, st.Table) {
			index[tables.StratumName{Table: st.Table, ID: st.ID}] = i
			missing += st.count()
		}
	}
	for _, table := range s.filter.tables() {
		condition, arguments := s.filter.condition(table)
		err := c.kind.EachPage(ctx, file, table, version, condition, arguments, func(name tables.ValuesName, page tables.Values) error {
			i, ok := index[tables.StratumName{Table: name.Table, ID: name.Stratum}]
			for _, in := range page.Known() {
				if slot := name.Page*c.kind.PerPage + uint64(in); ok && s.strata[i].has(slot) { // others came after the strata were read
					missing--
					yield(i, slot, page[in])
				}
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	if missing > 0 {
		return 0, fmt.Errorf("%w: %s missing", c.lacking, phrase.Count(missing, "value"))
	}
	return version, nil
}

// count returns the number of picks of st that are chosen so far.
func (st *stratum) count() uint64 {
	if st.chosen == nil {
		return st.Number
	}
	return st.chosen.Count()
}
