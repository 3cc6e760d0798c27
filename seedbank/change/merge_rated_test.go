package change_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// lying returns seeds that are truly rated, and the same with false ratings of the seeds
// and of their rungs.
func lying(t *testing.T, n int) (truth, lies []seed.Seed) {
	t.Helper()
	truth = trulyRated(t, n)
	for _, s := range truth {
		s.Rungs = append([]seed.Rung(nil), s.Rungs...)
		s.Rating.ER, s.Rating.EP, s.Rating.ED = 12, 12, 12
		for i := range s.Rungs {
			s.Rungs[i].ER, s.Rungs[i].EP, s.Rungs[i].ED = 12, 12, 12
		}
		lies = append(lies, s)
	}
	return truth, lies
}

// What comes with false ratings is stored with the true ones, from banks and from
// batches; and the finder is not the one that rated it.
func TestMergeRatesAnew(t *testing.T) {
	truth, lies := lying(t, 6)
	want := digestOf(t, seedtest.BankOf(t, truth), seedbank.Filter{Rungs: true})
	run := seedbank.Run{Started: time.Now(), Program: "test"}
	fromBank, fromBatch := seedtest.MakeBank(t), seedtest.MakeBank(t)
	merged, err := fromBank.Merge(seedtest.Background, seedtest.BankOf(t, lies).Path(), change.MergeOptions{Run: run})
	if err != nil || merged.Stored != len(truth) || merged.Corrected != len(truth) {
		t.Errorf("from a bank: %+v, %v", merged, err)
	}
	batch := &seed.Batch{Rater: 1, Seeds: lies}
	merged, err = fromBatch.MergeBatches(seedtest.Background, oneBatch(batch), run, change.MergeOptions{Run: run})
	if err != nil || merged.Stored != len(truth) || merged.Corrected != len(truth) {
		t.Errorf("from a batch: %+v, %v", merged, err)
	}
	for _, bank := range []*change.Writer{fromBank, fromBatch} {
		if got := digestOf(t, bank, seedbank.Filter{Rungs: true}); got != want {
			t.Errorf("the digest is %s, want that of the true seeds, %s", got, want)
		}
		for _, s := range truth {
			got, err := bank.SeedNamed(seedtest.Background, s.Key())
			if diff := cmp.Diff(s, got, samePuzzles); err != nil || diff != "" {
				t.Errorf("%v:\n%s", err, diff)
			}
		}
		var apart int
		if err := bank.Rows().DB.QueryRow(`SELECT count(*) FROM seeds WHERE rated <> run`).Scan(&apart); err != nil || apart != len(truth) {
			t.Errorf("%d seeds with a rater that did not find them, %v", apart, err)
		}
	}
	if merged, err := fromBank.Merge(seedtest.Background, fromBatch.Path(), change.MergeOptions{}); err != nil || merged.Known != len(truth) {
		t.Errorf("merged again: %+v, %v", merged, err)
	}
}

// Claimed seeds are in no selection until they are rated.
func TestClaimedSeedsWaitForTheirRating(t *testing.T) {
	truth, lies := lying(t, 6)
	bank, old := seedtest.MakeBank(t), truth[0]
	old.Rungs = nil
	seedtest.Insert(t, bank, []seed.Seed{old})
	lies[0].Rating = old.Rating // only its rungs are claimed
	merged, err := bank.Merge(seedtest.Background, seedtest.BankOf(t, lies).Path(), change.MergeOptions{Ratings: change.AsRated})
	if err != nil || merged.Claimed != len(truth) || merged.Stored != 0 {
		t.Errorf("%+v, %v", merged, err)
	}
	s, err := bank.Select(seedtest.Background, seedbank.Filter{Rungs: true})
	if err != nil || s.Len() != 1 {
		t.Errorf("%d can be drawn, %v", s.Len(), err)
	}
	if n, err := change.Claimed(seedtest.Background, bank.Bank); err != nil || n != len(truth) {
		t.Errorf("%d claimed, %v", n, err)
	}
	if _, err := bank.RateClaimed(seedtest.Background, change.MergeOptions{Run: seedbank.Run{Started: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	if n, err := change.Claimed(seedtest.Background, bank.Bank); err != nil || n != 0 {
		t.Errorf("%d claimed after they were rated, %v", n, err)
	}
	for _, s := range truth {
		got, err := bank.SeedNamed(seedtest.Background, s.Key())
		if diff := cmp.Diff(s, got, samePuzzles); err != nil || diff != "" {
			t.Errorf("%v:\n%s", err, diff)
		}
	}
}

// A puzzle beyond the scale is told, and stops neither a merge nor the rating of claimed
// seeds, among which it stays. No such puzzle is known, so that one is said to be one.
func TestSeedsBeyondTheScaleStopNothing(t *testing.T) {
	truth, lies := lying(t, 6)
	beyond := truth[2].Key()
	told := 0
	options := func(ratings change.Ratings) change.MergeOptions {
		o := change.MergeOptions{Ratings: ratings, Workers: 2, Beyond: func(error) { told++ }}
		return o.RatedBy(func(key seed.Key, _ *rating.Rater, byRater func() error) error {
			if key == beyond {
				return fmt.Errorf("rating %v: %w", truth[2].Puzzle.Clues(), rating.ErrBeyond)
			}
			return byRater()
		})
	}
	check := func(what string, bank *change.Writer, merged change.Merged, err error, claimed int) {
		t.Helper()
		if err != nil || merged.Beyond != 1 || merged.Stored != len(truth)-1 || merged.Sum() != len(truth) || told != 1 {
			t.Errorf("%s: %+v, told %d times, %v", what, merged, told, err)
		}
		if n, err := change.Claimed(seedtest.Background, bank.Bank); n != claimed || err != nil {
			t.Errorf("%s: %d claimed, %v", what, n, err)
		}
		if _, err := bank.SeedNamed(seedtest.Background, beyond); err == nil {
			t.Errorf("%s: it is stored", what)
		}
		told = 0
	}
	bank := seedtest.MakeBank(t)
	merged, err := bank.MergeBatches(seedtest.Background, oneBatch(&seed.Batch{Rater: 1, Seeds: lies}), seedbank.Run{}, options(change.RateAnew))
	check("merging", bank, merged, err, 0)

	bank = seedtest.MakeBank(t)
	if _, err := bank.MergeBatches(seedtest.Background, oneBatch(&seed.Batch{Rater: 1, Seeds: lies}), seedbank.Run{}, options(change.AsRated)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(seedtest.Background, time.Minute)
	defer stop()
	merged, err = bank.RateClaimed(ctx, options(change.RateAnew))
	check("rating", bank, merged, err, 1)
	if merged, err := bank.RateClaimed(ctx, options(change.RateAnew)); err != nil || merged.Beyond != 1 || merged.Stored != 0 {
		t.Errorf("once more: %+v, %v", merged, err)
	}
}
