package change_test

import (
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A merge knows the techniques that the other bank gets while it goes on.
func TestMergeOfABankThatGetsTechniques(t *testing.T) {
	seeds := seedtest.SomeSeeds()
	other, into := seedtest.BankOf(t, seeds[:1]), seedtest.MakeBank(t)
	added := false
	merged, err := into.Merge(t.Context(), other.Path(), change.MergeOptions{Ratings: change.Trusted, Report: func(change.Merged) {
		if !added {
			added = true
			seedtest.Insert(t, other, seeds[1:])
		}
	}})
	if err != nil || merged.Sum() != len(seeds) {
		t.Errorf("%+v, %v; want %d seeds", merged, err, len(seeds))
	}
}
