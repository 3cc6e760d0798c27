package change_test

import (
	"errors"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func TestCollect(t *testing.T) {
	seeds := seedtest.SomeSeeds()[:10]
	bank := seedtest.BankOf(t, seeds[:4])
	before := runOf(t, bank)
	visits := map[string][]seed.Key{"er": {seeds[0].Key(), seeds[9].Key(), 1}}
	isNew, err := bank.Collect(seedtest.Background, 1, &change.Collection{
		Seeds: seeds, Made: 100, Visited: visits, Bookmarks: map[string]uint64{"results": 7},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, is := range isNew {
		if is != (i >= 4) {
			t.Errorf("seed %d of 10, the first 4 of which are known: new is %v", i, is)
		}
	}
	after := runOf(t, bank)
	if made, stored := after.Made-before.Made, after.Stored-before.Stored; made != 100 || stored != 6 {
		t.Errorf("the run has %d more made and %d more stored, want 100 and 6", made, stored)
	}
	var visited int
	err = bank.Rows().DB.QueryRow(`SELECT count(*) FROM walked WHERE objective = 'er'`).Scan(&visited)
	if err != nil || visited != 2 {
		t.Errorf("%d of 10 seeds were visited, want 2: %v", visited, err)
	}
	for name, want := range map[string]uint64{"results": 7, "plan": 0} {
		if got, err := change.Bookmark(seedtest.Background, bank.Bank, name); got != want || err != nil {
			t.Errorf("bookmark %s is %d, %v; want %d", name, got, err, want)
		}
	}
	if err := bank.ClearBookmarks(seedtest.Background, "res", 8); err != nil {
		t.Fatal(err)
	}
	if got, err := change.Bookmark(seedtest.Background, bank.Bank, "results"); got != 0 || err != nil {
		t.Errorf("a bookmark that was cleared is %d, %v", got, err)
	}
	mustBeWell(t, bank)
}

// A collection is stored as a whole, or not at all.
func TestCollectFails(t *testing.T) {
	seeds := seedtest.SomeSeeds()[:10]
	bank := seedtest.BankOf(t, seeds[:4])
	bad := append(seeds[4:9:9], seeds[9])
	bad[5].Automorphisms = 0
	if _, err := bank.Collect(seedtest.Background, 1, &change.Collection{Seeds: bad, Made: 6, Bookmarks: map[string]uint64{"results": 7}}); err == nil {
		t.Fatal("a bad seed was stored")
	}
	if _, err := bank.Collect(seedtest.Background, 99, &change.Collection{Seeds: seeds[4:5], Made: 1}); err == nil {
		t.Error("a collection was stored for a run that there is not")
	}
	far := &change.Collection{Bookmarks: map[string]uint64{"results": 1 << 63}}
	if _, err := bank.Collect(seedtest.Background, 1, far); err == nil || errors.Is(err, seedbank.ErrDamaged) {
		t.Errorf("a bookmark that no bank can store: %v", err)
	}
	if place, err := change.Bookmark(seedtest.Background, bank.Bank, "results"); place != 0 || err != nil {
		t.Errorf("bookmark %d, %v after a failure", place, err)
	}
	if n := seedtest.SelectFrom(t, bank, seedbank.Filter{}).Len(); n != 4 {
		t.Errorf("%d seeds after a failure, want 4", n)
	}
}

// Seeds of other runs, claimed or not, need no run of the collection.
func TestCollectForOtherRuns(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:4])
	given := startRun(t, bank, "ann", time.Now())
	for i, from := range []change.Source{{Run: given}, {Run: given, Claimed: true}} {
		_, err := bank.Collect(seedtest.Background, 0, &change.Collection{
			Seeds: seedtest.SomeSeeds()[4+i : 5+i], Sources: []change.Source{from}, Bookmarks: map[string]uint64{"results": 7},
		})
		if err != nil {
			t.Errorf("claimed %v: %v", from.Claimed, err)
		}
	}
	if n, err := change.Claimed(seedtest.Background, bank.Bank); n != 1 || err != nil {
		t.Errorf("%d seeds are claimed, %v; want 1", n, err)
	}
	mustBeWell(t, bank)
}

// runOf returns the record of the only run of a bank.
func runOf(t *testing.T, of seedtest.AnyBank) seedbank.RunRecord {
	bank := seedtest.BankIn(of)
	t.Helper()
	runs, err := bank.Runs(seedtest.Background, 2)
	if err != nil || len(runs) != 1 {
		t.Fatalf("%d runs, %v; want one", len(runs), err)
	}
	return runs[0]
}
