package fleet

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// slowSeeds returns seeds that take long to rate, with many rungs.
func slowSeeds(t *testing.T, n int) (list []seed.Seed) {
	t.Helper()
	bank, err := seedbank.Open(t.Context(), filepath.Join("..", "..", "data", "starter.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	filter := seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: rating.NumLevels, High: rating.NumLevels}}
	for batch, err := range bank.Batches(t.Context(), filter) {
		if err != nil {
			t.Fatal(err)
		}
		if list = append(list, batch.Seeds...); len(list) >= n {
			break
		}
	}
	return list[:min(n, len(list))]
}

// Of seeds that are slow to rate, few are rated: a false rating may then be missed, and
// no more time is spent.
func TestSampleOfSlowSeeds(t *testing.T) {
	seeds := slowSeeds(t, parcelSeeds)
	c := new(checker)
	begun := time.Now()
	err := c.sample(seeds, 0.999)
	took := time.Since(begun)
	if err != nil {
		t.Fatal(err)
	}
	begun = time.Now()
	for i := range 10 {
		if err := c.rerate.CheckRatings(&seeds[i]); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("a sample of %d seeds with %d rungs took %v; ten of them with all rungs %v", len(seeds), rungs(seeds), took.Round(time.Millisecond), time.Since(begun).Round(time.Millisecond))
	if took > 2*sampledFor {
		t.Errorf("it took %v", took)
	}
	// All are rated if that is asked for.
	some := append([]seed.Seed(nil), seeds[:2]...)
	some[1] = someSeeds(t)[0]
	some[1].Rungs = append([]seed.Rung(nil), some[1].Rungs...)
	lies["a rung's rating"](&some[1])
	if err := c.sample(some, 1); err == nil {
		t.Error("a false rating is missed although all are rated")
	}
}

// Results that are slow to rate hold nobody up: the hub answers, plans, and stores those
// of others.
func TestSlowResults(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes some 10 seconds: run without -short")
	}
	a := newAttacked(t)
	slow := slowSeeds(t, parcelSeeds)
	a.during(func(ctx context.Context) {
		a.stored(10)
		w := mustWorker(t, a.stranger, "slow")
		j := mustGet(ctx, t, w)
		longest := time.Duration(0)
		for part := range 8 {
			if err := j.publish(ctx, &result{Unit: j.unit.Name(), Part: part, seeds: slow}); err != nil {
				t.Fatal(err)
			}
			begun := time.Now()
			if _, err := Ask(ctx, a.insider); err != nil {
				t.Error(err)
			}
			longest = max(longest, time.Since(begun))
		}
		begun := time.Now()
		a.stored(len(slow) + 20)
		t.Logf("the hub answered within %v, and stored seeds of others %v after eight slow results", longest.Round(time.Millisecond), time.Since(begun).Round(time.Millisecond))
	}, "a")
	mustBeSound(t, a.bank)
}

// mustBeSound verifies a bank without its ratings.
func mustBeSound(t *testing.T, bank *change.Writer) {
	t.Helper()
	if _, err := repair.Verify(t.Context(), bank, repair.VerifyOptions{Problem: func(err error) { t.Error(err) }}); err != nil {
		t.Error(err)
	}
}
