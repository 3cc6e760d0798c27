package change

import (
	"context"
	"database/sql"
	"time"

	"github.com/seedoku/seedoku/seedbank"
)

// StartRun records the start of a run.
func (w *Writer) StartRun(ctx context.Context, r *seedbank.Run) (id seedbank.RunID, err error) {
	defer w.file.Explain(&err, "starting a run in")
	err = w.write(ctx, func(tx *sql.Tx) (err error) {
		id, err = startRun(ctx, tx, r, false)
		return err
	})
	return id, err
}

// startRun records a run. If ended is true, the run ends at the time of its
// start.
func startRun(ctx context.Context, tx *sql.Tx, r *seedbank.Run, ended bool) (id seedbank.RunID, err error) {
	contributor, err := contributorNamed(ctx, tx, r.Contributor)
	if err != nil {
		return 0, err
	}
	started := r.Started.UTC().Format(time.RFC3339)
	err = tx.QueryRowContext(ctx, `
		INSERT INTO main.runs (started, ended, arguments, random_seed, program, rater, contributor) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
		started, sql.NullString{String: started, Valid: ended}, r.Arguments, int64(r.RandomSeed), r.Program, r.Rater, contributor).Scan(&id)
	return id, err
}

// contributorNamed returns the number of a contributor, NULL for the empty name. It
// records a new name.
func contributorNamed(ctx context.Context, tx *sql.Tx, name string) (number sql.NullInt64, err error) {
	if name == "" {
		return number, nil
	}
	err = tx.QueryRowContext(ctx, `
		INSERT INTO main.contributors (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id`, name).Scan(&number)
	return number, err
}

// EndRun records when a run ended, and does nothing if there is no such run. [Writer.Collect]
// has kept its counts. An end before the start of the run, by a clock that was set back, is
// recorded as the start.
func (w *Writer) EndRun(ctx context.Context, id seedbank.RunID, ended time.Time) (err error) {
	defer w.file.Explain(&err, "noting the end of a run in")
	return w.execute(ctx, `UPDATE runs SET ended = max(started, ?) WHERE id = ?`, ended.UTC().Format(time.RFC3339), id)
}
