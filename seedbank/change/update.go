package change

import (
	"context"
	"database/sql"

	"github.com/seedoku/seedoku/seedbank"
)

// Update stores the seeds of another bank as [Writer.Merge] does, with two differences. It
// stores all of them in one transaction, together with bookmarks, so that a killed process
// leaves the bank as it was or with everything. And it trusts the ratings, so the other bank
// must be part of the program or made by it. Claimed seeds of the other bank are left out.
func (w *Writer) Update(ctx context.Context, from *seedbank.Bank, bookmarks map[string]uint64, options MergeOptions) (_ Merged, err error) {
	defer w.file.Explain(&err, "adding bank %s to", from.Path())
	options.Ratings = trusted
	if err := w.attachFile(ctx, from.Rows()); err != nil {
		return Merged{}, err
	}
	defer w.detach(ctx, &err)
	m, err := w.newBankMerger(ctx, from.Rows(), &options)
	if err == nil {
		err = w.write(ctx, func(tx *sql.Tx) error {
			m.from, m.whole = tx, tx
			if err := m.all(); err != nil {
				return err
			}
			return noteBookmarks(ctx, tx, bookmarks)
		})
	}
	if err != nil {
		return Merged{}, err
	}
	return m.total, nil
}
