package change_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
)

// Whenever filling in is interrupted, what was computed stays.
func TestInterruptedFillKeepsWhatWasComputed(t *testing.T) {
	seeds := trueSeeds(t)
	all := uint64(0)
	for _, last := range []int64{1, 2, 5, 20, 60} {
		bank := seedtest.BankOf(t, seeds)
		ctx, interrupt := context.WithCancel(seedtest.Background)
		var computed atomic.Int64
		made, err := bank.FillCounted(ctx, 2, func() {
			if computed.Add(1) == last {
				interrupt()
			}
		})
		if !errors.Is(err, context.Canceled) || made != uint64(computed.Load()) {
			t.Errorf("interrupted after %d values: %d of %d stay, %v", last, made, computed.Load(), err)
		}
		rest, err := bank.FillMinutes(seedtest.Background, 2, nil)
		if all == 0 {
			all = made + rest
		}
		if err != nil || rest == 0 || made+rest != all {
			t.Errorf("interrupted after %d values: then %d and %d are made of %d, %v", last, made, rest, all, err)
		}
	}
}
