package seedbank

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// keepEarly removes the seeds whose hardest step does not come as early as the
// filter says. The bank has an index of those from [tables.EarlyER] on. Of the others, this
// reads the ratings, without the packed parts.
func (s *Selection) keepEarly(ctx context.Context) error {
	early := map[int64]tables.SlotSet{}
	numbers := map[int64]uint64{}
	for i := range s.strata {
		numbers[s.strata[i].ID] = s.strata[i].Number
	}
	condition, arguments := s.filter.condition(tables.SeedStrata)
	for _, part := range []string{tables.IsEasy, tables.IsEarly} {
		err := tables.Each(ctx, s.bank.file.DB, "seeds", fmt.Sprintf(`
			SELECT strata.id, slot FROM strata CROSS JOIN seeds ON stratum = strata.id WHERE %s = er AND %s%s`,
			earlyRatings[s.filter.Early].column, part, condition), arguments, func(row tables.Row) error {
			var stratum int64
			var slot uint64
			if err := row.Scan(&stratum, &slot); err != nil {
				return err
			}
			if slot < numbers[stratum] { // seeds may have been added since the strata were read
				early[stratum] = early[stratum].With(slot)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i := range s.strata {
		s.strata[i].chosen.Keep(early[s.strata[i].ID])
	}
	return nil
}
