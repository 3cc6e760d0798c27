package change_test

import (
	"cmp"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/internal/seedtest"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
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

// Whoever comes first, a seed that somebody has claimed and the bank finds itself counts once, for the
// run that the bank names.
func TestSeedsFoundAndClaimedCountOnce(t *testing.T) {
	some := trulyRated(t, 6)
	rapid.Check(t, func(rt *rapid.T) {
		bank := seedtest.MakeBank(t)
		own, ann := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now())
		first := map[seed.Key]seedbank.RunID{}
		for range rapid.IntRange(1, 12).Draw(rt, "finds") {
			s := rapid.SampledFrom(some).Draw(rt, "seed")
			s.Rungs = s.Rungs[:rapid.IntRange(0, min(2, len(s.Rungs))).Draw(rt, "rungs")]
			source := rapid.SampledFrom([]change.Source{{}, {Run: ann, Claimed: true}}).Draw(rt, "source")
			if _, err := bank.Collect(seedtest.Background, own, &change.Collection{Seeds: []seed.Seed{s}, Sources: []change.Source{source}, Made: 1}); err != nil {
				rt.Fatal(err)
			}
			if _, ok := first[s.Key()]; !ok {
				first[s.Key()] = cmp.Or(source.Run, own)
			}
		}
		mustCount := func(when string, want map[seedbank.RunID]int) {
			runs, err := bank.Runs(t.Context(), -1)
			for _, r := range runs {
				if r.Stored != want[r.ID] {
					rt.Errorf("%s, run %d has %d seeds, not %d", when, r.ID, r.Stored, want[r.ID])
				}
			}
			if err != nil {
				rt.Fatal(err)
			}
		}
		want := map[seedbank.RunID]int{}
		for _, run := range first {
			want[run]++
		}
		mustCount("found", want)
		if _, err := bank.RateClaimed(t.Context(), change.MergeOptions{}); err != nil {
			rt.Fatal(err)
		}
		mustCount("rated", want)
		mustBeWell(t, bank)
		for key, run := range first {
			var of seedbank.RunID
			if err := bank.Rows().DB.QueryRow(`SELECT run FROM seeds WHERE key = ?`, int64(key)).Scan(&of); err != nil || of != run {
				rt.Errorf("seed %v is of run %d, not %d: %v", key, of, run, err)
			}
		}
		withdrawAll(t, bank, "ann")
		delete(want, ann)
		mustCount("taken back", want)
	})
}
