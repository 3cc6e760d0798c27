package seedbank

import (
	"context"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

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
