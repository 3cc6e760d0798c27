package change_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// filled fills in all minutes and labels of a bank, and returns how many it lacked.
func filled(t seedtest.Cleaner, bank *change.Writer) (lacked uint64) {
	t.Helper()
	minutes, err := bank.FillMinutes(seedtest.Background, 2, nil)
	labels, err2 := bank.FillLabels(seedtest.Background, 2, nil)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return minutes + labels
}

// mustBeTrue proves everything in a bank, its minutes and labels included.
func mustBeTrue(t seedtest.Cleaner, bank *change.Writer) {
	t.Helper()
	var problems []error
	problem := func(err error) { problems = append(problems, err) }
	_, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Ratings: true, Problem: problem})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
}

// trueSeeds returns some seeds with true ratings. No two have the same solution.
func trueSeeds(t *testing.T) (seeds []seed.Seed) {
	made, bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:8], seedtest.SymmetricSeeds()[:3]), seedtest.BankOf(t)
	if _, err := bank.Merge(seedtest.Background, made.Path(), change.MergeOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, s := range contents(t, bank, seedbank.Filter{}) {
		seeds = append(seeds, s)
	}
	slices.SortFunc(seeds, func(a, b seed.Seed) int { return cmp.Compare(a.Key(), b.Key()) })
	return seeds
}

// Banks with all minutes and labels become one with all of them, whatever they share and
// whether the ratings are trusted.
func TestMergeCarriesMinutesAndLabels(t *testing.T) {
	all := trueSeeds(t)
	some := rapid.Custom(func(t *rapid.T) []seed.Seed { return drawSeeds(t, all) })
	for i := range 4 { // banks are slow
		into, from := seedtest.BankOf(t, some.Example(2*i)), seedtest.BankOf(t, some.Example(2*i+1))
		filled(t, into)
		filled(t, from)
		ratings := []change.Ratings{change.RateAnew, change.Trusted}[i%2]
		if _, err := into.Merge(seedtest.Background, from.Path(), change.MergeOptions{Ratings: ratings}); err != nil {
			t.Fatal(err)
		}
		if lacked := filled(t, into); lacked > 0 {
			t.Errorf("%d minutes and labels are lacking", lacked)
		}
		mustBeTrue(t, into)
	}
}

// Values of another version are left out, and all others are carried.
func TestMergeLeavesOtherVersionsOut(t *testing.T) {
	for _, older := range []struct{ table, version string }{{"minutes", "fit"}, {"labels", "version"}} {
		from, into := seedtest.BankOf(t, trueSeeds(t)), seedtest.BankOf(t)
		filled(t, from)
		mustEditBank(t, from, fmt.Sprintf(`UPDATE %s SET %[2]s = %[2]s + 1`, older.table, older.version))
		merge(t, into, from.Path())
		_, minutes := into.Select(seedtest.Background, withMinutes(1, 200, seedbank.Filter{Rungs: true}))
		_, labels := into.Select(seedtest.Background, seedbank.Filter{Labels: seedbank.Labels{Without: 1}})
		if has := minutes == nil; has != (older.table != "minutes") {
			t.Errorf("other %s: %v", older.table, minutes)
		}
		if has := labels == nil; has != (older.table != "labels") {
			t.Errorf("other %s: %v", older.table, labels)
		}
		mustBeTrue(t, into)
	}
}

// No seed gets the minutes and labels of another one that was taken back from the other bank, and
// whose number it has now.
func TestMergeWhileSeedsAreTakenBack(t *testing.T) {
	const atOnce, new = 400, 8
	all := seedtest.MakeSeeds(atOnce + 2*new)
	for i := range all {
		all[i].Rungs = nil // their ratings are false
	}
	from, into := seedtest.MakeBank(t), seedtest.BankOf(t)
	own, anns := startRun(t, from, "", time.Now()), startRun(t, from, "ann", time.Now())
	insert := func(seeds []seed.Seed) {
		if _, err := from.Collect(seedtest.Background, own, &change.Collection{Seeds: seeds, Made: len(seeds)}); err != nil {
			t.Fatal(err)
		}
	}
	insert(all[:atOnce])
	given(t, from, own, anns, all[atOnce:atOnce+new]...)
	filled(t, from)
	var once sync.Once
	options := change.MergeOptions{Workers: 1}.RatedBy(func(_ seed.Key, _ *rating.Rater, byRater func() error) error {
		once.Do(func() { // between two parts of the merge
			for complete := false; !complete; {
				n, err := from.Withdraw(seedtest.Background, change.Withdrawal{Contributor: "ann"})
				if err != nil {
					t.Fatal(err)
				}
				complete = n.Complete
			}
			insert(all[atOnce+new:])
		})
		return byRater()
	})
	if _, err := into.Merge(seedtest.Background, from.Path(), options); err != nil {
		t.Fatal(err)
	}
	if n := len(contents(t, into, seedbank.Filter{})); n != atOnce+new {
		t.Errorf("%d seeds are merged", n)
	}
	mustBeTrue(t, into)
}
