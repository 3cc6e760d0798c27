package change_test

import (
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/seedtest"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// The run of a distrust has ended, and has made nothing. Of unknown seeds there is none.
func TestDistrustEnds(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	for _, of := range []int{0, 9} {
		if err := bank.Distrust(seedtest.Background, []seed.Key{seedtest.SomeSeeds()[of].Key()}, "refused worker x", "p"); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := bank.Runs(seedtest.Background, 9)
	if err != nil || len(runs) != 2 {
		t.Fatalf("runs %+v, %v; want two", runs, err)
	}
	if r := runs[0]; r.Arguments != "refused worker x" || r.Program != "p" || r.Rater != rating.Version-1 || r.Ended.IsZero() || r.Made != 0 || r.Stored != 0 {
		t.Errorf("%+v", r)
	}
	mustBeWell(t, bank)
}
