package change_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A writer that is to wait for others tells when it waits, and goes on when they have ended. When it is
// not to wait any more, it gives up.
func TestWaitForOthers(t *testing.T) {
	bank := seedtest.MakeBank(t)
	other := seedtest.Open(t, bank.Path())
	run := startRun(t, bank, "ann", time.Now())
	if _, err := bank.Rows().DB.ExecContext(t.Context(), `PRAGMA busy_timeout = 10`); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func() error{
		"a run":     func() error { return bank.EndRun(t.Context(), run, time.Now()) },
		"a place":   func() error { return bank.ClearBookmarks(t.Context(), "x", 1) },
		"a unit":    func() error { return bank.Adopt(t.Context(), change.Orphan{}) },
		"a number":  func() error { return bank.Confirm(t.Context(), "ann", 1) },
		"a new run": func() error { _, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version}); return err },
	} {
		tx, err := other.Rows().DB.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		waits, end := context.WithCancel(t.Context())
		end()
		bank.WaitForOthers(waits, func(error) { t.Error("a writer waits that is not to wait") })
		if err := do(); !errors.Is(err, seedbank.ErrInUse) {
			t.Errorf("%s: it does not give up: %v", name, err)
		}
		told := 0
		bank.WaitForOthers(t.Context(), func(error) {
			told++
			time.AfterFunc(100*time.Millisecond, func() { tx.Rollback() })
		})
		if err := do(); err != nil || told != 1 {
			t.Errorf("%s: it has told %d times that it waits: %v", name, told, err)
		}
		tx.Rollback()
	}
}

// Another program comes to write while seeds are taken back.
func TestWritingWhileWithdrawing(t *testing.T) {
	bank := seedtest.MakeBank(t)
	other := seedtest.Open(t, bank.Path())
	own, run := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now())
	given(t, bank, own, run, seedtest.SomeSeeds()...)
	written, before := make(chan error, 1), false
	_, err := bank.WithdrawAll(t.Context(), change.Withdrawal{Run: run}, func(total change.Withdrawn) {
		if total.Seeds == 100 {
			go func() { written <- other.EndRun(seedtest.Background, own, time.Now()) }()
		}
		before = total.Complete && len(written) > 0
	})
	if err != nil || !before {
		t.Errorf("another program could write only after all was taken back: %v", err)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}
