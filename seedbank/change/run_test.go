package change_test

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Runs are told as they were noted, the last first.
func TestRuns(t *testing.T) {
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
	begun := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	var want []seedbank.RunRecord
	seeds := seedtest.SomeSeeds()
	for i := range 3 {
		r := seedbank.RunRecord{
			Run:  seedbank.Run{Started: begun.Add(time.Duration(i) * time.Hour), Arguments: "mine", RandomSeed: 1<<63 + uint64(i), Program: "test", Rater: 1},
			Made: 10 * i, Stored: i,
		}
		if i != 1 { // which was killed
			r.Ended = r.Started.Add(time.Minute)
		}
		id, err := bank.StartRun(seedtest.Background, &r.Run)
		if err == nil {
			_, err = bank.Collect(seedtest.Background, id, &change.Collection{Seeds: seeds[:i:i], Made: r.Made})
		}
		if err == nil && !r.Ended.IsZero() {
			err = bank.EndRun(seedtest.Background, id, r.Ended)
		}
		seeds = seeds[i:]
		if err != nil {
			t.Fatal(err)
		}
		r.ID = id
		want = append([]seedbank.RunRecord{r}, want...)
	}
	for _, limit := range []int{0, 2, 3, 10} {
		got, err := bank.Runs(seedtest.Background, limit)
		if diff := cmp.Diff(want[:min(limit, len(want))], got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("limit %d: %v\n%s", limit, err, diff)
		}
	}
}

// The stamp of a bank changes when somebody writes to it, and not before.
func TestStamp(t *testing.T) {
	writer := seedtest.MakeBank(t)
	reader, err := seedbank.Open(seedtest.Background, writer.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	before := reader.Stamp()
	if again := reader.Stamp(); again != before {
		t.Errorf("nobody has written, and %s becomes %s", before, again)
	}
	seedtest.Insert(t, writer, seedtest.SomeSeeds()[:5])
	if after := reader.Stamp(); after == before {
		t.Errorf("five seeds came, and it is still %s", after)
	}
}

// What a run found is counted without the seeds of other runs.
func TestYield(t *testing.T) {
	seeds := seedtest.SomeSeeds()
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
	for part := range slices.Chunk(seeds, len(seeds)/2) {
		run, err := bank.StartRun(seedtest.Background, &seedbank.Run{Started: time.Unix(1, 0), Program: "test", Rater: rating.Version})
		if err == nil {
			_, err = bank.Collect(seedtest.Background, run, &change.Collection{Seeds: part})
		}
		if err != nil {
			t.Fatal(err)
		}
		found, err := bank.Yield(seedtest.Background, run)
		if err != nil {
			t.Fatal(err)
		}
		alone := seedtest.BankOf(t, part)
		want := seedbank.Yield{Stats: seedtest.SelectFrom(t, alone, seedbank.Filter{}).Stats()}
		if want.Techniques, err = alone.Techniques(seedtest.Background); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(&want, found); diff != "" {
			t.Error(diff)
		}
	}
	if none, err := bank.Yield(seedtest.Background, 9); err != nil || none.Stats.Total.Seeds != 0 || len(none.Techniques) != 0 {
		t.Errorf("of a run that never was: %+v, %v", none, err)
	}
}

// What is noted of a bank that is open to read is there for the next reader.
func TestNote(t *testing.T) {
	writer := seedtest.BankOf(t, seedtest.SomeSeeds())
	bank, err := seedbank.Open(seedtest.Background, writer.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	for _, place := range []uint64{7, 3} {
		if noted, err := change.Note(seedtest.Background, bank, map[string]uint64{"verified": place}, nil); !noted || err != nil {
			t.Fatal(noted, err)
		}
		if got, err := change.Bookmark(seedtest.Background, bank, "verified"); got != place || err != nil {
			t.Errorf("%d was noted, %d is read, %v", place, got, err)
		}
	}
}
