package change

import (
	"context"
	"time"
)

// waiting says how long a writer waits for others.
type waiting struct {
	ctx  context.Context
	tell func(error)
}

// WaitForOthers makes w wait while another program writes to the bank, until ctx is done. Without it,
// w gives up after half a minute. Once so long has passed, it calls tell, with the error that it would
// have returned. This serves programs that run for days.
func (w *Writer) WaitForOthers(ctx context.Context, tell func(error)) {
	w.waiting.Store(&waiting{ctx, tell})
}

// patiently calls do again as long as another program writes to the bank, if w is to wait for this.
// What do changes, it has to change in one transaction.
func (w *Writer) patiently(do func() error) error {
	for told := false; ; told = true {
		err := do()
		of := w.waiting.Load()
		if !isBusy(err) || of == nil || of.ctx.Err() != nil {
			return err
		}
		if !told {
			of.tell(err)
		}
		time.Sleep(pauseIfBusy)
	}
}

// execute executes a statement that changes the bank.
func (w *Writer) execute(ctx context.Context, statement string, arguments ...any) error {
	return w.patiently(func() error {
		_, err := w.file.DB.ExecContext(ctx, statement, arguments...)
		return err
	})
}
