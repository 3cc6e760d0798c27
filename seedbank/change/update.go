package change

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
)

// Update stores the seeds of another bank as [Writer.Merge] does, with two differences. It
// stores all of them in one transaction, together with bookmarks, so that a killed process
// leaves the bank as it was or with everything. And it trusts the ratings, so the other bank
// must be part of the program or made by it. Claimed seeds of the other bank are left out.
func (w *Writer) Update(ctx context.Context, from *seedbank.Bank, bookmarks map[string]uint64, options MergeOptions) (Merged, error) {
	return w.update(ctx, from, bookmarks, options, func(context.Context, *sql.Tx) error { return nil })
}

// UpdateFromCopy is [Writer.Update] from a copy of this bank to which seeds were added. taken is
// what [Withdrawals] returned before the copy was made: if seeds were taken back since, the copy
// would bring them again, and the error wraps [seedbank.ErrInUse].
func (w *Writer) UpdateFromCopy(ctx context.Context, from *seedbank.Bank, taken uint64, bookmarks map[string]uint64, options MergeOptions) (Merged, error) {
	return w.update(ctx, from, bookmarks, options, func(ctx context.Context, tx *sql.Tx) error {
		same, err := isAt(ctx, tx, WithdrawalsMark, taken)
		if err == nil && !same {
			err = fmt.Errorf("%w: seeds were taken back from it meanwhile; start again", tables.ErrInUse)
		}
		return err
	})
}

func (w *Writer) update(ctx context.Context, from *seedbank.Bank, bookmarks map[string]uint64, options MergeOptions, check func(context.Context, *sql.Tx) error) (_ Merged, err error) {
	defer w.file.Explain(&err, "adding bank %s to", from.Path())
	if err := options.Filter.Check(); err != nil {
		return Merged{}, err
	}
	options.Ratings = trusted
	leave, err := w.turn(ctx)
	if err != nil {
		return Merged{}, err
	}
	defer leave()
	if err := w.attachFile(ctx, from.Rows()); err != nil {
		return Merged{}, err
	}
	defer w.detach(ctx, &err)
	m := w.newBankMerger(ctx, from.Rows(), &options)
	err = w.write(ctx, func(tx *sql.Tx) error {
		m.from, m.whole = tx, tx
		if err := check(ctx, tx); err != nil {
			return err
		}
		if err := m.all(); err != nil {
			return err
		}
		return noteBookmarks(ctx, tx, bookmarks)
	})
	if err != nil {
		return Merged{}, err
	}
	return m.total, nil
}
