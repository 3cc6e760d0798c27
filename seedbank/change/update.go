package change

import (
	"context"
	"database/sql"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// Update stores the seeds of another bank as [Writer.Merge] does, with two differences. It
// stores all of them in one transaction, together with bookmarks, so that a killed process
// leaves the bank as it was or with everything. And it trusts the ratings, so the other bank
// must be part of the program or made by it. Claimed seeds of the other bank are left out.
func (w *Writer) Update(ctx context.Context, from *seedbank.Bank, bookmarks map[string]uint64, options MergeOptions) (m Merged, err error) {
	defer w.file.Explain(&err, "adding bank %s to", from.Path())
	options.Ratings = trusted
	if err := w.attachFile(ctx, from.Rows()); err != nil {
		return m, err
	}
	defer w.detach(ctx, &err)
	return w.update(ctx, from.Rows(), bookmarks, &options)
}

func (w *Writer) update(ctx context.Context, other *tables.File, bookmarks map[string]uint64, options *MergeOptions) (Merged, error) {
	m, err := w.newBankMerger(ctx, other, options)
	if err != nil {
		return Merged{}, err
	}
	err = w.write(ctx, func(tx *sql.Tx) error {
		m.from, m.whole = tx, tx
		if err := m.all(ctx, m.read); err != nil {
			return err
		}
		return noteBookmarks(ctx, tx, bookmarks)
	})
	if err != nil {
		return Merged{}, err
	}
	return m.total, nil
}
