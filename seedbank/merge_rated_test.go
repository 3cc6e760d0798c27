package seedbank

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/rating"
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
	want := digestOf(t, bankOf(t, truth), Filter{Rungs: true})
	run := Run{Started: time.Now(), Program: "test"}
	fromBank, fromBatch := makeBank(t), makeBank(t)
	merged, err := fromBank.Merge(background, bankOf(t, lies).Path(), MergeOptions{Run: run})
	if err != nil || merged.Stored != len(truth) || merged.Corrected != len(truth) {
		t.Errorf("from a bank: %+v, %v", merged, err)
	}
	batch := &seed.Batch{Rater: 1, Seeds: lies}
	merged, err = fromBatch.MergeBatches(background, oneBatch(batch), run, MergeOptions{Run: run})
	if err != nil || merged.Stored != len(truth) || merged.Corrected != len(truth) {
		t.Errorf("from a batch: %+v, %v", merged, err)
	}
	for _, bank := range []*Writer{fromBank, fromBatch} {
		if got := digestOf(t, bank, Filter{Rungs: true}); got != want {
			t.Errorf("the digest is %s, want that of the true seeds, %s", got, want)
		}
		for _, s := range truth {
			got, err := bank.SeedNamed(background, s.Key())
			if diff := cmp.Diff(s, got, samePuzzles); err != nil || diff != "" {
				t.Errorf("%v:\n%s", err, diff)
			}
		}
		var apart int
		if err := bank.Rows().DB.QueryRow(`SELECT count(*) FROM seeds WHERE rated <> run`).Scan(&apart); err != nil || apart != len(truth) {
			t.Errorf("%d seeds with a rater that did not find them, %v", apart, err)
		}
	}
	if merged, err := fromBank.Merge(background, fromBatch.Path(), MergeOptions{}); err != nil || merged.Known != len(truth) {
		t.Errorf("merged again: %+v, %v", merged, err)
	}
}

// Claimed seeds are in no selection until they are rated.
func TestClaimedSeedsWaitForTheirRating(t *testing.T) {
	truth, lies := lying(t, 6)
	bank, old := makeBank(t), truth[0]
	old.Rungs = nil
	insert(t, bank, []seed.Seed{old})
	lies[0].Rating = old.Rating // only its rungs are claimed
	merged, err := bank.Merge(background, bankOf(t, lies).Path(), MergeOptions{Ratings: AsRated})
	if err != nil || merged.Claimed != len(truth) || merged.Stored != 0 {
		t.Errorf("%+v, %v", merged, err)
	}
	s, err := bank.Select(background, Filter{Rungs: true})
	if err != nil || s.Len() != 1 {
		t.Errorf("%d can be drawn, %v", s.Len(), err)
	}
	if n, err := Claimed(background, bank.Bank); err != nil || n != len(truth) {
		t.Errorf("%d claimed, %v", n, err)
	}
	if _, err := bank.RateClaimed(background, MergeOptions{Run: Run{Started: time.Now()}}); err != nil {
		t.Fatal(err)
	}
	if n, err := Claimed(background, bank.Bank); err != nil || n != 0 {
		t.Errorf("%d claimed after they were rated, %v", n, err)
	}
	for _, s := range truth {
		got, err := bank.SeedNamed(background, s.Key())
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
	options := func(ratings Ratings) MergeOptions {
		return MergeOptions{Ratings: ratings, Workers: 2, Beyond: func(error) { told++ }, rate: func(s *foreign, rater *rating.Rater) error {
			if s.key == beyond {
				return fmt.Errorf("rating %v: %w", s.Puzzle.Clues(), rating.ErrBeyond)
			}
			return s.rate(rater)
		}}
	}
	check := func(what string, bank *Writer, merged Merged, err error, claimed int) {
		t.Helper()
		if err != nil || merged.Beyond != 1 || merged.Stored != len(truth)-1 || merged.Sum() != len(truth) || told != 1 {
			t.Errorf("%s: %+v, told %d times, %v", what, merged, told, err)
		}
		if n, err := Claimed(background, bank.Bank); n != claimed || err != nil {
			t.Errorf("%s: %d claimed, %v", what, n, err)
		}
		if _, err := bank.SeedNamed(background, beyond); err == nil {
			t.Errorf("%s: it is stored", what)
		}
		told = 0
	}
	bank := makeBank(t)
	merged, err := bank.MergeBatches(background, oneBatch(&seed.Batch{Rater: 1, Seeds: lies}), Run{}, options(RateAnew))
	check("merging", bank, merged, err, 0)

	bank = makeBank(t)
	if _, err := bank.MergeBatches(background, oneBatch(&seed.Batch{Rater: 1, Seeds: lies}), Run{}, options(AsRated)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(background, time.Minute)
	defer stop()
	merged, err = bank.RateClaimed(ctx, options(RateAnew))
	check("rating", bank, merged, err, 1)
	if merged, err := bank.RateClaimed(ctx, options(RateAnew)); err != nil || merged.Beyond != 1 || merged.Stored != 0 {
		t.Errorf("once more: %+v, %v", merged, err)
	}
}
