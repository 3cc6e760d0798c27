package change_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func TestCreditsArePackedAndUnpacked(t *testing.T) {
	runs := rapid.Custom(func(t *rapid.T) tables.Credit {
		return tables.Credit{Found: seedbank.RunID(rapid.Int64Range(1, 200).Draw(t, "found")), Rated: seedbank.RunID(rapid.Int64Range(1, 3).Draw(t, "rated"))}
	})
	rapid.Check(t, func(t *rapid.T) {
		want := tables.Credits{Of: runs.Draw(t, "of"), Rungs: []tables.Credit{}}
		for range rapid.IntRange(0, 4).Draw(t, "batches") {
			of := rapid.OneOf(runs, rapid.Just(want.Of)).Draw(t, "of rungs")
			for range rapid.IntRange(1, 200).Draw(t, "rungs") {
				want.Rungs = append(want.Rungs, of)
			}
		}
		got, err := tables.UnpackCredits(want.Of, want.Pack(), len(want.Rungs))
		if err != nil {
			t.Fatal(err)
		}
		for i, of := range want.Rungs {
			if got.Rung(i) != of {
				t.Fatalf("rung %d: %v, want %v", i, got.Rung(i), of)
			}
		}
		if packed := want.Pack(); packed != nil {
			for _, n := range []int{len(want.Rungs) - 1, len(want.Rungs) + 1} {
				if _, err := tables.UnpackCredits(want.Of, packed, n); err == nil {
					t.Fatalf("%d rungs were taken for %d", len(want.Rungs), n)
				}
			}
		}
	})
}

// What is not NULL and not the one form of a record is refused.
func FuzzUnpackCredits(f *testing.F) {
	f.Add([]byte{2, 1, 1, 1, 2, 2}, 3)
	f.Add([]byte{0x82, 0, 1, 2}, 2)
	f.Fuzz(func(t *testing.T, packed []byte, rungs int) {
		got, err := tables.UnpackCredits(tables.By(1), packed, min(max(rungs, 0), 4096))
		if err == nil && len(packed) > 0 && string(got.Pack()) != string(packed) {
			t.Errorf("%x was read, which would be %x", packed, got.Pack())
		}
	})
}

// creditsIn returns who found and rated a seed of a bank and its rungs, by the programs
// of the runs.
func creditsIn(t *testing.T, in seedtest.AnyBank, s *seed.Seed) (all []string) {
	bank := seedtest.BankIn(in)
	t.Helper()
	var run seedbank.RunID
	var row struct {
		rated    sql.Null[seedbank.RunID]
		rungRuns []byte
	}
	err := bank.Rows().DB.QueryRow(`SELECT run, rated, rung_runs FROM seeds WHERE key = ?`, int64(s.Key())).Scan(&run, &row.rated, &row.rungRuns)
	if err != nil {
		t.Fatal(err)
	}
	found, err := bank.SeedNamed(seedtest.Background, s.Key())
	if err != nil {
		t.Fatal(err)
	}
	of, err := tables.UnpackCredits(tables.CreditOf(run, row.rated), row.rungRuns, len(found.Rungs))
	if err != nil {
		t.Fatal(err)
	}
	programs := map[seedbank.RunID]string{}
	list, err := bank.Runs(seedtest.Background, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		programs[r.ID] = r.Program + r.Contributor
	}
	name := func(c tables.Credit) string { return programs[c.Found] + " " + programs[c.Rated] }
	all = append(all, name(of.Of))
	for i := range found.Rungs {
		all = append(all, name(of.Rung(i)))
	}
	return all
}

// startRunOf begins a run of some program and contributor.
func startRunOf(t *testing.T, bank *change.Writer, program, contributor string, rater int) seedbank.RunID {
	t.Helper()
	run, err := bank.StartRun(seedtest.Background, &seedbank.Run{Started: time.Now(), Program: program, Contributor: contributor, Rater: rater})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// foundByTwo returns a bank with a seed that run one found with its first rungs, and run
// two with all of them.
func foundByTwo(t *testing.T, whole seed.Seed, raterOfTwo int) *change.Writer {
	t.Helper()
	bank, first := seedtest.MakeBank(t), whole
	first.Rungs = whole.Rungs[:2]
	for _, part := range []struct {
		program, contributor string
		seed                 seed.Seed
		rater                int
	}{{"one", "", first, rating.Version}, {"two", "Ann", whole, raterOfTwo}, {"three", "", whole, rating.Version}} {
		run := startRunOf(t, bank, part.program, part.contributor, part.rater)
		if _, err := bank.Insert(seedtest.Background, run, []seed.Seed{part.seed}); err != nil {
			t.Fatal(err)
		}
	}
	return bank
}

// shortened returns a truly rated seed with four rungs.
func shortened(t *testing.T) seed.Seed {
	t.Helper()
	for _, s := range trulyRated(t, 8) {
		if len(s.Rungs) >= 4 {
			s.Rungs = s.Rungs[:4]
			return s
		}
	}
	t.Fatal("no seed has four rungs")
	return seed.Seed{}
}

func TestRungsHaveFinders(t *testing.T) {
	whole := shortened(t)
	bank := foundByTwo(t, whole, rating.Version)
	mustBeWell(t, bank)
	want := []string{"one one", "one one", "one one", "twoAnn twoAnn", "twoAnn twoAnn"}
	if diff := cmp.Diff(want, creditsIn(t, bank, &whole)); diff != "" {
		t.Errorf("in the bank:\n%s", diff)
	}
	trusting, rating := seedtest.MakeBank(t), seedtest.MakeBank(t)
	merge(t, trusting, bank.Path())
	if diff := cmp.Diff(want, creditsIn(t, trusting, &whole)); diff != "" {
		t.Errorf("merged:\n%s", diff)
	}
	options := change.MergeOptions{Run: seedbank.Run{Started: time.Now(), Program: "rater"}, Contributor: "Bob"}
	if _, err := rating.Merge(seedtest.Background, bank.Path(), options); err != nil {
		t.Fatal(err)
	}
	want = []string{"oneBob rater", "oneBob rater", "oneBob rater", "twoAnn rater", "twoAnn rater"}
	if diff := cmp.Diff(want, creditsIn(t, rating, &whole)); diff != "" {
		t.Errorf("merged and rated:\n%s", diff)
	}
	// Only the rungs that are new have other finders.
	first := whole
	first.Rungs = whole.Rungs[1:2]
	part := seedtest.MakeBank(t)
	if _, err := part.Insert(seedtest.Background, startRunOf(t, part, "own", "", 1), []seed.Seed{first}); err != nil {
		t.Fatal(err)
	}
	if _, err := part.Merge(seedtest.Background, bank.Path(), change.MergeOptions{Ratings: change.AsRated}); err != nil {
		t.Fatal(err)
	}
	mustBeWell(t, part)
	if _, err := part.RateClaimed(seedtest.Background, change.MergeOptions{Run: seedbank.Run{Started: time.Now(), Program: "rater"}}); err != nil {
		t.Fatal(err)
	}
	want = []string{"own own", "own own", "one rater", "twoAnn rater", "twoAnn rater"}
	if diff := cmp.Diff(want, creditsIn(t, part, &whole)); diff != "" {
		t.Errorf("claimed and rated:\n%s", diff)
	}
	for _, bank := range []*change.Writer{trusting, rating, part} {
		mustBeWell(t, bank)
	}
}

// A seed whose rungs an older rater has rated is outdated, and dumped as such; its
// successor knows who found what.
func TestRungsHaveRaters(t *testing.T) {
	whole := shortened(t)
	bank := foundByTwo(t, whole, rating.Version-1)
	if n, err := change.Outdated(seedtest.Background, bank.Bank); err != nil || n != 1 {
		t.Errorf("%d seeds are outdated, %v; want 1", n, err)
	}
	for batch, err := range bank.Batches(seedtest.Background, seedbank.Filter{}) {
		if err != nil || batch.Rater != rating.Version-1 {
			t.Errorf("a batch of rater %d, %v", batch.Rater, err)
		}
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if _, err := s.Replace(seedtest.Background); err != nil {
		t.Fatal(err)
	}
	again := seedtest.Open(t, bank.Path())
	mustBeWell(t, again)
	if n, err := change.Outdated(seedtest.Background, again.Bank); err != nil || n != 0 {
		t.Errorf("%d seeds are outdated, %v; want 0", n, err)
	}
	for i, got := range creditsIn(t, again, &whole) {
		finder := []string{"one", "one", "one", "twoAnn", "twoAnn"}[i]
		if len(got) < len(finder) || got[:len(finder)] != finder || got == finder+" "+finder {
			t.Errorf("%d: %q, want %s as the finder and a rater of its own", i, got, finder)
		}
	}
}

// A seed that no one has to rate anew keeps who found and rated it.
func TestSuccessorKeepsCredits(t *testing.T) {
	whole := shortened(t)
	bank := foundByTwo(t, whole, rating.Version)
	want := creditsIn(t, bank, &whole)
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if _, err := s.Replace(seedtest.Background); err != nil {
		t.Fatal(err)
	}
	again := seedtest.Open(t, bank.Path())
	if diff := cmp.Diff(want, creditsIn(t, again, &whole)); diff != "" {
		t.Error(diff)
	}
}

// Claims of another bank come along: as claims, or rated. Claims about one seed are
// united.
func TestClaimsAreMerged(t *testing.T) {
	truth, lies := lying(t, 6)
	halves := [2]*change.Writer{seedtest.MakeBank(t), seedtest.MakeBank(t)}
	for i, bank := range halves {
		part := append([]seed.Seed(nil), lies...)
		for j := range part {
			n := len(part[j].Rungs) / 2
			part[j].Rungs = [][]seed.Rung{part[j].Rungs[:n], part[j].Rungs[n:]}[i]
		}
		if _, err := bank.Merge(seedtest.Background, seedtest.BankOf(t, part).Path(), change.MergeOptions{Ratings: change.AsRated}); err != nil {
			t.Fatal(err)
		}
	}
	claims, rated := seedtest.MakeBank(t), seedtest.MakeBank(t)
	for _, from := range halves {
		for _, want := range []change.Merged{{Claimed: len(truth)}, {Known: len(truth)}} {
			merged, err := claims.Merge(seedtest.Background, from.Path(), change.MergeOptions{Ratings: change.AsRated})
			if err != nil || merged != want {
				t.Errorf("claims: %+v, %v", merged, err)
			}
		}
	}
	merged, err := rated.Merge(seedtest.Background, claims.Path(), change.MergeOptions{})
	if err != nil || merged.Stored != len(truth) || merged.Sum() != len(truth) {
		t.Errorf("rated: %+v, %v", merged, err)
	}
	mustBeWell(t, claims)
	if n, err := change.Claimed(seedtest.Background, claims.Bank); err != nil || n != len(truth) {
		t.Errorf("%d claimed, %v", n, err)
	}
	if _, err := claims.RateClaimed(seedtest.Background, change.MergeOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, bank := range []*change.Writer{claims, rated} {
		mustBeWell(t, bank)
		if diff := cmp.Diff(sorted(seedtest.ByKey(truth)), sorted(contents(t, bank, seedbank.Filter{})), samePuzzles); diff != "" {
			t.Errorf("seeds, seeds that were claimed:\n%s", diff)
		}
	}
}
