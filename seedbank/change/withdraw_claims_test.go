package change_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// claimOf stores a seed as claimed by a run.
func claimOf(t *testing.T, bank *change.Writer, run seedbank.RunID, s seed.Seed) {
	t.Helper()
	c := &change.Collection{Seeds: []seed.Seed{s}, Sources: []change.Source{{Run: run, Claimed: true}}}
	if _, err := bank.Collect(seedtest.Background, run, c); err != nil {
		t.Fatal(err)
	}
}

// A claimed seed stays with whoever claimed it first when another one who added rungs to it is
// taken back, as a seed of the bank does.
func TestWithdrawRungsOfClaims(t *testing.T) {
	bank, whole := seedtest.MakeBank(t), shortened(t)
	ann, bob := startRun(t, bank, "ann", time.Now()), startRun(t, bank, "bob", time.Now())
	part := whole
	part.Rungs = whole.Rungs[:2]
	claimOf(t, bank, ann, part)
	claimOf(t, bank, bob, whole)
	if n := withdrawAll(t, bank, "bob"); n != (change.Withdrawn{Rungs: len(whole.Rungs) - 2, Complete: true}) {
		t.Errorf("taken back: %+v", n)
	}
	mustBeWell(t, bank)
	left, err := tables.ScanClaimed(bank.Rows().DB.QueryRow(`SELECT ` + tables.ClaimedColumns + ` FROM claimed`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(part.Rungs, left.Rungs, samePuzzles); diff != "" || left.Credits.Of.Found != ann || left.Credits.Rungs != nil {
		t.Errorf("rungs of ann, rungs that are left with credits %+v:\n%s", left.Credits, diff)
	}
	if n := withdrawAll(t, bank, "ann"); n.Claimed != 1 {
		t.Errorf("taken back: %+v", n)
	}
	runs, err := bank.Runs(t.Context(), 10)
	for _, r := range runs {
		if r.Stored != 0 {
			t.Errorf("nothing is left, and run %d has %d seeds", r.ID, r.Stored)
		}
	}
	if err != nil || len(runs) < 2 {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}

// A claim of rungs alone leaves when all of them leave.
func TestWithdrawAllRungsOfAClaim(t *testing.T) {
	bank, whole := seedtest.MakeBank(t), shortened(t)
	own, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "bob", time.Now())
	part := whole
	part.Rungs = whole.Rungs[:2]
	if _, err := bank.Insert(seedtest.Background, own, []seed.Seed{part}); err != nil {
		t.Fatal(err)
	}
	claimOf(t, bank, bob, whole)
	// As it comes from another bank, where its finder is somebody else.
	credits := tables.Credits{Of: tables.By(own), Rungs: []tables.Credit{tables.By(bob), tables.By(bob)}}
	if _, err := bank.Rows().DB.Exec(`UPDATE claimed SET run = ?, rung_runs = ?`, own, credits.Pack()); err != nil {
		t.Fatal(err)
	}
	mustBeWell(t, bank)
	withdrawAll(t, bank, "bob")
	if n, err := change.Claimed(seedtest.Background, bank.Bank); err != nil || n != 0 {
		t.Errorf("%d claimed seeds are left, %v", n, err)
	}
	mustBeWell(t, bank)
}

// Claims that are taken back while they are rated do not come back, and one that has changed is
// rated next time.
func TestWithdrawWhileClaimsAreRated(t *testing.T) {
	bank, whole := seedtest.MakeBank(t), shortened(t)
	own, ann, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now()), startRun(t, bank, "bob", time.Now())
	part := whole
	part.Rungs = whole.Rungs[:2]
	claimOf(t, bank, ann, part)
	claimOf(t, bank, bob, whole)
	for _, s := range seedtest.SomeSeeds()[:5] {
		if s.Key() != whole.Key() {
			claimOf(t, bank, bob, s)
		}
	}
	claims, err := bank.NextClaims(seedtest.Background)
	if err == nil {
		err = claims.Rate(seedtest.Background)
	}
	if err != nil || claims.Len() < 3 {
		t.Fatalf("%d claims are rated: %v", claims.Len(), err)
	}
	withdrawAll(t, bank, "bob")
	stored, liars, err := claims.Store(seedtest.Background, own)
	if err != nil || stored != [rating.NumLevels + 1]int{} || liars != nil {
		t.Errorf("%v are stored, runs %v have lied: %v", stored, liars, err)
	}
	mustBeWell(t, bank)
	next, err := bank.NextClaims(seedtest.Background)
	if err == nil {
		err = next.Rate(seedtest.Background)
	}
	if err == nil {
		_, _, err = next.Store(seedtest.Background, own)
	}
	got := contents(t, bank, seedbank.Filter{})
	if len(got) != 1 || len(got[whole.Key()].Rungs) != len(part.Rungs) {
		t.Errorf("%d seeds of ann are stored, %d rungs: %v", len(got), len(got[whole.Key()].Rungs), err)
	}
	mustBeWell(t, bank)
}

// Whoever comes first, and whoever is taken back meanwhile, a seed that is found and claimed counts
// once, for the run that the bank names.
func TestSeedsFoundAndClaimedCountOnce(t *testing.T) {
	some := slices.DeleteFunc(trulyRated(t, 12), func(s seed.Seed) bool { return len(s.Rungs) < 2 })
	if some = some[:min(len(some), 3)]; len(some) < 2 {
		t.Fatalf("%d seeds have rungs", len(some))
	}
	rapid.Check(t, func(rt *rapid.T) {
		bank := seedtest.MakeBank(t)
		own, ann, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now()), startRun(t, bank, "bob", time.Now())
		mustCount := func(when string) {
			rt.Helper()
			counted := map[seedbank.RunID]int{}
			of, err := tables.Column[seedbank.RunID](t.Context(), bank.Rows().DB, "seeds", `
				SELECT run FROM seeds UNION ALL SELECT run FROM claimed WHERE key NOT IN (SELECT key FROM seeds)`)
			for _, run := range of {
				counted[run]++
			}
			runs, failed := bank.Runs(t.Context(), -1)
			for _, r := range runs {
				if r.Stored != counted[r.ID] {
					rt.Errorf("%s, run %d has counted %d seeds, not %d", when, r.ID, r.Stored, counted[r.ID])
				}
			}
			if err := cmp.Or(err, failed); err != nil {
				rt.Fatal(err)
			}
		}
		find := func(s seed.Seed, source change.Source) {
			if _, err := bank.Collect(seedtest.Background, own, &change.Collection{Seeds: []seed.Seed{s}, Sources: []change.Source{source}, Made: 1}); err != nil {
				rt.Fatal(err)
			}
		}
		first := map[seed.Key]seedbank.RunID{}
		for range rapid.IntRange(1, 12).Draw(rt, "finds") {
			s := rapid.SampledFrom(some).Draw(rt, "seed")
			s.Rungs = s.Rungs[:rapid.IntRange(0, 2).Draw(rt, "rungs")]
			source := rapid.SampledFrom([]change.Source{{}, {Run: ann, Claimed: true}, {Run: bob, Claimed: true}, {Run: bob}}).Draw(rt, "source")
			find(s, source)
			if _, ok := first[s.Key()]; !ok {
				first[s.Key()] = cmp.Or(source.Run, own)
			}
			mustCount("found")
		}
		if rapid.Bool().Draw(rt, "bob is taken back") {
			withdrawAll(t, bank, "bob")
			maps.DeleteFunc(first, func(_ seed.Key, run seedbank.RunID) bool { return run == bob })
			mustCount("bob is taken back")
			for _, s := range some[:rapid.IntRange(0, len(some)).Draw(rt, "found again")] {
				find(s, change.Source{})
			}
			mustCount("found again")
		}
		if _, err := bank.RateClaimed(t.Context(), change.MergeOptions{}); err != nil {
			rt.Fatal(err)
		}
		mustCount("rated")
		for _, run := range []seedbank.RunID{own, ann, bob} {
			if err := bank.EndRun(t.Context(), run, time.Now()); err != nil {
				rt.Fatal(err)
			}
		}
		mustBeWell(t, bank)
		for key, run := range first {
			of, err := tables.Column[seedbank.RunID](t.Context(), bank.Rows().DB, "seeds", `SELECT run FROM seeds WHERE key = ?`, int64(key))
			if err != nil || len(of) != 1 || of[0] != run {
				rt.Errorf("seed %v is of runs %d, not %d: %v", key, of, run, err)
			}
		}
		withdrawAll(t, bank, "ann")
		mustCount("ann is taken back")
	})
}

// A claim of rungs of a seed claims the seed when that leaves with its finder, and counts then.
func TestClaimsOfRungsCountWhenTheSeedLeaves(t *testing.T) {
	bank, whole := seedtest.MakeBank(t), shortened(t)
	own, ann, bob := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now()), startRun(t, bank, "bob", time.Now())
	bare := whole
	bare.Rungs = nil
	for _, found := range []change.Collection{
		{Seeds: []seed.Seed{bare}, Sources: []change.Source{{Run: bob}}},
		{Seeds: []seed.Seed{whole}, Sources: []change.Source{{Run: ann, Claimed: true}}},
		{Seeds: []seed.Seed{whole}, Sources: []change.Source{{}}},
	} {
		if found.Sources[0].Run == 0 {
			withdrawAll(t, bank, "bob")
		}
		if _, err := bank.Collect(seedtest.Background, own, &found); err != nil {
			t.Fatal(err)
		}
	}
	if err := bank.EndRun(t.Context(), ann, time.Now()); err != nil {
		t.Fatal(err)
	}
	mustBeWell(t, bank)
	runs, err := bank.Runs(t.Context(), -1)
	for _, r := range runs {
		if want := map[seedbank.RunID]int{ann: 1}[r.ID]; r.Stored != want {
			t.Errorf("run %d has counted %d seeds, not %d", r.ID, r.Stored, want)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
