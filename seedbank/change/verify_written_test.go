package change_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Nothing is wrong with a bank to which another process writes during the check.
func TestVerifyWhileWritten(t *testing.T) {
	ctx, seeds := seedtest.Background, seedtest.SomeSeeds()
	for range 2 {
		bank := seedtest.BankOf(t, seeds[:100])
		run := startRun(t, bank, "", time.Now())
		reader, err := seedbank.Open(ctx, bank.Path())
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		stop, stopped := make(chan bool), make(chan error)
		go func() {
			for err := error(nil); ; {
				select {
				case <-stop:
					stopped <- err
					return
				default:
				}
				if err == nil {
					_, err = bank.Withdraw(ctx, change.Withdrawal{Run: run})
				}
				if err == nil {
					_, err = bank.Insert(ctx, run, seeds[100:103])
				}
			}
		}()
		for range 4 {
			_, err = repair.Verify(ctx, reader, repair.VerifyOptions{Problem: func(problem error) { t.Errorf("a problem: %v", problem) }})
			if err != nil && !errors.Is(err, seedbank.ErrInUse) {
				t.Error(err)
			}
		}
		close(stop)
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	}
}
