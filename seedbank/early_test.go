package seedbank

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Pearls and diamonds are selected as the ratings of the seeds say one by one, with
// every other condition, and agree with the records.
func TestEarlySeedsAreThoseOfAPlainScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bank := bankOf(t)
		stored := anyStored(t, bank)
		records, err := bank.Records(background)
		if err != nil {
			t.Fatal(err)
		}
		total := records.Early.Total()
		counted := map[Early]int{AnyTime: total.Seeds, Pearl: total.Pearls, Diamond: total.Diamonds}
		for _, early := range []Early{AnyTime, Pearl, Diamond} {
			for _, f := range []Filter{
				{Early: early, ER: Range[rating.Tenths]{Low: EarlyER, High: rating.MaxTenths}},
				{Early: early},
				{Early: early, Rungs: early != AnyTime},
				{Early: early, Levels: Range[rating.Level]{Low: 7, High: 9}, Clues: Range[int]{Low: 22, High: 24}},
				{Early: early, Uses: []rating.Technique{0}},
			} {
				want := map[seed.Key]bool{}
				for i := range stored {
					if f.Passes(&stored[i].Seed) {
						want[stored[i].Key()] = true
					}
				}
				selection, err := bank.Select(background, f)
				if err != nil || int(selection.Len()) != len(want) {
					t.Fatalf("%+v selects %v seeds, want %d, error %v", f, selection, len(want), err)
				}
				for i := range selection.Len() {
					if pick, err := selection.At(background, i); err != nil || !want[pick.Key()] {
						t.Fatalf("%+v selects another seed, error %v", f, err)
					}
				}
				if f.ER.Low == EarlyER && len(want) != counted[early] {
					t.Fatalf("%+v: %d seeds, the records count %d", f, len(want), counted[early])
				}
			}
		}
	})
}
