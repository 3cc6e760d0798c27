package change

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Trusted takes ratings for true.
const Trusted = trusted

// Upgrade applies the migrations that a bank lacks.
func Upgrade(ctx context.Context, bank *tables.File) error { return upgrade(ctx, bank) }

// SuccessorOf returns the file of a successor.
func SuccessorOf(path string) string { return successorOf(path) }

// Next returns the bank in the making.
func (s *Successor) Next() *Writer { return s.next }

// CompleteNext does what Replace does before it moves the file.
func (s *Successor) CompleteNext(ctx context.Context) error {
	if err := s.Close(); err != nil {
		return err
	}
	old, err := open(ctx, s.old.Path)
	if err != nil {
		return err
	}
	_, _, err = old.complete(ctx, successorOf(s.old.Path))
	return errors.Join(err, old.Close())
}

// ReplaceClosed does what Replace does on Windows.
func (s *Successor) ReplaceClosed(ctx context.Context) (Changes, error) { return s.replace(ctx, false) }

// DeleteClosedIf does what DeleteIf does on Windows.
func (w *Writer) DeleteClosedIf(ctx context.Context, isUnused func(context.Context) (bool, error)) error {
	return w.deleteIf(ctx, isUnused, false)
}

// CompactOpen compacts a bank that is open.
func (w *Writer) CompactOpen(ctx context.Context) error { return w.compact(ctx) }

// RatedBy returns options by which seeds from elsewhere are rated by a function, which can
// leave the rating to a rater.
func (o MergeOptions) RatedBy(rate func(key seed.Key, rater *rating.Rater, byRater func() error) error) MergeOptions {
	o.rate = func(s *foreign, rater *rating.Rater) error {
		return rate(s.key, rater, func() error { return s.rate(rater) })
	}
	return o
}

// CollectSlowly is Collect, with something between its reading and its transaction.
func (w *Writer) CollectSlowly(ctx context.Context, run seedbank.RunID, c *Collection, between func()) error {
	c, err := w.withClaimed(ctx, c)
	var claims []foreign
	if err == nil {
		claims, err = w.claimsOf(ctx, c)
	}
	if err == nil {
		c, err = w.withDerived(ctx, c)
	}
	between()
	if err == nil {
		err = w.write(ctx, func(tx *sql.Tx) error {
			_, err = collect(ctx, tx, run, c, claims)
			return err
		})
	}
	return err
}

// InsertUnchecked stores seeds whatever their form, as a bank may have them.
func (w *Writer) InsertUnchecked(ctx context.Context, run seedbank.RunID, seeds []seed.Seed) error {
	return w.write(ctx, func(tx *sql.Tx) error {
		_, err := collect(ctx, tx, run, &Collection{Seeds: seeds, Made: len(seeds), derived: make([]derived, len(seeds))}, nil)
		return err
	})
}

// FillCounted is FillMinutes. It calls a function when it has computed a value.
func (w *Writer) FillCounted(ctx context.Context, workers int, computed func()) (uint64, error) {
	plain := tables.Minutes.New
	defer func() { tables.Minutes.New = plain }()
	tables.Minutes.New = func(rater *rating.Rater) func(*sudoku.Puzzle) tables.Value {
		compute := plain(rater)
		return func(p *sudoku.Puzzle) tables.Value {
			defer computed()
			return compute(p)
		}
	}
	return w.FillMinutes(ctx, workers, nil)
}

// SetVersion sets the number of the format, as a newer version of the program does.
func (w *Writer) SetVersion(version int) error {
	_, err := w.file.DB.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, version))
	return err
}
