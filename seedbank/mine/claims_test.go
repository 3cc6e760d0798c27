package mine

import (
	"testing"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// claimsOf returns what a contributor gives of someUnit, as claims.
func claimsOf(t *testing.T, bank *change.Writer) (list []Delivery) {
	t.Helper()
	run, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version, Contributor: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range do(t, someUnit) {
		list = append(list, Delivery{Found: part, Unit: someUnit, Source: change.Source{Run: run, Claimed: true}, From: "ann"})
	}
	return list
}

// rateClaims rates claimed seeds, and stores them.
func rateClaims(t *testing.T, plan *Plan, bank *change.Writer) {
	t.Helper()
	claims, err := bank.NextClaims(t.Context())
	if err == nil {
		err = claims.Rate(t.Context())
	}
	if err == nil {
		_, err = plan.StoreClaims(t.Context(), claims)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Claimed seeds that come again are no known seeds.
func TestClaimsAgainAreNotKnown(t *testing.T) {
	bank := newBank(t)
	plan := openPlan(t, bank, Options{RandomSeed: 3, Ladders: work.NoLadders})
	for _, again := range []bool{false, true} {
		list := claimsOf(t, bank)
		for i := range list {
			list[i].Again = again
		}
		if _, err := plan.Collect(t.Context(), list, nil); err != nil {
			t.Fatal(err)
		}
	}
	if p := plan.Progress(); p.Known != 0 || p.Made != someUnit.Count {
		t.Errorf("%d puzzles of %d are known", p.Known, p.Made)
	}
}

// Claimed seeds count for the seeds that a run is asked for when they are rated, and no earlier.
func TestClaimsCountWhenRated(t *testing.T) {
	bank := newBank(t)
	plan := openPlan(t, bank, Options{RandomSeed: 3, Count: 25, Ladders: work.NoLadders})
	list := claimsOf(t, bank)
	u := *someUnit
	u.First += uint64(u.Count)
	for _, part := range do(t, &u) {
		list = append(list, Delivery{Found: part, Unit: &u})
	}
	if _, err := plan.Collect(t.Context(), list, nil); err != nil {
		t.Fatal(err)
	}
	if p := plan.Progress(); p.Stored != u.Count || plan.Met() {
		t.Errorf("%d seeds are stored, met %v", p.Stored, plan.Met())
	}
	rateClaims(t, plan, bank)
	if p := plan.Progress(); p.Stored != u.Count+someUnit.Count || !plan.Met() {
		t.Errorf("then %d seeds are stored, met %v", p.Stored, plan.Met())
	}
}

// Who only does a unit again that somebody else has done finds no new seeds.
func TestClaimsDoneAgain(t *testing.T) {
	bank := newBank(t)
	plan := openPlan(t, bank, Options{RandomSeed: 3, Ladders: work.NoLadders})
	if _, err := plan.Collect(t.Context(), claimsOf(t, bank), nil); err != nil {
		t.Fatal(err)
	}
	var list []Delivery
	for _, part := range do(t, someUnit) {
		list = append(list, Delivery{Found: part, Unit: someUnit, From: "own", Again: true})
	}
	stored, err := plan.Collect(t.Context(), list, nil)
	if n := plan.Progress().Stored; err != nil || stored["own"] != 0 || n != someUnit.Count {
		t.Errorf("%d new seeds are found again, and %d are stored: %v", stored["own"], n, err)
	}
}

// Puzzles whose seeds an earlier run has claimed are not made once more when they are rated.
func TestRatedClaimsWereMadeBefore(t *testing.T) {
	bank := newBank(t)
	before := openPlan(t, bank, Options{RandomSeed: 3, Ladders: work.NoLadders})
	if _, err := before.Collect(t.Context(), claimsOf(t, bank), nil); err != nil {
		t.Fatal(err)
	}
	plan := openPlan(t, bank, Options{RandomSeed: 4, Ladders: work.NoLadders})
	rateClaims(t, plan, bank)
	if p := plan.Progress(); p.Made != 0 || p.Stored != someUnit.Count || p.Rated != p.Stored {
		t.Errorf("%d puzzles are made, %d seeds stored, %d of them rated", p.Made, p.Stored, p.Rated)
	}
}

// What the bank lacks changes when claimed seeds are rated, and when seeds are taken back.
func TestLackingCountsClaimsAndWithdrawals(t *testing.T) {
	bank := newBank(t)
	plan := openPlan(t, bank, Options{Strategy: Lacking{}, RandomSeed: 3, Ladders: work.NoLadders})
	if _, err := plan.Collect(t.Context(), claimsOf(t, bank), nil); err != nil {
		t.Fatal(err)
	}
	mustCount := func(want int) {
		t.Helper()
		if err := plan.store.count(); err != nil { // as it does every ten seconds
			t.Fatal(err)
		}
		n := 0
		for _, i := range plan.demand.shares.levels {
			n += plan.demand.targets[i].InBank
		}
		if n != want {
			t.Errorf("the targets have %d seeds, want %d", n, want)
		}
	}
	mustCount(0)
	rateClaims(t, plan, bank)
	mustCount(someUnit.Count)
	for complete := false; !complete; {
		n, err := bank.Withdraw(t.Context(), change.Withdrawal{Contributor: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		complete = n.Complete
	}
	mustCount(0)
}
