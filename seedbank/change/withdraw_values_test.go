package change_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// When seeds and rungs are taken back, what stays keeps its minutes and labels, in whatever
// slots it is then: they are those that the bank would compute anew.
func TestWithdrawKeepsValues(t *testing.T) {
	pool := slices.Concat(seedtest.SomeSeeds()[:20], seedtest.AllSymmetric())
	kept := 0
	rapid.Check(t, func(rt *rapid.T) {
		bank := seedtest.MakeBank(t)
		runs := []seedbank.RunID{startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now())}
		for range rapid.IntRange(2, 4).Draw(rt, "collections") {
			run := rapid.SampledFrom(runs).Draw(rt, "run")
			seeds := pool[:0:0]
			for range rapid.IntRange(1, 10).Draw(rt, "seeds") {
				s := rapid.SampledFrom(pool).Draw(rt, "seed")
				s.Rungs = s.Rungs[:rapid.IntRange(0, min(5, len(s.Rungs))).Draw(rt, "rungs")]
				seeds = append(seeds, s)
			}
			c := &change.Collection{Seeds: seeds, Made: len(seeds), Sources: slices.Repeat([]change.Source{{Run: run}}, len(seeds))}
			if _, err := bank.Collect(seedtest.Background, runs[0], c); err != nil {
				t.Fatal(err)
			}
		}
		kept += mustKeepValues(t, bank, runs[1])
	})
	if kept == 0 {
		t.Error("no bank had values")
	}
}

// twins are two seeds of one solution, each with the rung that has the clues of both.
func twins(t *testing.T) (seeds []seed.Seed) {
	t.Helper()
	var m seedtest.SeedMaker
	random := rand.New(rand.NewPCG(7, 8))
	solution := m.Solver.RandomSolution(random)
	of := []sudoku.Puzzle{m.Minimal(solution, random), m.Minimal(solution, random)}
	both := of[0].With(of[1].Clues().Filled())
	for _, p := range of {
		s, to := seed.New(&m.Canonizer, p), m.Canonizer.Canonical(p.Clues()).To
		s.Origin, s.Rating = seed.Prune, rating.Result{ER: 15, EP: 15, ED: 15}
		s.Rating.Uses[0] = 1
		rung := m.Ladder(&s, random, 1)[0]
		turned := to.Puzzle(both)
		rung.Added, rung.ER = turned.Clues().Filled().AndNot(s.Puzzle.Clues().Filled()), s.Rating.ER
		s.AddRungs(rung)
		seeds = append(seeds, s)
	}
	return seeds
}

// Of isomorphic rungs one is listed. If it is taken back, the other one has its values.
func TestWithdrawKeepsValuesOfIsomorphs(t *testing.T) {
	bank, twins := seedtest.MakeBank(t), twins(t)
	ann, own := startRun(t, bank, "ann", time.Now()), startRun(t, bank, "", time.Now())
	for i, run := range []seedbank.RunID{ann, own} {
		if _, err := bank.Insert(seedtest.Background, run, twins[i:i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if mustKeepValues(t, bank, ann) == 0 {
		t.Error("the bank has no values")
	}
}

// mustKeepValues takes back what a run has found in a bank with all values. It returns the number
// of pages of values that are left.
func mustKeepValues(t *testing.T, bank *change.Writer, gone seedbank.RunID) int {
	t.Helper()
	fillValues(t, bank)
	for complete := false; !complete; {
		step, err := bank.Withdraw(seedtest.Background, change.Withdrawal{Run: gone})
		if err != nil {
			t.Fatal(err)
		}
		complete = step.Complete
	}
	mustBeWell(t, bank)
	got := storedValues(t, bank)
	for _, table := range []string{"minutes", "labels"} {
		if _, err := bank.Rows().DB.Exec(`DELETE FROM ` + table); err != nil {
			t.Fatal(err)
		}
	}
	fillValues(t, bank)
	if diff := cmp.Diff(storedValues(t, bank), got); diff != "" {
		t.Fatalf("computed anew, and kept:\n%s", diff)
	}
	return len(got)
}

func fillValues(t *testing.T, bank *change.Writer) {
	t.Helper()
	_, err := bank.FillMinutes(seedtest.Background, 1, nil)
	if err == nil {
		_, err = bank.FillLabels(seedtest.Background, 1, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// storedValues returns all pages of values of a bank.
func storedValues(t *testing.T, bank *change.Writer) (pages []string) {
	t.Helper()
	rows, err := bank.Rows().DB.Query(`
		SELECT 'minutes', list, stratum, fit, page, estimates FROM minutes UNION ALL SELECT 'labels', list, stratum, version, page, sets FROM labels ORDER BY 1, 2, 3, 4, 5`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, list string
		var stratum, version, page int64
		var values []byte
		if err := rows.Scan(&table, &list, &stratum, &version, &page, &values); err != nil {
			t.Fatal(err)
		}
		pages = append(pages, fmt.Sprintf("%s of %s %d, version %d, page %d: %x", table, list, stratum, version, page, values))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return pages
}
