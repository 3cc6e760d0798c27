package seedbank_test

import (
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// What is selected as practice, mostly by the index, is what the ratings of the
// seeds say one by one, with every other condition.
func TestPracticeIsWhatTrains(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	counts, err := bank.Practice(seedtest.Background)
	if err != nil {
		t.Fatal(err)
	}
	byIndex, byUses := 0, 0
	for technique := range rating.Techniques() {
		for _, f := range []seedbank.Filter{
			{Practice: []rating.Technique{technique}},
			{Practice: []rating.Technique{technique, rating.Technique(0)}, Uses: []rating.Technique{technique}},
			{Practice: []rating.Technique{technique}, Without: []rating.Technique{2}},
			{Practice: []rating.Technique{technique}, Hardest: []rating.Technique{technique}, Clues: seedbank.Range[int]{Low: 20, High: 24}},
		} {
			want := seedtest.ByKey(slices.DeleteFunc(slices.Clone(seedtest.SomeSeeds()), func(s seed.Seed) bool { return !f.Passes(&s) }))
			selection := seedtest.SelectFrom(t, bank, f)
			for i := range selection.Len() {
				if pick := seedtest.PickAt(t, selection, i); want[pick.Key()].Puzzle != pick.Puzzle() {
					t.Errorf("%+v selects %v", f, pick.Puzzle().Clues())
				}
			}
			if int(selection.Len()) != len(want) {
				t.Errorf("%+v selects %d seeds, want %d", f, selection.Len(), len(want))
			}
			if len(f.Uses)+len(f.Without)+len(f.Hardest) > 0 {
				continue
			}
			if counts[technique] != len(want) {
				t.Errorf("%v: %d seeds are counted, want %d", technique, counts[technique], len(want))
			}
			for _, s := range want {
				if s.Rating.Uses[technique] == 1 {
					byUses++
				} else {
					byIndex++
				}
			}
		}
	}
	if byUses < 10 || byIndex < 10 {
		t.Errorf("%d seeds use their technique once, %d several times: too few to tell", byUses, byIndex)
	}
}
