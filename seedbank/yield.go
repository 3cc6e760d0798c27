package seedbank

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Yield is the seeds that a run has found, without their rungs.
type Yield struct {
	Stats      Stats
	Rungs      int              // that it has found for seeds of other runs
	Techniques []TechniqueCount // in the order of the scale, without those that no seed uses
}

// Yield counts the seeds that a run has found, none if there is no such run. It goes through all
// seeds of the bank, since they have no index by runs.
func (b *Bank) Yield(ctx context.Context, run RunID) (_ *Yield, err error) {
	defer b.file.Explain(&err, "counting the seeds of run %d of", run)
	all, err := b.Select(ctx, Filter{})
	if err != nil {
		return nil, err
	}
	number, uses := map[int64]uint64{}, map[uint64]TechniqueCount{}
	err = tables.Each(ctx, b.file.DB, "seeds", `SELECT id, stratum, uses FROM seeds WHERE run = ?`, []any{int64(run)}, func(row tables.Row) error {
		var id, stratum int64
		var packed []byte
		if err := row.Scan(&id, &stratum, &packed); err != nil {
			return err
		}
		number[stratum]++
		err := seed.EachUse(packed, func(technique uint64, steps uint16) error {
			of := uses[technique]
			uses[technique] = TechniqueCount{Seeds: of.Seeds + 1, Uses: of.Uses + int(steps)}
			return nil
		})
		if err != nil {
			return tables.DamagedRow("seeds", id, "%w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	rungs := 0
	of := fmt.Sprintf(`SELECT id, %s FROM seeds WHERE run <> ?`, b.file.RungRuns())
	err = tables.Each(ctx, b.file.DB, "seeds", of, []any{int64(run)}, func(row tables.Row) error {
		var id int64
		var packed sql.RawBytes
		err := row.Scan(&id, &packed)
		rungs += tables.RungsFound(packed, run)
		return err
	})
	if err != nil {
		return nil, err
	}
	var some []stratum
	for _, st := range all.strata {
		if st.Number = number[st.ID]; st.Number > 0 {
			some = append(some, st)
		}
	}
	found := &Yield{Stats: statsOf(some), Rungs: rungs}
	for id, of := range uses {
		if of.Technique, err = b.file.Technique(ctx, id); err != nil {
			return nil, err
		}
		found.Techniques = append(found.Techniques, of)
	}
	sortCounts(found.Techniques)
	return found, nil
}
