package change

import (
	"context"
	"database/sql"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Distrust marks the seeds with the given keys as falsely rated. They then count as
// rated by an older rater, so that the next rerating rates them again; see [Outdated]
// and [Successor]. It records a new run as their rater, with the reason as its
// arguments, unless the bank has none of the seeds.
func (w *Writer) Distrust(ctx context.Context, keys []seed.Key, reason, program string) (err error) {
	defer w.file.Explain(&err, "noting false ratings in")
	if len(keys) == 0 {
		return nil
	}
	return w.write(ctx, func(tx *sql.Tx) error {
		var some bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM seeds WHERE key IN (SELECT value FROM json_each(?)))`, tables.ListOf(keys)).Scan(&some)
		if err != nil || !some {
			return err
		}
		older := seedbank.Run{Started: time.Now(), Arguments: reason, Program: program, Rater: rating.Version - 1}
		run, err := startRun(ctx, tx, &older, true)
		for _, key := range keys {
			if err != nil {
				break
			}
			_, err = tx.ExecContext(ctx, `UPDATE seeds SET rated = ? WHERE key = ?`, run, int64(key))
		}
		return err
	})
}
