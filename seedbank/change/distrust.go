package change

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Distrust marks the seeds with the given keys as falsely rated. They then count as
// rated by an older rater, so that the next rerating rates them again; see [Outdated]
// and [Successor]. It records a new run as their rater, with the reason as its
// arguments, unless the bank has none of the seeds.
func (w *Writer) Distrust(ctx context.Context, keys []seed.Key, reason, program string) error {
	_, err := w.distrust(ctx, keys, reason, program)
	return err
}

// distrust does what Distrust does, and returns the new run, or 0.
func (w *Writer) distrust(ctx context.Context, keys []seed.Key, reason, program string) (run seedbank.RunID, err error) {
	defer w.file.Explain(&err, "noting false ratings in")
	if len(keys) == 0 {
		return 0, nil
	}
	err = w.write(ctx, func(tx *sql.Tx) error {
		some, err := tables.One[bool](ctx, tx, `SELECT EXISTS (SELECT 1 FROM seeds WHERE key IN (SELECT value FROM json_each(?)))`, tables.ListOf(keys))
		if err != nil || !some {
			return err
		}
		older := seedbank.Run{Started: time.Now(), Arguments: reason, Program: program, Rater: rating.Version - 1}
		if run, err = startRun(ctx, tx, &older, true); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE seeds SET rated = ? WHERE key IN (SELECT value FROM json_each(?))`, run, tables.ListOf(keys))
		return err
	})
	return run, err
}

// Distrust marks seeds of both banks as [Writer.Distrust] does. The successor goes on with them: when it
// has replaced the old bank, the next rerating rates them again.
func (s *Successor) Distrust(ctx context.Context, keys []seed.Key, reason, program string) error {
	old, err := open(ctx, s.old.Path)
	if err != nil {
		return err
	}
	run, err := old.distrust(ctx, keys, reason, program)
	if err = errors.Join(err, old.Close()); err == nil && run != 0 {
		err = s.takeRuns(ctx)
		s.next.file.Explain(&err, "noting false ratings in")
	}
	return err
}

// distrusted begins the names of the bookmarks of a successor for the runs that have distrusted seeds
// of it.
const distrusted = "distrusted "

// distrusts returns the runs with an older rater that an attached bank has got since its successor, which
// has seeds, has got its runs. Such a run has distrusted seeds, or was merged, and then it has rated no
// seed of the successor.
func distrusts(ctx context.Context, tx *sql.Tx, from, to string) ([]seedbank.RunID, error) {
	return tables.Column[seedbank.RunID](ctx, tx, "runs", fmt.Sprintf(`
		SELECT id FROM %s.runs WHERE rater < ? AND id NOT IN (SELECT id FROM %[2]s.runs) AND EXISTS (SELECT 1 FROM %[2]s.seeds)`, from, to), rating.Version)
}

// copyDistrust marks the seeds of a successor that a run has distrusted in the old bank.
func copyDistrust(ctx context.Context, tx *sql.Tx, from, to string, run seedbank.RunID) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`
		UPDATE %[2]s.seeds SET rated = ?1 WHERE key IN (SELECT key FROM %[1]s.seeds WHERE rated = ?1);
		INSERT OR REPLACE INTO %[2]s.bookmarks (name, place) VALUES ('%[3]s' || ?1, ?1)`, from, to, distrusted), run)
	return err
}
