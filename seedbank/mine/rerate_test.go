package mine

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// byID returns the seeds of a bank in the order of their ids, without their
// runs.
func byID(t *testing.T, bank *seedbank.Bank) (list []seed.Seed) {
	t.Helper()
	for id := seedbank.SeedID(1); ; id++ {
		seed, err := bank.Seed(context.Background(), id)
		if errors.Is(err, seedbank.ErrNoMatch) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, seed)
	}
}

// seedsOf returns the seeds of a bank in a file.
func seedsOf(t *testing.T, path string) []seed.Seed {
	t.Helper()
	bank, err := seedbank.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	return byID(t, bank)
}

// spoil returns a seed with its ratings as a rater with other rules might give
// them.
func spoil(s seed.Seed) seed.Seed {
	s.Rating.ER += 3 // EP is never above ER, nor ED above EP, whatever the rules are
	s.Rating.Uses[rating.NumTechniques-1]++
	s.Rungs = slices.Clone(s.Rungs)
	for i := range s.Rungs {
		s.Rungs[i].ER += 2
		s.Rungs[i].EP++
	}
	return s
}

// outdatedBank returns a closed bank whose first seeds were rated by an older
// rater and are spoiled, and the seeds as they should be.
func outdatedBank(t *testing.T, seeds, outdated int) (path string, want []seed.Seed) {
	t.Helper()
	ctx := context.Background()
	mined := newBank(t)
	run(t, mined, Options{Workers: 2, RandomSeed: 11, Count: seeds})
	want = byID(t, mined.Bank)

	bank := newBank(t)
	var spoiled []seed.Seed
	for _, s := range want[:outdated] {
		spoiled = append(spoiled, spoil(s))
	}
	for i, part := range [][]seed.Seed{spoiled, want[outdated:]} {
		id, err := bank.StartRun(ctx, &seedbank.Run{
			Started: time.Unix(1, 0), Arguments: "mine", Program: "test", Rater: rating.Version - 1 + i,
		})
		if err != nil || id != seedbank.RunID(i+1) {
			t.Fatalf("StartRun: %v, %v", id, err)
		}
		if _, err := bank.Insert(ctx, id, part); err != nil {
			t.Fatal(err)
		}
	}
	visited := map[string][]seed.Key{walk.Aim{Toward: walk.TowardER}.String(): {want[2].Key(), want[4].Key()}}
	if _, err := bank.Collect(ctx, 1, &change.Collection{Visited: visited}); err != nil {
		t.Fatal(err)
	}
	if n, err := change.Outdated(ctx, bank.Bank); err != nil || n != outdated {
		t.Fatalf("%d seeds outdated, %v; want %d", n, err, outdated)
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	return bank.Path(), want
}

func rerate(t *testing.T, ctx context.Context, path string) Rerated {
	t.Helper()
	done, err := BringUpToDate(ctx, path, Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// mustBeUpToDate checks that a bank holds seeds as they should be, and nothing
// is left beside it.
func mustBeUpToDate(t *testing.T, path string, want []seed.Seed) {
	t.Helper()
	if files, err := filepath.Glob(path + "*"); err != nil || len(files) != 1 {
		t.Errorf("files %v, %v; want the bank alone", files, err)
	}
	ctx := context.Background()
	bank := seedtest.Open(t, path)
	defer bank.Close()
	got := byID(t, bank.Bank)
	if diff := cmp.Diff(want, got, samePuzzles); diff != "" {
		t.Errorf("seeds mined, seeds rated anew:\n%s", diff)
	}
	if n, err := change.Outdated(ctx, bank.Bank); err != nil || n != 0 {
		t.Errorf("%d seeds outdated, %v", n, err)
	}
	problem := func(err error) { t.Error(err) }
	if n, err := repair.Verify(ctx, bank, repair.VerifyOptions{Workers: 2, Ratings: true, Problem: problem}); err != nil || int(n) != len(want) {
		t.Errorf("%d seeds verified, %v", n, err)
	}
	spots, err := records.Rank(bank.Bank, walk.Aim{Toward: walk.TowardER}.Order()).First(ctx, len(want))
	if err != nil || len(spots) != len(want)-2 {
		t.Errorf("%d seeds to walk from, %v; want all but 2 of %d", len(spots), err, len(want))
	}
	for _, spot := range spots {
		if spot.ID == 3 || spot.ID == 5 {
			t.Errorf("a walk would set out from %d again", spot.ID)
		}
	}
}

func TestRerate(t *testing.T) {
	path, want := outdatedBank(t, 30, 20)
	got := rerate(t, context.Background(), path)
	if want := (Rerated{Done: 30, Of: 30, Seeds: 20, Changes: change.Changes{Ratings: 20, Rungs: 20}}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	mustBeUpToDate(t, path, want)
}

// TestRerateGoesOn stops before the first seed, and again after ten.
func TestRerateGoesOn(t *testing.T) {
	path, want := outdatedBank(t, 30, 20)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if got := rerate(t, done, path); got.Done == got.Of {
		t.Errorf("was done though it was to end at once: %+v", got)
	}
	before := seedsOf(t, path)
	successor, err := change.OpenSuccessor(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	var m making.Maker
	for old, err := range successor.Missing(context.Background(), 10) {
		if err != nil {
			t.Fatal(err)
		}
		var list []change.RatedSeed
		for _, o := range old {
			s, err := successor.Seed(context.Background(), o.ID)
			if err = errors.Join(err, m.Rerate(&s)); err != nil {
				t.Fatal(err)
			}
			list = append(list, change.RatedSeed{OldSeed: o, Seed: s})
		}
		if err := successor.Insert(context.Background(), list); err != nil {
			t.Fatal(err)
		}
		break
	}
	if err := successor.Close(); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(before, seedsOf(t, path)) {
		t.Error("the seeds of the old bank have changed before their time")
	}
	got := rerate(t, context.Background(), path)
	if want := (Rerated{Done: 30, Of: 30, Seeds: 10, Changes: change.Changes{Ratings: 20, Rungs: 20}}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	mustBeUpToDate(t, path, want)
}

// A bank that is open elsewhere is not replaced, and the ratings made so far
// are kept.
func TestRerateOfABankInUse(t *testing.T) {
	path, want := outdatedBank(t, 8, 8)
	user, err := seedbank.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	byID(t, user)
	if _, err := BringUpToDate(context.Background(), path, Options{Workers: 1}); !errors.Is(err, seedbank.ErrInUse) {
		t.Errorf("of a bank in use: %v", err)
	}
	if n, err := change.Outdated(context.Background(), user); err != nil || n != 8 {
		t.Errorf("%d seeds outdated, %v; want 8", n, err)
	}
	if err := user.Close(); err != nil {
		t.Fatal(err)
	}
	if got := rerate(t, context.Background(), path); got.Seeds != 0 {
		t.Errorf("rated %d seeds a second time", got.Seeds)
	}
	mustBeUpToDate(t, path, want)
}

// Seeds that wait for others before them are rated again when they are distrusted.
func TestRerateOfDistrustedSeeds(t *testing.T) {
	path, want := outdatedBank(t, 12, 8)
	bank, err := change.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := OpenPlan(t.Context(), bank, Options{Strategy: Rerate{}})
	if err != nil {
		t.Fatal(err)
	}
	next := func() *work.Unit {
		t.Helper()
		u, err := p.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	give := func(d Delivery) {
		t.Helper()
		if _, err := p.Collect(t.Context(), []Delivery{d}, nil); err != nil {
			t.Fatal(err)
		}
	}
	first := next()
	for second := next(); second != nil; second = next() { // whose seeds wait for the first
		for _, found := range do(t, second) {
			for i := range found.Seeds {
				found.Seeds[i] = spoil(found.Seeds[i])
			}
			give(Delivery{Found: found, Unit: second, Done: true})
		}
		for i := range want {
			if s, err := p.Seed(t.Context(), want[i].Key()); err == nil && s.Rating != want[i].Rating {
				if err := p.Distrust(t.Context(), []seed.Key{s.Key()}, "test"); err != nil {
					t.Fatal(err)
				}
			}
		}
		again := next()
		if again == nil {
			t.Fatal("no unit has the distrusted seeds")
		}
		for _, found := range do(t, again) {
			give(Delivery{Found: found, Unit: again, Done: true})
		}
	}
	for _, found := range do(t, first) {
		give(Delivery{Found: found, Unit: first, Done: true})
	}
	if !p.Ended() {
		t.Error("the plan has not ended")
	}
	if err := errors.Join(p.Close(nil), bank.Close()); err != nil {
		t.Fatal(err)
	}
	rerate(t, t.Context(), path)
	mustBeUpToDate(t, path, want)
}
