package seedbank

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// checkCredits reports records of the runs of rungs that cannot be: of seeds, and of
// claimed seeds.
func checkCredits(ctx context.Context, f *tables.File, problem func(error)) error {
	if !f.HasDigests() {
		return nil
	}
	raters, err := f.ReadRaters(ctx)
	if err != nil {
		problem(err)
		return nil
	}
	rows, err := f.DB.QueryContext(ctx, `
		SELECT seeds.id, run, rated, rung_runs, puzzle, rungs FROM seeds WHERE rung_runs IS NOT NULL`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var run tables.RunID
		var rated sql.Null[tables.RunID]
		var packed, puzzle, rungs []byte
		if err := rows.Scan(&id, &run, &rated, &packed, &puzzle, &rungs); err != nil {
			return tables.Scanned("seeds", id, err)
		}
		patterns, err := seed.UnpackPatterns(nil, puzzle, rungs)
		if err == nil {
			err = checkRecord(tables.CreditOf(run, rated), packed, len(patterns)-1, raters)
		}
		if err != nil {
			problem(tables.DamagedRow("seeds", id, "%w", err))
		}
	}
	return rows.Err()
}

// checkRecord returns what is wrong with a record of rungs that is not NULL.
func checkRecord(of tables.Credit, packed []byte, rungs int, raters map[tables.RunID]int64) error {
	if len(packed) == 0 {
		return tables.ErrCredits
	}
	all, err := tables.UnpackCredits(of, packed, rungs)
	if err != nil {
		return err
	}
	for _, c := range all.Rungs {
		for _, run := range [...]tables.RunID{c.Found, c.Rated} {
			if _, ok := raters[run]; !ok {
				return fmt.Errorf("there is no run %d", run)
			}
		}
	}
	return nil
}

// rungsOutdated counts the seeds that were rated by the rules of today, and have rungs
// that were not.
func (b *Bank) rungsOutdated(ctx context.Context) (seeds int, err error) {
	if !b.file.HasDigests() {
		return 0, nil
	}
	raters, err := b.file.ReadRaters(ctx)
	if err != nil {
		return 0, err
	}
	rows, err := b.file.DB.QueryContext(ctx, `SELECT id, coalesce(rated, run), rung_runs FROM seeds WHERE rung_runs IS NOT NULL`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var rated tables.RunID
		var packed []byte
		if err := rows.Scan(&id, &rated, &packed); err != nil {
			return 0, tables.Scanned("seeds", id, err)
		}
		oldest, err := tables.OldestRater(raters[rated], packed, raters)
		if err != nil {
			return 0, tables.DamagedRow("seeds", id, "%w", err)
		}
		if raters[rated] >= int64(rating.Version) && oldest < int64(rating.Version) {
			seeds++
		}
	}
	return seeds, rows.Err()
}
