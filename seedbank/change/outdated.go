package change

import (
	"context"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// Outdated returns the number of outdated seeds of a bank. A seed is outdated if it or
// one of its rungs was rated by an older version of the rating rules.
func Outdated(ctx context.Context, bank *seedbank.Bank) (seeds int, err error) {
	defer bank.Rows().Explain(&err, "looking for old ratings in")
	return outdated(ctx, bank.Rows())
}

// outdated counts the outdated seeds of a bank. In a successor it passes over those that were distrusted
// there.
func outdated(ctx context.Context, file *tables.File) (seeds int, err error) {
	// Seeds are read only if there are such runs.
	older := `SELECT id FROM runs WHERE rater < ?`
	if file.Format >= tables.BookmarkFormat {
		older += ` AND id NOT IN (SELECT place FROM bookmarks WHERE name LIKE '` + distrusted + `%')`
	}
	var some bool
	err = file.DB.QueryRowContext(ctx, `SELECT EXISTS (`+older+`)`, rating.Version).Scan(&some)
	if err != nil || !some {
		return 0, err
	}
	err = file.DB.QueryRowContext(ctx, `SELECT count(*) FROM seeds WHERE `+file.RaterOf()+` IN (`+older+`)`, rating.Version).Scan(&seeds)
	if err != nil || !file.HasDigests() {
		return seeds, err
	}
	more, err := rungsOutdated(ctx, file)
	return seeds + more, err
}

// rungsOutdated counts the seeds that were rated by the current rules and have rungs
// that were not.
func rungsOutdated(ctx context.Context, file *tables.File) (seeds int, err error) {
	raters, err := file.ReadRaters(ctx)
	if err != nil {
		return 0, err
	}
	err = tables.Each(ctx, file.DB, "seeds", `SELECT id, coalesce(rated, run), rung_runs FROM seeds WHERE rung_runs IS NOT NULL`, nil, func(row tables.Row) error {
		var id int64
		var rated seedbank.RunID
		var packed []byte
		if err := row.Scan(&id, &rated, &packed); err != nil {
			return err
		}
		oldest, err := tables.OldestRater(raters[rated], packed, raters)
		if err != nil {
			return tables.DamagedRow("seeds", id, "%w", err)
		}
		if raters[rated] >= int64(rating.Version) && oldest < int64(rating.Version) {
			seeds++
		}
		return nil
	})
	return seeds, err
}
