package change_test

import (
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// All seeds without rungs are found, each once, however many are asked for at a time.
func TestBareSeeds(t *testing.T) {
	seeds := append([]seed.Seed(nil), seedtest.SomeSeeds()[:40]...)
	want := map[seed.Key]bool{}
	for i := range seeds {
		if i%3 == 0 {
			seeds[i].Rungs = nil
		}
		if len(seeds[i].Rungs) == 0 {
			want[seeds[i].Key()] = true
		}
	}
	bank := seedtest.BankOf(t, seeds)
	for _, limit := range []int{1, 7, 100} {
		found := map[seed.Key]bool{}
		for after := seedbank.SeedID(0); ; {
			some, last, err := change.BareSeeds(seedtest.Background, bank.Bank, after, limit)
			if err != nil {
				t.Fatal(err)
			}
			if last == after {
				break
			}
			for i := range some {
				if found[some[i].Key()] || !want[some[i].Key()] {
					t.Errorf("%d at a time: seed %v comes twice, or has rungs", limit, some[i].Key())
				}
				found[some[i].Key()] = true
			}
			after = last
		}
		if len(found) != len(want) {
			t.Errorf("%d at a time: %d of %d seeds", limit, len(found), len(want))
		}
	}
}
