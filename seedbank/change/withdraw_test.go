package change_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// startRun begins a run of a contributor.
func startRun(t seedtest.Cleaner, bank *change.Writer, contributor string, at time.Time) seedbank.RunID {
	run, err := bank.StartRun(seedtest.Background, &seedbank.Run{Started: at, Rater: rating.Version, Contributor: contributor})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// Whatever is taken back, in whatever steps, the bank is valid after each of them. In the end
// it has what the others have found, and nothing else.
func TestWithdraw(t *testing.T) {
	fewerChecks(t)
	pool := slices.Concat(seedtest.SomeSeeds()[:60], seedtest.AllSymmetric())
	rapid.Check(t, func(rt *rapid.T) {
		bank := seedtest.MakeBank(t)
		begun := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
		runs := []seedbank.RunID{startRun(t, bank, "", begun), startRun(t, bank, "ann", begun), startRun(t, bank, "bob", begun), startRun(t, bank, "ann", begun.Add(time.Hour))}
		for range rapid.IntRange(1, 6).Draw(rt, "collections") {
			i := rapid.IntRange(0, len(runs)-1).Draw(rt, "run")
			seeds := pool[:0:0]
			for range rapid.IntRange(1, 25).Draw(rt, "seeds") {
				s := rapid.SampledFrom(pool).Draw(rt, "seed")
				s.Rungs = s.Rungs[:rapid.IntRange(0, len(s.Rungs)).Draw(rt, "rungs")]
				seeds = append(seeds, s)
			}
			c := &change.Collection{Seeds: seeds, Made: len(seeds), Sources: slices.Repeat([]change.Source{{Run: runs[i]}}, len(seeds))}
			if _, err := bank.Collect(seedtest.Background, runs[0], c); err != nil {
				t.Fatal(err)
			}
		}
		mustBeWell(t, bank)
		before, had := contents(t, bank, seedbank.Filter{}), foundBy(t, bank)
		what := rapid.SampledFrom([]change.Withdrawal{{Run: runs[0]}, {Run: runs[1]}, {Contributor: "ann"}, {Contributor: "bob"}, {Contributor: "ann", Since: begun.Add(2 * time.Hour)}, {Contributor: "ann", Since: begun.Add(3 * time.Hour)}}).Draw(rt, "what")
		if err := bank.EndRun(seedtest.Background, runs[1], begun.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		gone := map[seedbank.RunID]bool{}
		switch {
		case what.Run != 0:
			gone[what.Run] = true
		case what.Contributor == "bob":
			gone[runs[2]] = true
		case what.Since.IsZero():
			gone[runs[1]], gone[runs[3]] = true, true
		case what.Since.Equal(begun.Add(2 * time.Hour)):
			gone[runs[3]] = true // the other run has ended before
		default: // nobody knows the end of the last run, which lasts an hour at most
		}
		var total change.Withdrawn
		for steps := 0; !total.Complete; steps++ {
			n, err := bank.Withdraw(seedtest.Background, what)
			if err != nil || steps > 100 {
				t.Fatal(err)
			}
			total.Add(n)
			mustBeWell(t, bank)
		}
		after := contents(t, bank, seedbank.Filter{})
		for key := range after {
			if _, ok := before[key]; !ok {
				t.Errorf("seed %v is new", key)
			}
		}
		if total.Seeds != len(before)-len(after) {
			t.Errorf("%d seeds are taken back; there were %d, and are %d", total.Seeds, len(before), len(after))
		}
		left := foundBy(t, bank)
		for _, run := range runs {
			if want := had[run]; gone[run] && left[run] > 0 || !gone[run] && left[run] != want {
				t.Errorf("%d of %d seeds of run %d are left; it is taken back: %t", left[run], want, run, gone[run])
			}
		}
		// What is taken back comes again.
		if _, err := bank.Insert(seedtest.Background, runs[2], slices.Collect(maps.Values(before))); err != nil {
			t.Fatal(err)
		}
		mustBeWell(t, bank)
		if again := contents(t, bank, seedbank.Filter{}); len(again) != len(before) {
			t.Errorf("%d of %d seeds come again", len(again), len(before))
		}
	})
}

// foundBy returns how many seeds each run has found.
func foundBy(t *testing.T, bank *change.Writer) map[seedbank.RunID]int {
	t.Helper()
	found := map[seedbank.RunID]int{}
	rows, err := bank.Rows().DB.Query(`SELECT run, count(*) FROM seeds GROUP BY run`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var run seedbank.RunID
		var n int
		if err := rows.Scan(&run, &n); err != nil {
			t.Fatal(err)
		}
		found[run] = n
	}
	return found
}

// Seeds of contributors who are not proven cannot be drawn until they are rated here. A false
// rating is corrected, and the run that claimed it is told.
func TestClaims(t *testing.T) {
	bank := seedtest.MakeBank(t)
	own, given := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now())
	seeds := slices.Clone(seedtest.SomeSeeds()[:20])
	var rater rating.Rater
	for i := range seeds {
		s := &seeds[i]
		s.Rungs = nil
		var err error
		if s.Rating, err = rater.Rate(&s.Puzzle); err != nil {
			t.Fatal(err)
		}
	}
	truth := seedtest.ByKey(seeds)
	seeds[3].Rating.ER++
	known := seeds[:2:2]
	if _, err := bank.Insert(seedtest.Background, own, known); err != nil {
		t.Fatal(err)
	}
	c := &change.Collection{Seeds: seeds, Made: 30, Sources: slices.Repeat([]change.Source{{Run: given, Claimed: true}}, len(seeds)), Units: []change.DoneUnit{{Name: 7, Run: given, Text: []byte("unit")}}}
	isNew, err := bank.Collect(seedtest.Background, own, c)
	if err != nil || slices.Contains(isNew, true) {
		t.Fatalf("claimed seeds count as new: %v, %v", isNew, err)
	}
	mustBeWell(t, bank)
	if got := len(contents(t, bank, seedbank.Filter{})); got != len(known) {
		t.Errorf("%d seeds can be drawn", got)
	}
	claims, err := bank.NextClaims(seedtest.Background)
	if err == nil {
		err = claims.Rate(seedtest.Background)
	}
	if err != nil || claims.Len() != len(seeds)-len(known) {
		t.Fatalf("%d seeds are claimed: %v", claims.Len(), err)
	}
	stored, liars, err := claims.Store(seedtest.Background, own)
	if n := stored[1] + stored[2] + stored[3] + stored[4] + stored[5] + stored[6] + stored[7] + stored[8] + stored[9]; n != claims.Len() {
		t.Errorf("%d of %d seeds are stored", n, claims.Len())
	}
	if err != nil || !slices.Equal(liars, []seedbank.RunID{given}) {
		t.Errorf("runs %v have lied: %v", liars, err)
	}
	mustBeWell(t, bank)
	got := contents(t, bank, seedbank.Filter{})
	for key, s := range got {
		if s.Rating != truth[key].Rating {
			t.Errorf("seed %v is rated %v", key, s.Rating)
		}
	}
	if len(got) != len(seeds) {
		t.Errorf("%d of %d seeds can be drawn", len(got), len(seeds))
	}
	if next, err := bank.NextClaims(seedtest.Background); err != nil || next.Len() != 0 {
		t.Errorf("%d seeds are still claimed: %v", next.Len(), err)
	}
	// All of it is taken back, and the unit is for others.
	total := change.Withdrawn{}
	for !total.Complete {
		n, err := bank.Withdraw(seedtest.Background, change.Withdrawal{Contributor: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		total.Add(n)
	}
	mustBeWell(t, bank)
	if got := len(contents(t, bank, seedbank.Filter{})); got != len(known) || total.Units != 1 {
		t.Errorf("%d seeds are left, of %d; %+v", got, len(known), total)
	}
	orphans, err := change.Orphans(seedtest.Background, seedtest.BankIn(bank), 10)
	if err != nil || len(orphans) != 1 || string(orphans[0].Text) != "unit" {
		t.Errorf("units for others: %v, %v", orphans, err)
	}
	if err := bank.Adopt(seedtest.Background, orphans[0]); err != nil {
		t.Fatal(err)
	}
	if orphans, err := change.Orphans(seedtest.Background, seedtest.BankIn(bank), 10); err != nil || len(orphans) > 0 {
		t.Errorf("units for others after one was planned again: %v, %v", orphans, err)
	}
}

// A token lets its contributor in until it is revoked or another one is made, also in a
// snapshot of the bank. The bank keeps no token.
func TestContributors(t *testing.T) {
	ctx, bank := seedtest.Background, seedtest.MakeBank(t)
	reader := seedtest.BankIn(bank)
	first, err := bank.Invite(ctx, "ann")
	if err != nil {
		t.Fatal(err)
	}
	mustAdmit := func(token, want string) {
		t.Helper()
		c, err := change.Admit(ctx, reader, token)
		if want == "" && !errors.Is(err, change.ErrToken) {
			t.Errorf("%q is let in: %+v, %v", token, c, err)
		}
		if want != "" && (err != nil || c.Name != want) {
			t.Errorf("%q: %+v, %v; want %s", token, c, err, want)
		}
	}
	mustAdmit(first, "ann")
	for _, token := range []string{"", "ann", "ann.", ".", first + "x", first[:len(first)-1], "bob" + first[3:], "x'y.z"} {
		mustAdmit(token, "")
	}
	second, err := bank.Invite(ctx, "ann")
	if err != nil {
		t.Fatal(err)
	}
	mustAdmit(first, "")
	mustAdmit(second, "ann")
	err = bank.Confirm(ctx, "ann", 7)
	if err == nil {
		_, err = bank.Refuse(ctx, "ann", "it lies")
	}
	if err != nil {
		t.Fatal(err)
	}
	if c, err := change.Admit(ctx, reader, second); err != nil || c.Refused != "it lies" || c.Confirmed != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	list, err := change.Contributors(ctx, reader)
	if err != nil || len(list) != 1 || list[0].Name != "ann" || list[0].Invited.IsZero() || !list[0].Revoked.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
	if err := bank.Revoke(ctx, "ann"); err != nil {
		t.Fatal(err)
	}
	mustAdmit(second, "")
	if err := bank.Revoke(ctx, "bob"); err == nil || !strings.Contains(err.Error(), `there is no contributor "bob"`) {
		t.Errorf("revoking a token that nobody has: %v", err)
	}
	for _, name := range []string{"", "a b", "a.b", "a/b", "ä", "-a", "own", "All", "Ann"} { // ann is there
		if token, err := bank.Invite(ctx, name); err == nil {
			t.Errorf("%q gets the token %q", name, token)
		}
	}
}

// Whoever is at work hears of seeds that another process takes back.
func TestWithdrawalsAreCounted(t *testing.T) {
	bank := seedtest.MakeBank(t)
	run := startRun(t, bank, "", time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))
	if _, err := bank.Collect(seedtest.Background, run, &change.Collection{Seeds: seedtest.SomeSeeds()[:5], Made: 5}); err != nil {
		t.Fatal(err)
	}
	var counts []uint64
	for {
		n, err := change.Withdrawals(seedtest.Background, bank.Bank)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, n)
		step, err := bank.Withdraw(seedtest.Background, change.Withdrawal{Run: run})
		if err != nil {
			t.Fatal(err)
		}
		if step.Complete && step.Seeds == 0 {
			break
		}
	}
	if !slices.Equal(counts, []uint64{0, 1}) {
		t.Errorf("the withdrawals are counted as %v", counts)
	}
}

// A unit is to be done again when the seeds it gave have left: what others find by it before
// would count as known, and be taken back with them.
func TestUnitsAreWithdrawnLast(t *testing.T) {
	bank := seedtest.MakeBank(t)
	given := startRun(t, bank, "ann", time.Now())
	c := &change.Collection{Seeds: seedtest.SomeSeeds()[:30], Made: 30, Units: []change.DoneUnit{{Name: 7, Run: given, Text: []byte("unit")}}}
	if _, err := bank.Collect(seedtest.Background, given, c); err != nil {
		t.Fatal(err)
	}
	for steps := 0; ; steps++ {
		orphans, err := change.Orphans(seedtest.Background, bank.Bank, 9)
		if err != nil {
			t.Fatal(err)
		}
		if left := foundBy(t, bank)[given]; len(orphans) > 0 && left > 0 {
			t.Fatalf("after %d steps the unit is to be done again, and %d of its seeds are there", steps, left)
		}
		step, err := bank.Withdraw(seedtest.Background, change.Withdrawal{Contributor: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		if step.Complete {
			if len(orphans) != 1 {
				t.Errorf("%d units are to be done again", len(orphans))
			}
			return
		}
	}
}

// Seeds that are taken back while their minutes are estimated are missing, and no damage.
func TestWithdrawnWhileFilled(t *testing.T) {
	bank := seedtest.MakeBank(t)
	run := startRun(t, bank, "", time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC))
	seeds := seedtest.SomeSeeds()
	if _, err := bank.Collect(seedtest.Background, run, &change.Collection{Seeds: seeds, Made: len(seeds), MinutesFor: 1}); err != nil {
		t.Fatal(err)
	}
	pages := 0
	_, err := bank.FillMinutes(seedtest.Background, 1, func(uint64, uint64) {
		if pages++; pages > 1 {
			return
		}
		for complete := false; !complete; {
			step, err := bank.Withdraw(seedtest.Background, change.Withdrawal{Run: run})
			if err != nil {
				t.Fatal(err)
			}
			complete = step.Complete
		}
	})
	if err != nil || pages == 0 {
		t.Errorf("%d pages were filled in, %v", pages, err)
	}
}

// What is taken out while seeds are chosen by their minutes changes nothing of the choice.
func TestWithdrawWhileSeedsAreRead(t *testing.T) {
	path := t.TempDir() + "/bank.db"
	if err := change.CreateCopy(path, data.FS, data.Starter); err != nil {
		t.Fatal(err)
	}
	writer := seedtest.Open(t, path)
	reader, err := seedbank.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	chosen := func(first func()) (keys []seed.Key) {
		for batch, err := range reader.Batches(t.Context(), withMinutes(8, 12, seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 6, High: 6}})) {
			if err != nil {
				t.Fatal(err)
			}
			if keys == nil {
				first()
			}
			for i := range batch.Seeds {
				keys = append(keys, batch.Seeds[i].Key())
			}
		}
		return keys
	}
	want := chosen(func() {})
	got := chosen(func() {
		runs, err := writer.Runs(t.Context(), -1)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(runs, func(r seedbank.RunRecord) bool { return r.Stored > 100 && r.Stored < 500 })
		for end := false; !end; {
			n, err := writer.Withdraw(t.Context(), change.Withdrawal{Run: runs[i].ID})
			if err != nil {
				t.Fatal(err)
			}
			end = n.Complete
		}
	})
	if !slices.Equal(got, want) {
		t.Errorf("%d seeds, want %d", len(got), len(want))
	}
}

// Whoever takes all back need not be told of it.
func TestWithdrawAllTellsNobody(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:3])
	total, err := bank.WithdrawAll(seedtest.Background, change.Withdrawal{Run: 1}, nil)
	if err != nil || total.Seeds != 3 {
		t.Errorf("%d seeds were taken back: %v", total.Seeds, err)
	}
}
