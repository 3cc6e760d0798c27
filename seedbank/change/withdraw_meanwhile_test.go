package change_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// given stores seeds of a contributor that is proven.
func given(t *testing.T, bank *change.Writer, own, run seedbank.RunID, seeds ...seed.Seed) {
	t.Helper()
	c := &change.Collection{Seeds: seeds, Sources: slices.Repeat([]change.Source{{Run: run}}, len(seeds))}
	if _, err := bank.Collect(seedtest.Background, own, c); err != nil {
		t.Fatal(err)
	}
}

// Who has added a false rung to the claim of another one has lied, and not the other one.
func TestFalseRungOfAnother(t *testing.T) {
	bank, whole := seedtest.MakeBank(t), shortened(t)
	own, ann, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now()), startRun(t, bank, "bob", time.Now())
	part, lie := whole, whole
	part.Rungs = slices.Clone(whole.Rungs[:2])
	lie.Rungs = slices.Clone(whole.Rungs)
	lie.Rungs[3].ED--
	claimOf(t, bank, ann, part)
	claimOf(t, bank, bob, lie)
	claims, err := bank.NextClaims(seedtest.Background)
	if err == nil {
		err = claims.Rate(seedtest.Background)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, liars, err := claims.Store(seedtest.Background, own)
	if err != nil || !slices.Equal(liars, []seedbank.RunID{bob}) {
		t.Errorf("liars are %v, want bob, run %d, and not ann, run %d: %v", liars, bob, ann, err)
	}
}

// A claim whose rating was not checked, because the bank had the seed, stays claimed if the seed was
// taken back meanwhile.
func TestWithdrawSeedWhileClaimIsRated(t *testing.T) {
	for name, lie := range map[string]func(*seed.Seed){
		"another rating": func(s *seed.Seed) { s.Rating.ER++ },
		"uses":           func(s *seed.Seed) { s.Rating.Uses[0]++; s.Rungs = s.Rungs[:2] },
		"fewer rungs":    func(s *seed.Seed) {},
	} {
		bank, whole := seedtest.MakeBank(t), shortened(t)
		own, ann, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now()), startRun(t, bank, "bob", time.Now())
		part, lied := whole, whole
		part.Rungs = whole.Rungs[:2]
		lied.Rungs = slices.Clone(whole.Rungs)
		lie(&lied)
		claimOf(t, bank, ann, lied)
		given(t, bank, own, bob, part)
		claims, err := bank.NextClaims(seedtest.Background)
		if err == nil {
			err = claims.Rate(seedtest.Background)
		}
		withdrawAll(t, bank, "bob")
		if err == nil {
			_, _, err = claims.Store(seedtest.Background, own)
		}
		if err != nil {
			t.Fatal(err)
		}
		left, err := change.Claimed(seedtest.Background, bank.Bank)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := contents(t, bank, seedbank.Filter{})[whole.Key()]
		if ok && got.Rating != whole.Rating {
			t.Errorf("%s: the seed is stored with a false rating that nobody has checked", name)
		}
		if ok && left == 0 && len(got.Rungs) != len(lied.Rungs) {
			t.Errorf("%s: %d of %d rungs of the claim are left", name, len(got.Rungs), len(lied.Rungs))
		}
	}
}

// Who claims a seed first keeps it when another one, who is proven, gives it too and is taken back.
func TestFirstClaimStays(t *testing.T) {
	bank, whole := seedtest.MakeBank(t), shortened(t)
	own, ann, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now()), startRun(t, bank, "bob", time.Now())
	claim := &change.Collection{Seeds: []seed.Seed{whole}, Sources: []change.Source{{Run: ann, Claimed: true}}, Units: []change.DoneUnit{{Name: 7, Run: ann, Text: []byte("unit of ann")}}}
	if _, err := bank.Collect(seedtest.Background, own, claim); err != nil {
		t.Fatal(err)
	}
	given(t, bank, own, bob, whole)
	claims, err := bank.NextClaims(seedtest.Background)
	if err == nil {
		err = claims.Rate(seedtest.Background)
	}
	if err == nil {
		_, _, err = claims.Store(seedtest.Background, own)
	}
	if err != nil {
		t.Fatal(err)
	}
	withdrawAll(t, bank, "bob")
	orphans, err := change.Orphans(seedtest.Background, bank.Bank, 10)
	left, failed := change.Claimed(seedtest.Background, bank.Bank)
	if err != nil || failed != nil || len(contents(t, bank, seedbank.Filter{}))+left+len(orphans) == 0 {
		t.Errorf("the seed of ann is lost, and nobody does her unit again: %v, %v", err, failed)
	}
}

// A claim of a seed that another process takes back at this moment is stored whole.
func TestWithdrawBeforeClaimIsStored(t *testing.T) {
	bank, whole := seedtest.MakeBank(t), shortened(t)
	own, ann, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now()), startRun(t, bank, "bob", time.Now())
	given(t, bank, own, bob, whole)
	runs, err := change.Givers(seedtest.Background, bank.Bank, []seed.Key{whole.Key()})
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	claim := &change.Collection{Seeds: []seed.Seed{whole}, Sources: []change.Source{{Run: ann, Claimed: true}}}
	for _, run := range append(runs, ann) { // as the hub does
		claim.Units = append(claim.Units, change.DoneUnit{Name: 7, Run: run, Text: []byte("unit of ann")})
	}
	if err := bank.CollectSlowly(seedtest.Background, own, claim, func() { withdrawAll(t, bank, "bob") }); err != nil {
		t.Fatal(err)
	}
	orphans, err := change.Orphans(seedtest.Background, bank.Bank, 10)
	left, failed := change.Claimed(seedtest.Background, bank.Bank)
	if err != nil || failed != nil || left+len(orphans) == 0 {
		t.Errorf("the seed of ann is lost, and nobody does her unit again: %v, %v", err, failed)
	}
}

// A merge stores no rating that it has not checked when another process takes the seed back.
func TestWithdrawWhileMerging(t *testing.T) {
	bank, source := seedtest.MakeBank(t), seedtest.MakeBank(t)
	own, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "bob", time.Now())
	seeds := slices.Clone(trulyRated(t, 2))
	given(t, bank, own, bob, seeds[0])
	truth := seeds[0].Rating
	seeds[0].Rating.ER++
	if _, err := source.Insert(seedtest.Background, startRun(t, source, "", time.Now()), seeds); err != nil {
		t.Fatal(err)
	}
	options := change.MergeOptions{Workers: 1}.RatedBy(func(key seed.Key, _ *rating.Rater, byRater func() error) error {
		if key == seeds[1].Key() {
			withdrawAll(t, bank, "bob")
		}
		return byRater()
	})
	got, err := bank.Merge(seedtest.Background, source.Path(), options)
	if err != nil {
		t.Log(err) // it asks to merge again
	}
	if s, ok := contents(t, bank, seedbank.Filter{})[seeds[0].Key()]; ok && s.Rating != truth {
		t.Errorf("a false rating of another bank is stored, which nobody has checked: %+v", got)
	}
}

// A merge does not count a seed as known that another process takes back meanwhile.
func TestWithdrawKnownWhileMerging(t *testing.T) {
	bank, source := seedtest.MakeBank(t), seedtest.MakeBank(t)
	own, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "bob", time.Now())
	seeds := trulyRated(t, 2)
	given(t, bank, own, bob, seeds[0])
	if _, err := source.Insert(seedtest.Background, startRun(t, source, "", time.Now()), seeds); err != nil {
		t.Fatal(err)
	}
	options := change.MergeOptions{Workers: 1}
	got, err := bank.Merge(seedtest.Background, source.Path(), options.RatedBy(func(_ seed.Key, _ *rating.Rater, byRater func() error) error {
		withdrawAll(t, bank, "bob")
		return byRater()
	}))
	if _, ok := contents(t, bank, seedbank.Filter{})[seeds[0].Key()]; !ok && err == nil {
		t.Errorf("a seed is in no bank, and the merge says nothing of it: %+v", got)
	} else if key := seeds[0].Key().String(); !ok && !strings.Contains(err.Error(), key) {
		t.Errorf("the merge does not say that it lacks seed %s: %v", key, err)
	}
	if _, err := bank.Merge(seedtest.Background, source.Path(), options); err != nil || len(contents(t, bank, seedbank.Filter{})) != len(seeds) {
		t.Errorf("another merge stores not all: %v", err)
	}
}

// Seeds that get the numbers of seeds that were taken back do not count as checked.
func TestWithdrawLowersMarks(t *testing.T) {
	ctx, bank := seedtest.Background, seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	run := startRun(t, bank, "", time.Now())
	_, err := bank.Insert(ctx, run, seedtest.SomeSeeds()[5:10])
	if err == nil {
		_, err = change.Note(ctx, seedtest.BankIn(bank), map[string]uint64{"verified": 10, "verified so far": 3}, nil)
	}
	if err == nil {
		_, err = bank.Withdraw(ctx, change.Withdrawal{Run: run})
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]uint64{"verified": 5, "verified so far": 3} {
		if got, err := change.Bookmark(ctx, bank.Bank, name); got != want || err != nil {
			t.Errorf("%s: %d, %v; want %d", name, got, err, want)
		}
	}
}
