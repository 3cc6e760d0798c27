package records_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Pearls and diamonds are selected as the ratings of the seeds say one by one, with
// every other condition, and agree with the records.
func TestEarlySeedsAreThoseOfAPlainScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bank := seedtest.BankOf(t)
		stored := anyStored(t, bank)
		all, err := records.Read(seedtest.Background, bank.Bank)
		if err != nil {
			t.Fatal(err)
		}
		total := all.Early.Total()
		counted := map[seedbank.Early]int{seedbank.AnyTime: total.Seeds, seedbank.Pearl: total.Pearls, seedbank.Diamond: total.Diamonds}
		for _, early := range []seedbank.Early{seedbank.AnyTime, seedbank.Pearl, seedbank.Diamond} {
			for _, f := range []seedbank.Filter{
				{Early: early, ER: seedbank.Range[rating.Tenths]{Low: records.EarlyER, High: rating.MaxTenths}},
				{Early: early},
				{Early: early, Rungs: early != seedbank.AnyTime},
				{Early: early, Levels: seedbank.Range[rating.Level]{Low: 7, High: 9}, Clues: seedbank.Range[int]{Low: 22, High: 24}},
				{Early: early, Uses: []rating.Technique{0}},
			} {
				want := map[seed.Key]bool{}
				for i := range stored {
					if f.Passes(&stored[i].Seed) {
						want[stored[i].Key()] = true
					}
				}
				selection, err := bank.Select(seedtest.Background, f)
				if err != nil || int(selection.Len()) != len(want) {
					t.Fatalf("%+v selects %v seeds, want %d, error %v", f, selection, len(want), err)
				}
				for i := range selection.Len() {
					if pick, err := selection.At(seedtest.Background, i); err != nil || !want[pick.Key()] {
						t.Fatalf("%+v selects another seed, error %v", f, err)
					}
				}
				if f.ER.Low == records.EarlyER && len(want) != counted[early] {
					t.Fatalf("%+v: %d seeds, the records count %d", f, len(want), counted[early])
				}
			}
		}
	})
}
