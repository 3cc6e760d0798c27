package seedbank

import (
	"context"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// listed is a seed or rung of a stratum of a selection.
type listed struct {
	seed    SeedID
	place   int // 0 for the seed, 1 for its first rung
	stratum int // number in the selection
	slot    uint64
}

// eachPick calls yield for the picks of a stratum of s, in the order of the slots or of
// the seeds.
func (s *Selection) eachPick(ctx context.Context, number int, yield func(listed)) error {
	st := &s.strata[number]
	if st.Table.Pages != "" {
		return s.eachOnPages(ctx, number, yield)
	}
	return tables.Each(ctx, s.bank.file.DB, "seeds", `SELECT id, slot FROM seeds WHERE stratum = ?`, []any{st.ID}, func(row tables.Row) error {
		at := listed{stratum: number}
		err := row.Scan(&at.seed, &at.slot)
		if err == nil && st.has(at.slot) {
			yield(at)
		}
		return err
	})
}

// eachOnPages is eachPick for a stratum that lists its picks on pages.
func (s *Selection) eachOnPages(ctx context.Context, number int, yield func(listed)) error {
	st := &s.strata[number]
	var places []tables.RungPlace
	return tables.EachPage(ctx, s.bank.file.DB, st.Table, st.ID, func(page uint64, packed []byte) (err error) {
		if places, err = tables.AppendPlaces(places[:0], packed); err != nil {
			return tables.InRow(st.Table.Pages, st.ID, err)
		}
		for i, at := range places {
			if st.Table == tables.RungStrata { // this table lists no seeds
				at.Place++
			}
			if slot := page*tables.PageRungs + uint64(i); st.has(slot) {
				yield(listed{at.Seed, at.Place, number, slot})
			}
		}
		return nil
	})
}
