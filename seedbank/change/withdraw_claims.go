package change

import (
	"context"
	"database/sql"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// stripClaims removes the rungs that some runs have found from some claimed seeds of others, and
// returns the number of rungs.
func stripClaims(ctx context.Context, tx *sql.Tx, runs []seedbank.RunID) (stripped int, err error) {
	claims, err := claimsWithRungsOf(ctx, tx, runs)
	for i := 0; err == nil && i < len(claims); i++ {
		c := &claims[i]
		stripped += stripRungs(&c.Seed, &c.Credits, runs)
		err = rewriteClaim(ctx, tx, c)
	}
	return stripped, err
}

// claimsWithRungsOf returns some claimed seeds with rungs that runs have found.
func claimsWithRungsOf(ctx context.Context, tx *sql.Tx, runs []seedbank.RunID) (claims []tables.Claimed, err error) {
	err = tables.Each(ctx, tx, "claimed", `SELECT `+tables.ClaimedColumns+` FROM claimed WHERE rung_runs IS NOT NULL`, nil, func(row tables.Row) error {
		var key, run int64
		var packed, rungRuns []byte
		if err := row.Scan(&key, &packed, &run, &rungRuns); err != nil || !tables.CreditsAny(rungRuns, runs) {
			return err
		}
		claim, err := tables.ScanClaimed(row)
		if err != nil {
			return err
		}
		if claims = append(claims, claim); len(claims) == withdrawAtOnce {
			return tables.ErrEnough
		}
		return nil
	})
	return claims, err
}

// rewriteClaim stores the rungs of a claimed seed and their credits. A claim that has lost all
// rungs of a seed of the bank claims nothing any more.
func rewriteClaim(ctx context.Context, tx *sql.Tx, c *tables.Claimed) error {
	if len(c.Rungs) == 0 {
		_, err := tx.ExecContext(ctx, `DELETE FROM claimed WHERE key = ? AND key IN (SELECT key FROM seeds)`, int64(c.Key))
		if err != nil {
			return err
		}
	}
	packed := seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{c.Seed}})
	_, err := tx.ExecContext(ctx, `UPDATE claimed SET seed = ?, rung_runs = ? WHERE key = ?`, packed, c.Credits.Pack(), int64(c.Key))
	return err
}
