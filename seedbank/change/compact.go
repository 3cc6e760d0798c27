package change

import (
	"context"
	"errors"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// Compact rewrites the file of a bank without gaps, so that [seedbank.OpenFS] can
// read it in place. It fails if another program has the bank open.
func Compact(ctx context.Context, path string) (err error) {
	defer tables.Explain(&err, "compacting bank %s", path)
	bank, err := openMade(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(bank.compact(ctx), bank.Close())
}

func (w *Writer) compact(ctx context.Context) error {
	if _, err := w.file.DB.ExecContext(ctx, `VACUUM`); err != nil {
		return err
	}
	return w.leaveWAL(ctx, "main") // a bank in WAL mode could not be read in place
}
