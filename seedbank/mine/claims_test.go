package mine

import (
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine/work"
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
