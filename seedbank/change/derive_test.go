package change_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// withMinutes is the filter for a range of minutes.
func withMinutes(low, high int, filter seedbank.Filter) seedbank.Filter {
	filter.Pace = seedbank.Pace{Minutes: seedbank.Range[int]{Low: low, High: high}}
	return filter
}

// mustSplit says how many puzzles of a kind take some minutes, and checks that each does.
func mustSplit(t *testing.T, bank *change.Writer, kind seedbank.Filter) {
	t.Helper()
	all := seedtest.SelectFrom(t, bank.Bank, kind)
	var e minutes.Estimator
	var want [minutes.Most + 1]uint64
	takes := map[sudoku.Puzzle]int{}
	for i := range all.Len() {
		p := seedtest.PickAt(t, all, i).Puzzle()
		found, err := e.Class(&p)
		if err != nil {
			t.Fatal(err)
		}
		takes[p] = found.Minutes()
		want[found.Minutes()]++
	}
	sum := uint64(0)
	for m := 1; m <= minutes.Most; m++ {
		if m > 30 && want[m] == 0 {
			continue
		}
		some := seedtest.SelectFrom(t, bank.Bank, withMinutes(m, m, kind))
		if some.Len() != want[m] {
			t.Errorf("%d puzzles of %d minutes, want %d", some.Len(), m, want[m])
		}
		for i := range some.Len() {
			p := seedtest.PickAt(t, some, i).Puzzle()
			if found, ok := takes[p]; !ok || found != m {
				t.Errorf("%v takes %d minutes and not %d", p, found, m)
			}
		}
		sum += some.Len()
	}
	if sum != all.Len() || sum == 0 {
		t.Errorf("%d puzzles of %d have minutes", sum, all.Len())
	}
}

// What there was no time for when seeds were stored is estimated later, some of it in each
// call. Seeds that the bank has cost nothing.
func TestMinutesTakeNoMoreTime(t *testing.T) {
	seeds := seedtest.AllSymmetric()
	bank := seedtest.BankOf(t)
	run, err := bank.StartRun(seedtest.Background, &seedbank.Run{})
	if err != nil {
		t.Fatal(err)
	}
	hasAll := func() bool {
		_, err := bank.Select(seedtest.Background, withMinutes(1, 200, seedbank.Filter{}))
		return err == nil
	}
	if _, err := bank.Collect(seedtest.Background, run, &change.Collection{Seeds: seeds, Made: len(seeds), MinutesFor: 1}); err != nil || hasAll() {
		t.Fatalf("all minutes were estimated in no time, %v", err)
	}
	calls := 0
	for complete := false; !complete; calls++ {
		if complete, err = bank.FillFirst(seedtest.Background, 20*time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	if calls < 3 {
		t.Errorf("all were estimated in %d calls", calls)
	}
	mustSplit(t, bank, seedbank.Filter{})
	mustSplit(t, bank, seedbank.Filter{Symmetry: transform.Rotate180, Rungs: true})
}

// mustBeLabelled checks which seeds of a kind have labels, and how many.
func mustBeLabelled(t *testing.T, bank *change.Writer, kind seedbank.Filter) (labels rating.LabelSet) {
	t.Helper()
	all := seedtest.SelectFrom(t, bank.Bank, kind)
	var rater rating.Rater
	sets := map[seed.Key]rating.LabelSet{}
	for i := range all.Len() {
		pick := seedtest.PickAt(t, all, i)
		p := pick.Puzzle()
		found, err := rater.LabelsClass(&p)
		if err != nil {
			t.Fatal(err)
		}
		sets[pick.Key()] = found.All
		labels |= found.All
	}
	for l := range rating.Label(rating.NumLabels) {
		for _, of := range []seedbank.Labels{{Uses: rating.LabelSet(0).With(l)}, {Without: rating.LabelSet(0).With(l)}, {Uses: rating.LabelSet(0).With(l), Without: 1}, {Uses: rating.LabelSet(1).With(l)}} {
			want := uint64(0)
			for _, set := range sets {
				if set&of.Uses == of.Uses && set&of.Without == 0 {
					want++
				}
			}
			filter := kind
			filter.Labels = of
			some := seedtest.SelectFrom(t, bank.Bank, filter)
			if some.Len() != want || want > 0 && some.LabelVersion() != rating.LabelVersion {
				t.Errorf("%+v: %d seeds, want %d", of, some.Len(), want)
			}
			for i := range some.Len() {
				if set := sets[seedtest.PickAt(t, some, i).Key()]; set&of.Uses != of.Uses || set&of.Without != 0 {
					t.Errorf("%+v: a seed with %b", of, set)
				}
			}
		}
	}
	return labels
}

// Seeds up to level 6 have their labels once they are stored; all others get them later.
// False ones are found.
func TestLabelsAreStored(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:50])
	mustBeLabelled(t, bank, seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 1, High: 6}})
	skyscraper, err := rating.ParseLabel("skyscraper")
	if err != nil {
		t.Fatal(err)
	}
	lacking := seedbank.Filter{Labels: seedbank.Labels{Uses: rating.LabelSet(0).With(skyscraper)}}
	if _, err := bank.Select(seedtest.Background, lacking); !errors.Is(err, seedbank.ErrNoLabels) {
		t.Errorf("hard seeds without labels: %v", err)
	}
	if n, err := bank.FillLabels(seedtest.Background, 2, nil); err != nil || n == 0 {
		t.Errorf("%d labelled, %v", n, err)
	}
	if n, err := bank.FillLabels(seedtest.Background, 2, nil); err != nil || n > 0 {
		t.Errorf("%d labelled again, %v", n, err)
	}
	if labels := mustBeLabelled(t, bank, seedbank.Filter{}); !labels.Has(skyscraper) {
		t.Errorf("no skyscraper: %b", labels)
	}
	other := lacking
	other.Labels.Version = rating.LabelVersion
	mustFindFalse(t, bank, `UPDATE labels SET sets = CAST(x'ff00008000' || substr(sets, 6) AS BLOB)`, "its labels are wrong")
	mustFindFalse(t, bank, `UPDATE labels SET sets = CAST(x'010000c000' || substr(sets, 6) AS BLOB)`, "page 0 of strata cannot be right")
	mustFindFalse(t, bank, `UPDATE labels SET sets = CAST(x'010000803f' || substr(sets, 6) AS BLOB)`, "its labels are wrong")
	mustEditBank(t, bank, `UPDATE labels SET version = 1, sets = x'01000080'`)
	for _, of := range []seedbank.Filter{lacking, other} {
		if _, err := bank.Select(seedtest.Background, of); !errors.Is(err, seedbank.ErrOtherLabels) {
			t.Errorf("older labels: %v", err)
		}
	}
	if n, err := bank.FillLabels(seedtest.Background, 2, nil); err != nil || n == 0 {
		t.Errorf("%d brought up to date, %v", n, err)
	}
	if labels := mustBeLabelled(t, bank, seedbank.Filter{}); !labels.Has(skyscraper) {
		t.Errorf("no skyscraper in labels that are brought up to date: %b", labels)
	}
}

// mustEditBank changes a bank behind its back.
func mustEditBank(t *testing.T, bank *change.Writer, sql string) {
	t.Helper()
	if _, err := bank.Rows().DB.Exec(sql); err != nil {
		t.Fatal(err)
	}
}

// mustFindFalse makes values of a bank false. Verifying must say so in some words, beside
// what it says of the false ratings of rungs.
func mustFindFalse(t *testing.T, bank *change.Writer, sql, want string) {
	t.Helper()
	mustEditBank(t, bank, sql)
	found := []string{}
	_, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Ratings: true, Problem: func(p error) { found = append(found, p.Error()) }})
	if err != nil || !slices.ContainsFunc(found, func(problem string) bool { return strings.Contains(problem, want) }) {
		t.Errorf("%s: %v, %q; want %q", sql, err, found, want)
	}
}

// Seeds and symmetric puzzles up to level 6 have their minutes once they are stored; all
// others get them later, in any number of calls. False ones are found.
func TestMinutesAreStored(t *testing.T) {
	seeds := seedtest.SomeSeeds()[:40]
	bank := seedtest.BankOf(t, seeds, seedtest.AllSymmetric())
	levels := seedbank.Range[rating.Level]{Low: 1, High: 6}
	mustSplit(t, bank, seedbank.Filter{Levels: levels})
	mustSplit(t, bank, seedbank.Filter{Levels: levels, Symmetry: transform.Rotate180, Rungs: true})
	if _, err := bank.Select(seedtest.Background, withMinutes(1, 200, seedbank.Filter{})); !errors.Is(err, seedbank.ErrNoMinutes) {
		t.Errorf("hard seeds without minutes: %v", err)
	}
	lacking := withMinutes(1, 200, seedbank.Filter{Rungs: true})
	if _, err := bank.Select(seedtest.Background, lacking); !errors.Is(err, seedbank.ErrNoMinutes) {
		t.Errorf("rungs without minutes: %v", err)
	}
	n, err := bank.FillMinutes(seedtest.Background, 2, nil)
	if err != nil || n == 0 {
		t.Errorf("%d estimated, %v", n, err)
	}
	if n, err := bank.FillMinutes(seedtest.Background, 2, nil); err != nil || n > 0 {
		t.Errorf("%d estimated again, %v", n, err)
	}
	mustSplit(t, bank, seedbank.Filter{Rungs: true})

	other := lacking
	other.Pace.Fit = minutes.Version
	if _, err := bank.Select(seedtest.Background, other); err != nil {
		t.Errorf("the fit of the bank: %v", err)
	}
	mustFindFalse(t, bank, `UPDATE minutes SET estimates = CAST(x'f901' || substr(estimates, 3) AS BLOB) WHERE list = 'strata'`, "its minutes are wrong")
	mustEditBank(t, bank, `UPDATE minutes SET fit = 2`)
	if _, err := bank.Select(seedtest.Background, other); !errors.Is(err, seedbank.ErrOtherFit) {
		t.Errorf("another fit: %v", err)
	}
	if _, err := bank.Select(seedtest.Background, lacking); err != nil {
		t.Errorf("any fit: %v", err)
	}
}

// Dumps and scans have the seeds that pass a filter, whether the bank knows no values of them,
// some or all. What it knows is not computed again.
func TestDumpsTakeStoredValues(t *testing.T) {
	fewerChecks(t)
	seeds := seedtest.SomeSeeds()[:100]
	some, all := seedtest.BankOf(t, seeds), seedtest.BankOf(t, seeds)
	none := seedtest.BankOf(t, seeds)
	mustEditBank(t, none, `DELETE FROM labels; DELETE FROM minutes`)
	_, err := all.FillLabels(seedtest.Background, 2, nil)
	_, err2 := all.FillMinutes(seedtest.Background, 2, nil)
	if err = errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		var filter seedbank.Filter
		label := rating.LabelSet(0).With(rating.Label(rapid.IntRange(0, rating.NumLabels-1).Draw(t, "label")))
		switch rapid.IntRange(0, 2).Draw(t, "labels") {
		case 1:
			filter.Labels.Uses = label
		case 2:
			filter.Labels.Without = label
		}
		if low := rapid.IntRange(0, 12).Draw(t, "minutes"); low > 0 {
			filter = withMinutes(low, low+rapid.IntRange(0, 60).Draw(t, "more"), filter)
		}
		var want []seed.Key
		for i := range seeds {
			if filter.Passes(&seeds[i]) {
				want = append(want, seeds[i].Key())
			}
		}
		for _, bank := range []*change.Writer{none, some, all} {
			mustHaveAll(t, bank, filter, want)
		}
	})
	mustEditBank(t, all, `UPDATE labels SET sets = unhex(replace(hex(zeroblob(length(sets) / 5)), '00', 'ffffff8000'))`)
	mustEditBank(t, all, `UPDATE minutes SET estimates = unhex(replace(hex(zeroblob(length(estimates) / 2)), '00', '0701'))`)
	skyscraper, err := rating.ParseLabel("skyscraper")
	if err != nil {
		t.Fatal(err)
	}
	mustHaveAll(t, all, seedbank.Filter{Labels: seedbank.Labels{Without: rating.LabelSet(0).With(skyscraper)}}, nil)
	mustHaveAll(t, all, withMinutes(8, 200, seedbank.Filter{}), nil)
}

// mustHaveAll checks which seeds come with a filter.
func mustHaveAll(t interface {
	Helper()
	Fatalf(string, ...any)
}, bank *change.Writer, filter seedbank.Filter, want []seed.Key) {
	t.Helper()
	slices.Sort(want)
	var dumped, scanned []seed.Key
	for batch, err := range bank.Batches(seedtest.Background, filter) {
		if err != nil {
			t.Fatalf("%v", err)
		}
		for i := range batch.Seeds {
			dumped = append(dumped, batch.Seeds[i].Key())
		}
	}
	err := bank.Scan(seedtest.Background, filter, 2, func(*seed.Seed) bool { return true }, func(s *seed.Seed) error {
		scanned = append(scanned, s.Key())
		return nil
	})
	slices.Sort(dumped)
	slices.Sort(scanned)
	if err != nil || !slices.Equal(dumped, want) || !slices.Equal(scanned, want) {
		t.Fatalf("%+v: %d seeds dumped, %d scanned, want %d, %v", filter, len(dumped), len(scanned), len(want), err)
	}
}

// Nobody waits for values after giving up.
func TestDerivingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(seedtest.Background)
	cancel()
	if n, err := change.NumDerived(ctx, seedtest.SomeSeeds()[:5]); n > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("values of %d seeds are computed, %v", n, err)
	}
	if n, err := change.NumDerived(seedtest.Background, seedtest.SomeSeeds()[:5]); n != 5 || err != nil {
		t.Errorf("values of %d seeds are computed, %v; want 5", n, err)
	}
}
