package fleet

import (
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
	t.Parallel()
	seeds := slowSeeds(t, parcelSeeds)
	c := new(checker)
	begun := time.Now()
	err := c.sample(seeds, 0.999)
	took := time.Since(begun)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a sample of %d seeds with %d rungs took %v", len(seeds), rungs(seeds), took.Round(time.Millisecond))
	if took > 10*sampledFor { // all of them would take a minute
		t.Errorf("it took %v", took)
	}
	// All are rated if that is asked for.
	some := []seed.Seed{seeds[0], someSeeds(t)[0]}
	some[0].Rungs = nil
	lies["a rung's rating"](&some[1])
	if err := c.sample(some, 1); err == nil {
		t.Error("a false rating is missed although all are rated")
	}
}

// mustBeSound verifies a bank without its ratings.
func mustBeSound(t *testing.T, bank *change.Writer) {
	t.Helper()
	if _, err := repair.Verify(t.Context(), bank, repair.VerifyOptions{Problem: func(err error) { t.Error(err) }}); err != nil {
		t.Error(err)
	}
}
