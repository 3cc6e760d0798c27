package seedbank

import (
	"context"
	"fmt"
	"time"
)

// RunID names a run in its bank.
type RunID int64

// Run is what fills a bank: a miner or an import.
type Run struct {
	Started    time.Time
	Arguments  string // of the command line
	RandomSeed uint64
	Program    string // version of the program
	Rater      int    // version of the rating rules
}

// StartRun notes that a run begins.
func (b *Bank) StartRun(ctx context.Context, r *Run) (RunID, error) {
	if !b.Writable() {
		return 0, fmt.Errorf("starting a run in %s: %w", b.path, ErrReadOnly)
	}
	var id RunID
	err := b.db.QueryRowContext(ctx, `
		INSERT INTO runs (started, arguments, random_seed, program, rater) VALUES (?, ?, ?, ?, ?) RETURNING id`,
		r.Started.UTC().Format(time.RFC3339), r.Arguments, int64(r.RandomSeed), r.Program, r.Rater).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("starting a run in %s: %w", b.path, plain(err))
	}
	return id, nil
}

// UpdateRun notes how many puzzles a run has made and how many of them were
// stored as new seeds. The run has ended if ended is not zero.
func (b *Bank) UpdateRun(ctx context.Context, id RunID, made, stored int, ended time.Time) error {
	var end any
	if !ended.IsZero() {
		end = ended.UTC().Format(time.RFC3339)
	}
	_, err := b.db.ExecContext(ctx, `UPDATE runs SET made = ?, stored = ?, ended = ? WHERE id = ?`, made, stored, end, id)
	if err != nil {
		return fmt.Errorf("noting a run in %s: %w", b.path, plain(err))
	}
	return nil
}
