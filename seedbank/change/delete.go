package change

import (
	"context"
	"database/sql"
	"errors"
	"os"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// DeleteIf closes the bank, and deletes its file if nobody has any use for it. The file stays if
// another program has the bank open, or writes to it before the file is gone. It calls isUnused twice:
// before it changes anything, and when the bank has no log.
func (w *Writer) DeleteIf(ctx context.Context, isUnused func(context.Context) (bool, error)) (err error) {
	defer w.file.Explain(&err, "deleting bank")
	err = w.deleteIf(ctx, isUnused)
	if errors.Is(tables.Plain(err), tables.ErrInUse) {
		err = nil
	}
	return errors.Join(err, w.Close())
}

func (w *Writer) deleteIf(ctx context.Context, isUnused func(context.Context) (bool, error)) error {
	if unused, err := isUnused(ctx); err != nil || !unused { // then nothing is changed
		return err
	}
	if err := w.leaveWAL(ctx, "main"); err != nil { // a log would stay
		return err
	}
	version, err := dataVersion(ctx, w.file.DB)
	if err != nil {
		return err
	}
	if unused, err := isUnused(ctx); err != nil || !unused {
		return err
	}
	return w.write(ctx, func(tx *sql.Tx) error {
		if err := mustBeVersion(ctx, tx, version); err != nil {
			return err
		}
		return os.Remove(w.file.Path)
	})
}
