package change_test

import (
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// A run does not end before it began, whatever the clock says.
func TestRunEndsAfterItsStart(t *testing.T) {
	ctx, bank := seedtest.Background, seedtest.MakeBank(t)
	begun := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
	run, err := bank.StartRun(ctx, &seedbank.Run{Started: begun, Rater: rating.Version})
	if err == nil {
		err = bank.EndRun(ctx, run, begun.Add(-time.Hour))
	}
	runs, failed := bank.Runs(ctx, -1)
	if err != nil || failed != nil || !runs[0].Ended.Equal(begun) {
		t.Errorf("%+v, %v, %v", runs[0], err, failed)
	}
	mustBeWell(t, bank)
}
