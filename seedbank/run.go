package seedbank

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// Run is what fills a bank: a miner or an import.
type Run struct {
	Started    time.Time
	Arguments  string // of the command line
	RandomSeed uint64
	Program    string // version of the program
	Rater      int    // version of the rating rules

	// Contributor is the name of whose run it was; "" is the owner of the bank.
	Contributor string
}

// StartRun notes that a run begins.
func (w *Writer) StartRun(ctx context.Context, r *Run) (RunID, error) {
	var id RunID
	err := w.write(ctx, func(tx *sql.Tx) (err error) {
		id, err = startRun(ctx, tx, r, false)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("starting a run in %s: %w", w.file.Path, tables.Plain(err))
	}
	return id, nil
}

// startRun notes a run, which may have ended as it began.
func startRun(ctx context.Context, tx *sql.Tx, r *Run, ended bool) (id RunID, err error) {
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

// contributorNamed returns the number of a contributor, who is noted when first named:
// NULL if the name is empty.
func contributorNamed(ctx context.Context, tx *sql.Tx, name string) (number sql.NullInt64, err error) {
	if name == "" {
		return number, nil
	}
	err = tx.QueryRowContext(ctx, `
		INSERT INTO main.contributors (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id`, name).Scan(&number)
	return number, err
}

// UpdateRun notes how many puzzles a run has made and how many of them were
// stored as new seeds. The run has ended if ended is not zero.
func (w *Writer) UpdateRun(ctx context.Context, id RunID, made, stored int, ended time.Time) error {
	var end any
	if !ended.IsZero() {
		end = ended.UTC().Format(time.RFC3339)
	}
	_, err := w.file.DB.ExecContext(ctx, `UPDATE runs SET made = ?, stored = ?, ended = ? WHERE id = ?`, made, stored, end, id)
	if err != nil {
		return fmt.Errorf("noting a run in %s: %w", w.file.Path, tables.Plain(err))
	}
	return nil
}

// RunRecord is a run as the bank has noted it.
type RunRecord struct {
	ID RunID
	Run
	Ended  time.Time // zero if it has not ended, or was killed
	Made   int       // puzzles looked at
	Stored int       // of these, new seeds
}

// Runs returns the runs that filled the bank, the last first, at most limit.
func (b *Bank) Runs(ctx context.Context, limit int) ([]RunRecord, error) {
	list, err := b.runs(ctx, limit)
	if err != nil {
		return nil, fmt.Errorf("reading the runs of %s: %w", b.file.Path, tables.Plain(err))
	}
	return list, nil
}

func (b *Bank) runs(ctx context.Context, limit int) (list []RunRecord, err error) {
	contributor := `''`
	if b.file.HasDigests() {
		contributor = `coalesce((SELECT name FROM contributors WHERE contributors.id = contributor), '')`
	}
	rows, err := b.file.DB.QueryContext(ctx, `
		SELECT id, started, coalesce(ended, ''), arguments, random_seed, program, rater, made, stored, `+contributor+`
		FROM runs ORDER BY id DESC LIMIT ?`, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var randomSeed int64
		var started, ended string
		var r RunRecord
		if err := rows.Scan(&r.ID, &started, &ended, &r.Arguments, &randomSeed, &r.Program, &r.Rater, &r.Made, &r.Stored, &r.Contributor); err != nil {
			return nil, err
		}
		r.RandomSeed = uint64(randomSeed)
		if r.Started, err = time.Parse(time.RFC3339, started); err != nil {
			return nil, tables.DamagedRow("runs", int64(r.ID), "%w", err)
		}
		if ended == "" {
			list = append(list, r)
			continue
		}
		if r.Ended, err = time.Parse(time.RFC3339, ended); err != nil {
			return nil, tables.DamagedRow("runs", int64(r.ID), "%w", err)
		}
		list = append(list, r)
	}
	return list, rows.Err()
}
