package change_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A run that both banks have counts at least the seeds that it has found: also if what it found was
// taken back before, or if the run went on in the other bank.
func TestMergeCountsRunsThatBothHave(t *testing.T) {
	ctx, seeds := seedtest.Background, seedtest.SomeSeeds()
	bank := seedtest.MakeBank(t)
	run, err := bank.StartRun(ctx, &seedbank.Run{Started: time.Now(), Program: "test", Rater: rating.Version})
	collect := func(from, to int) {
		t.Helper()
		if err == nil {
			_, err = bank.Collect(ctx, run, &change.Collection{Seeds: seeds[from:to], Made: 2 * (to - from)})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	collect(0, 3)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := change.Snapshot(ctx, path, bank.Path()); err != nil {
		t.Fatal(err)
	}
	collect(3, 8)
	if err := bank.EndRun(ctx, run, time.Now()); err != nil {
		t.Fatal(err)
	}
	copied := seedtest.Open(t, path)
	merge := func(to *change.Writer, from string) {
		t.Helper()
		if _, err := to.Merge(ctx, from, change.MergeOptions{Ratings: change.Trusted}); err != nil {
			t.Fatal(err)
		}
		runs, err := to.Runs(ctx, -1)
		if err != nil || runs[0].ID != run || runs[0].Made != 16 || runs[0].Stored != 8 || runs[0].Ended.IsZero() {
			t.Errorf("runs: %+v, %v", runs, err)
		}
		mustBeWell(t, to)
	}
	merge(copied, bank.Path())
	if _, err := bank.Withdraw(ctx, change.Withdrawal{Run: run}); err != nil {
		t.Fatal(err)
	}
	merge(bank, path)
}
