package mine

import (
	"testing"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Grids whose seeds are taken back no longer count for a target.
func TestGridsTakenBack(t *testing.T) {
	bank := newBank(t)
	u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 5, Count: 10}
	var seeds []seed.Seed
	if err := new(work.Worker).Do(t.Context(), u, nil, func(f work.Found) error { seeds = append(seeds, f.Seeds...); return nil }); err != nil {
		t.Fatal(err)
	}
	options := Options{Resume: true, RandomSeed: 1, Ladders: work.NoLadders, Targets: []Target{{Name: "all", Seeds: len(seeds), Grids: true}}}
	plan, err := OpenPlan(t.Context(), bank, options)
	if err != nil {
		t.Fatal(err)
	}
	run, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version, Contributor: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	d := Delivery{Found: work.Found{Seeds: seeds, Numbers: work.Numbers{Made: len(seeds)}}, From: "ann/1", Source: change.Source{Run: run}}
	if _, err := plan.Collect(t.Context(), []Delivery{d}, nil); err != nil {
		t.Fatal(err)
	}
	if !plan.Met() {
		t.Fatal("not met")
	}
	for complete := false; !complete; {
		n, err := bank.Withdraw(t.Context(), change.Withdrawal{Contributor: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		complete = n.Complete
	}
	if err := plan.store.count(); err != nil { // as it does every ten seconds
		t.Fatal(err)
	}
	if plan.Met() {
		t.Errorf("the bank has the seeds %v, and the target is met", plan.Progress().InBank)
	}
	if err := plan.Close(nil); err != nil {
		t.Fatal(err)
	}
}
