package seedbank

import (
	"context"

	"github.com/seedoku/seedoku/internal/bank/tables"
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
	return tables.EachPlace(ctx, s.bank.file.DB, st.Table, st.ID, func(slot uint64, of tables.RungPlace) {
		if st.has(slot) {
			yield(listed{of.Seed, of.Place, number, slot})
		}
	})
}
