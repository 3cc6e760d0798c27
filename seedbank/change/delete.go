package change

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"runtime"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// DeleteIf closes the bank, and deletes its file if nobody has any use for it. The file stays if
// another program has the bank open, or writes to it before the file is gone. It calls isUnused twice:
// before it changes anything, and when the bank has no log.
func (w *Writer) DeleteIf(ctx context.Context, isUnused func(context.Context) (bool, error)) error {
	return w.deleteIf(ctx, isUnused, runtime.GOOS != "windows")
}

// deleteIf does what DeleteIf does. Unless it keeps the bank locked, it closes it before it deletes the
// file, because Windows deletes no file that is open. Then it notices no change in the moment between.
func (w *Writer) deleteIf(ctx context.Context, isUnused func(context.Context) (bool, error), locked bool) (err error) {
	defer w.file.Explain(&err, "deleting bank")
	goes, err := w.prepareToDelete(ctx, isUnused, locked)
	if errors.Is(tables.Plain(err), tables.ErrInUse) {
		err = nil
	}
	if err = errors.Join(err, w.Close()); err == nil && goes && !locked {
		err = os.Remove(w.file.Path)
	}
	return err
}

// prepareToDelete reports whether the file of the bank goes. If the bank is to stay locked, the file is
// gone.
func (w *Writer) prepareToDelete(ctx context.Context, isUnused func(context.Context) (bool, error), locked bool) (goes bool, err error) {
	if unused, err := isUnused(ctx); err != nil || !unused { // then nothing is changed
		return false, err
	}
	if err := w.leaveWAL(ctx, "main"); err != nil { // a log would stay
		return false, err
	}
	version, err := dataVersion(ctx, w.file.DB)
	if err != nil {
		return false, err
	}
	if unused, err := isUnused(ctx); err != nil || !unused {
		return false, err
	}
	err = w.write(ctx, func(tx *sql.Tx) error {
		if err := mustBeVersion(ctx, tx, version); err != nil || !locked {
			return err
		}
		return os.Remove(w.file.Path)
	})
	return err == nil, err
}
