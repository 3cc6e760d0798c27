package change_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func merge(t seedtest.Cleaner, into *change.Writer, path string) (change.Merged, []*change.Conflict) {
	t.Helper()
	var conflicts []*change.Conflict
	merged, err := into.Merge(seedtest.Background, path, change.MergeOptions{
		Ratings:  change.Trusted,
		Conflict: func(c *change.Conflict) { conflicts = append(conflicts, c) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return merged, conflicts
}

func TestMergeIsTheUnion(t *testing.T) {
	seeds := seedtest.SomeSeeds()
	one, other := seedtest.BankOf(t, seeds[:200]), seedtest.BankOf(t, seeds[100:])
	if merged, conflicts := merge(t, one, other.Path()); merged != (change.Merged{Stored: 100, Known: 100}) || len(conflicts) > 0 {
		t.Errorf("got %+v and conflicts %v", merged, conflicts)
	}
	whole := seedtest.BankOf(t, seeds)
	for _, filter := range []seedbank.Filter{{}, {Rungs: true}} {
		a, b := seedtest.SelectFrom(t, one, filter).Stats(), seedtest.SelectFrom(t, whole, filter).Stats()
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("merged bank, bank with all seeds:\n%s", diff)
		}
	}
	if diff := cmp.Diff(contents(t, one, seedbank.Filter{}), seedtest.ByKey(seeds), samePuzzles); diff != "" {
		t.Errorf("merging changed seeds:\n%s", diff)
	}
	mustBeWell(t, one)
	if merged, _ := merge(t, one, other.Path()); merged != (change.Merged{Known: 200}) {
		t.Errorf("merging again: %+v", merged)
	}
}

func TestMergeUnitesRungs(t *testing.T) {
	one, other, whole := slicesOfRungs(seedtest.SomeSeeds()[:50])
	bank := seedtest.BankOf(t, one)
	rungs := 0
	for i := range whole {
		rungs += len(whole[i].Rungs) - len(one[i].Rungs)
	}
	merged, _ := merge(t, bank, seedtest.BankOf(t, other).Path())
	if merged.Rungs != rungs || merged.Stored != 0 || merged.United+merged.Known != len(whole) || merged.Sum() != len(whole) {
		t.Errorf("got %+v, want %d rungs", merged, rungs)
	}
	if diff := cmp.Diff(sorted(contents(t, bank, seedbank.Filter{})), sorted(seedtest.ByKey(whole)), samePuzzles); diff != "" {
		t.Errorf("merged, whole:\n%s", diff)
	}
	mustBeWell(t, bank)
}

// slicesOfRungs returns the seeds twice with some of their rungs, which overlap,
// and once with all.
func slicesOfRungs(seeds []seed.Seed) (one, other, whole []seed.Seed) {
	for _, s := range seeds {
		first, second, n := s, s, len(s.Rungs)
		first.Rungs, second.Rungs = s.Rungs[:2*n/3], s.Rungs[n/3:]
		one, other, whole = append(one, first), append(other, second), append(whole, s)
	}
	return one, other, whole
}

func TestMergeReportsDifferentRatings(t *testing.T) {
	seeds := seedtest.SomeSeeds()[:3]
	wrong := seeds[1]
	wrong.Rating.ER++
	one, other := seedtest.BankOf(t, seeds[:2]), seedtest.BankOf(t, []seed.Seed{wrong, seeds[2]})
	merged, conflicts := merge(t, one, other.Path())
	if merged != (change.Merged{Stored: 1, Differ: 1}) || len(conflicts) != 1 || conflicts[0].Seed != wrong.Puzzle.Clues() ||
		conflicts[0].Here.ER+1 != conflicts[0].There.ER {
		t.Fatalf("got %+v, conflicts %v", merged, conflicts)
	}
	got, err := one.Find(seedtest.Background, wrong.Puzzle.Clues())
	if err != nil || !cmp.Equal(got, seeds[1], samePuzzles) {
		t.Errorf("the bank now has %+v, error %v", got, err)
	}
	if merged, err := one.Merge(seedtest.Background, other.Path(), change.MergeOptions{Ratings: change.Trusted}); err != nil || merged != (change.Merged{Known: 1, Differ: 1}) {
		t.Errorf("without anybody to tell: %+v, %v", merged, err)
	}
}

func TestMergeOfSomeSeeds(t *testing.T) {
	one, other := seedtest.MakeBank(t), seedtest.BankOf(t, seedtest.SomeSeeds())
	filter := seedbank.Filter{Clues: seedbank.Range[int]{Low: 17, High: 24}}
	var last change.Merged
	merged, err := one.Merge(seedtest.Background, other.Path(), change.MergeOptions{Ratings: change.Trusted, Filter: filter, Report: func(m change.Merged) { last = m }})
	want := seedtest.SelectFrom(t, other, filter).Len()
	if err != nil || uint64(merged.Stored) != want || merged.Stored+merged.Others != len(seedtest.SomeSeeds()) || seedtest.SelectFrom(t, one, filter).Len() != want {
		t.Errorf("got %+v, %v; want %d seeds", merged, err, want)
	}
	if last != merged {
		t.Errorf("the last report is %+v, the merge came to %+v", last, merged)
	}
}

// A run of another bank is noted once, and one that both banks have is not noted again.
func TestMergeKeepsRuns(t *testing.T) {
	one, other := seedtest.MakeBank(t), seedtest.BankOf(t, seedtest.SomeSeeds()[:3])
	merge(t, one, other.Path())
	if _, err := other.Rows().DB.Exec(`UPDATE runs SET random_seed = 7`); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Insert(seedtest.Background, 1, seedtest.SomeSeeds()[3:8]); err != nil {
		t.Fatal(err)
	}
	merge(t, one, other.Path())
	var runs, second int
	err := one.Rows().DB.QueryRow(`SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM seeds WHERE run = 2)`).Scan(&runs, &second)
	if err != nil || runs != 2 || second != 5 {
		t.Errorf("%d runs, %d seeds of the second, error %v; want 2 runs, and all 5 seeds of the second", runs, second, err)
	}
}

// Merges of one writer wait for each other: a connection has one other bank at a time.
func TestMergesAtOnce(t *testing.T) {
	seeds := seedtest.SomeSeeds()[:40]
	bank, others := seedtest.MakeBank(t), []*change.Writer{seedtest.BankOf(t, seeds[:20]), seedtest.BankOf(t, seeds[20:])}
	for _, other := range others {
		if err := other.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var all errgroup.Group
	for i := range 6 {
		all.Go(func() error {
			merged, err := bank.Merge(seedtest.Background, others[i%2].Path(), change.MergeOptions{Ratings: change.Trusted})
			if err == nil && merged.Stored+merged.Known != 20 {
				err = fmt.Errorf("merged %+v", merged)
			}
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contents(t, bank, seedbank.Filter{}), seedtest.ByKey(seeds), samePuzzles); diff != "" {
		t.Errorf("merged bank, seeds:\n%s", diff)
	}
	for _, other := range others {
		if files, err := os.ReadDir(filepath.Dir(other.Path())); err != nil || len(files) != 1 {
			t.Errorf("beside a merged bank there is %v (%v)", files, err)
		}
	}
}

// A merge that waits for another one ends with its context.
func TestWaitingMergeIsCancelled(t *testing.T) {
	bank, other := seedtest.MakeBank(t), seedtest.BankOf(t, seedtest.SomeSeeds()[:2])
	options := change.MergeOptions{Ratings: change.Trusted}
	reports := 0
	options.Report = func(change.Merged) {
		reports++
		ctx, cancel := context.WithCancel(seedtest.Background)
		time.AfterFunc(time.Millisecond, cancel)
		if _, err := bank.Merge(ctx, other.Path(), change.MergeOptions{}); !errors.Is(err, context.Canceled) {
			t.Errorf("a merge in another one: %v", err)
		}
	}
	if merged, err := bank.Merge(seedtest.Background, other.Path(), options); err != nil || merged.Stored != 2 || reports == 0 {
		t.Errorf("merged %+v, %d reports, %v", merged, reports, err)
	}
}

func TestMergeRefuses(t *testing.T) {
	bank := seedtest.MakeBank(t)
	for _, path := range []string{bank.Path(), "nosuch.db", "merge_test.go"} {
		if _, err := bank.Merge(seedtest.Background, path, change.MergeOptions{Ratings: change.Trusted}); err == nil {
			t.Errorf("merged %s", path)
		}
	}
	wrong := change.MergeOptions{Ratings: change.Trusted, Filter: seedbank.Filter{Clues: seedbank.Only(99)}}
	_, err := bank.Merge(seedtest.Background, seedtest.BankOf(t, seedtest.SomeSeeds()[:1]).Path(), wrong)
	_, batches := bank.MergeBatches(seedtest.Background, oneBatch(&seed.Batch{}), seedbank.Run{}, wrong)
	for _, err := range []error{err, batches} {
		if _, ok := errors.AsType[*seedbank.RangeError](err); !ok {
			t.Errorf("merging seeds of 99 clues: %v", err)
		}
	}
	seedtest.Insert(t, bank, seedtest.SomeSeeds()[:1]) // and goes on to work
}

// What is false in another bank does not get into this one.
func TestMergeRefusesDamage(t *testing.T) {
	for _, damage := range []string{
		`UPDATE seeds SET puzzle = (SELECT max(puzzle) FROM seeds) WHERE puzzle = (SELECT min(puzzle) FROM seeds)`, // key of another
		`UPDATE seeds SET rungs = x'01' WHERE id = 5`,
		`UPDATE seeds SET rungs = x'010101010201' WHERE id = 5`,
		`UPDATE seeds SET rungs = (SELECT rungs FROM seeds WHERE id = 6) WHERE id = 5`, // clues that are there
	} {
		other := seedtest.BankOf(t, seedtest.SomeSeeds()[:20])
		if _, err := other.Rows().DB.Exec(damage); err != nil {
			t.Fatal(err)
		}
		bank := seedtest.MakeBank(t)
		if merged, err := bank.Merge(seedtest.Background, other.Path(), change.MergeOptions{Ratings: change.Trusted}); err == nil || merged != (change.Merged{}) {
			t.Errorf("after %q: merged %+v, %v", damage, merged, err)
		}
		mustBeWell(t, bank)
	}
}

func BenchmarkMerge(b *testing.B) {
	seeds := seedtest.SomeSeeds()
	other := seedtest.BankOf(b, seeds)
	for b.Loop() {
		b.StopTimer()
		bank := seedtest.MakeBank(b)
		b.StartTimer()
		merge(b, bank, other.Path())
	}
	b.ReportMetric(float64(len(seeds))*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
}

// Two puzzles can have the same key. The second one is left out, and all others are stored.
func TestKeyTaken(t *testing.T) {
	seeds := seedtest.SomeSeeds()
	bank, other := seedtest.MakeBank(t), seedtest.MakeBank(t)
	seedtest.Insert(t, bank, seeds[:1])
	if _, err := bank.Rows().DB.Exec(`UPDATE seeds SET key = ?`, int64(seeds[1].Key())); err != nil {
		t.Fatal(err)
	}
	if n := seedtest.Insert(t, bank, seeds[1:4]); n != 2 {
		t.Errorf("%d of 2 seeds are stored beside one whose key is taken", n)
	}
	seedtest.Insert(t, other, seeds[1:6])
	if merged, _ := merge(t, bank, other.Path()); merged != (change.Merged{Stored: 2, Known: 2, KeyTaken: 1}) || merged.Sum() != 5 {
		t.Errorf("%+v", merged)
	}
}
