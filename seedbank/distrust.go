package seedbank

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Distrust notes that seeds of some keys are rated falsely. They count as rated by an
// older rater from then on, so that they are rated anew with the next seeds that are;
// see [Bank.Outdated] and [Successor]. A run with the reason as its arguments takes the
// place of the one that found them.
func (b *Bank) Distrust(ctx context.Context, keys []seed.Key, reason, program string) error {
	if len(keys) == 0 {
		return nil
	}
	err := b.write(ctx, func(tx *sql.Tx) error {
		var run RunID
		err := tx.QueryRowContext(ctx, `
			INSERT INTO runs (started, arguments, random_seed, program, rater, made, stored) VALUES (?, ?, 0, ?, ?, ?, ?) RETURNING id`,
			time.Now().UTC().Format(time.RFC3339), reason, program, rating.Version-1, len(keys), len(keys)).Scan(&run)
		for _, key := range keys {
			if err != nil {
				break
			}
			_, err = tx.ExecContext(ctx, `UPDATE seeds SET run = ? WHERE key = ?`, run, int64(key))
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("noting that seeds of %s are rated falsely: %w", b.path, plain(err))
	}
	return nil
}
