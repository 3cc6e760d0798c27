package change

import (
	"context"
	"database/sql"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Distrust marks the seeds with the given keys as falsely rated. They then count as
// rated by an older rater, so that the next rerating rates them again; see [Outdated]
// and [Successor]. It records a new run as their rater, with the reason as its
// arguments.
func (w *Writer) Distrust(ctx context.Context, keys []seed.Key, reason, program string) (err error) {
	defer w.file.Explain(&err, "noting false ratings in")
	if len(keys) == 0 {
		return nil
	}
	return w.write(ctx, func(tx *sql.Tx) error {
		var run seedbank.RunID
		err := tx.QueryRowContext(ctx, `
			INSERT INTO runs (started, arguments, random_seed, program, rater, made, stored) VALUES (?, ?, 0, ?, ?, ?, ?) RETURNING id`,
			time.Now().UTC().Format(time.RFC3339), reason, program, rating.Version-1, len(keys), len(keys)).Scan(&run)
		for _, key := range keys {
			if err != nil {
				break
			}
			_, err = tx.ExecContext(ctx, `UPDATE seeds SET rated = ? WHERE key = ?`, run, int64(key))
		}
		return err
	})
}
