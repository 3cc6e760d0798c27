package seedbank

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// condition is a condition on values that the bank has derived from its puzzles.
type condition struct {
	kind    *tables.Derived
	version int // that is wanted; 0: that of the bank
	holds   func(tables.Value) bool

	lacking, other error // the bank lacks values, or has those of another version
}

// versionOf returns the version of the values of a kind in b, or 0 if it has none.
func (b *Bank) versionOf(ctx context.Context, kind *tables.Derived) (_ int, err error) {
	defer b.file.Explain(&err, "reading the %s of", kind.Name)
	return kind.InBank(ctx, b.file)
}

// keepDerived removes the picks whose values do not meet a condition. It returns the version of
// the values.
func (s *Selection) keepDerived(ctx context.Context, c *condition) (version int, err error) {
	file := s.bank.file
	if version, err = c.kind.InBank(ctx, file); err != nil {
		return 0, err
	}
	if version > 0 && c.version > 0 && version != c.version {
		return 0, fmt.Errorf("%w: version %d, and %d is wanted", c.other, version, c.version)
	}
	of := map[tables.StratumName]*meeting{}
	for i := range s.strata {
		st := &s.strata[i]
		of[tables.StratumName{Table: st.Table, ID: st.ID}] = &meeting{stratum: st}
	}
	for _, table := range s.filter.tables() {
		condition, arguments := s.filter.condition(table)
		err := c.kind.EachPage(ctx, file, table, version, condition, arguments, func(name tables.ValuesName, page tables.Values) error {
			if m := of[tables.StratumName{Table: name.Table, ID: name.Stratum}]; m != nil {
				m.add(&name, page, c.holds)
			}
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	missing := uint64(0)
	for _, m := range of {
		missing += m.stratum.chosen.Count() - m.known
		m.stratum.chosen.Keep(m.within)
	}
	if missing > 0 {
		return 0, fmt.Errorf("%w: %s missing", c.lacking, phrase.Count(missing, "value"))
	}
	return version, nil
}

// meeting are the chosen picks of a stratum whose values meet a condition.
type meeting struct {
	stratum *stratum
	known   uint64 // number of chosen picks whose values are known
	within  tables.SlotSet
}

// add adds a page of values. Picks that came after the strata were read do not count.
func (m *meeting) add(name *tables.ValuesName, page tables.Values, holds func(tables.Value) bool) {
	for i, v := range page {
		slot := name.Page*name.Kind.PerPage + uint64(i)
		if v == 0 || !m.stratum.chosen.Has(slot) {
			continue
		}
		m.known++
		if holds(v) {
			m.within = m.within.With(slot)
		}
	}
}
