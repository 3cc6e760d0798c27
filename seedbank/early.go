package seedbank

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// keepEarly leaves in the strata the seeds that meet their hardest step as early as
// the filter says. No index tells it, so the seeds of the strata are read, without
// what is packed in them.
func (s *Selection) keepEarly(ctx context.Context) error {
	early := map[int64]tables.SlotSet{}
	numbers := map[int64]uint64{}
	for i := range s.strata {
		numbers[s.strata[i].ID] = s.strata[i].Number
	}
	condition, arguments := s.filter.condition(tables.SeedStrata)
	rows, err := s.bank.file.DB.QueryContext(ctx, fmt.Sprintf(`
		SELECT strata.id, slot FROM strata CROSS JOIN seeds ON stratum = strata.id WHERE %s = er%s`,
		earlyRatings[s.filter.Early].column, condition), arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var stratum int64
		var slot uint64
		if err := rows.Scan(&stratum, &slot); err != nil {
			return tables.Scanned("seeds", stratum, err)
		}
		if slot < numbers[stratum] { // others may have come since the strata were read
			early[stratum] = early[stratum].With(slot)
		}
	}
	for i := range s.strata {
		s.strata[i].chosen.Keep(early[s.strata[i].ID])
	}
	return rows.Err()
}
