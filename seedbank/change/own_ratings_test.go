package change_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// OwnRatings returns the ratings of the owner alone. It leaves out those of contributors,
// distrusted ones, and those of seeds that the bank does not have.
func TestOwnRatings(t *testing.T) {
	bank := seedtest.MakeBank(t)
	own, anns := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now())
	all := slices.Clone(seedtest.SomeSeeds()[:8])
	bare := slices.Clone(all)
	for i := range bare {
		bare[i].Rungs = nil
	}
	give := func(run seedbank.RunID, claimed bool, seeds ...seed.Seed) {
		t.Helper()
		c := &change.Collection{Seeds: seeds, Made: len(seeds), Sources: slices.Repeat([]change.Source{{Run: run, Claimed: claimed}}, len(seeds))}
		if _, err := bank.Collect(t.Context(), own, c); err != nil {
			t.Fatal(err)
		}
	}
	give(own, false, all[0], bare[1], all[2], all[3])
	give(anns, false, all[1], all[4]) // rungs of seed 1
	give(anns, true, all[5])
	claims, err := bank.NextClaims(t.Context())
	if err == nil {
		err = claims.Rate(t.Context())
	}
	if err == nil {
		_, _, err = claims.Store(t.Context(), own)
	}
	if err != nil {
		t.Fatal(err)
	}
	give(anns, true, all[6])
	if err := bank.Distrust(t.Context(), []seed.Key{all[2].Key()}, "test", ""); err != nil {
		t.Fatal(err)
	}
	if all[5], err = bank.SeedNamed(t.Context(), all[5].Key()); err != nil { // as it was rated
		t.Fatal(err)
	}
	all[3].Rating.ER++
	got, err := change.OwnRatings(t.Context(), bank.Bank, all)
	maps.DeleteFunc(got, func(_ seed.Key, own bool) bool { return !own })
	if want := map[seed.Key]bool{all[0].Key(): true, all[5].Key(): true}; err != nil || !maps.Equal(got, want) {
		t.Errorf("the owner has rated %s: %v", cmp.Diff(want, got), err)
	}
}
