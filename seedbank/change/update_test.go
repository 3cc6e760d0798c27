package change_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// update adds a bank to another one, with the bookmark "starter" at 5. stop is called when
// all seeds are written and nothing is committed.
func update(ctx context.Context, into *change.Writer, from *seedbank.Bank, stop func()) (change.Merged, error) {
	return into.Update(ctx, from, map[string]uint64{"starter": 5}, change.MergeOptions{Report: func(change.Merged) { stop() }})
}

// toRead opens a bank to read that is open to write.
func toRead(t *testing.T, of *change.Writer) *seedbank.Bank {
	t.Helper()
	bank, err := seedbank.Open(seedtest.Background, of.Path())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	return bank
}

// A bank has everything after an update: what it had, which stays as it was, and what is
// new. All runs of the two banks are the same one.
func TestUpdate(t *testing.T) {
	seeds := seedtest.SomeSeeds()
	one, other, whole := slicesOfRungs(seeds[:50])
	bank := seedtest.BankOf(t, one[:40])
	from := toRead(t, seedtest.BankOf(t, other[20:]))
	merged, err := update(seedtest.Background, bank, from, func() {})
	if err != nil || merged.Stored != 10 || merged.Known+merged.United != 20 {
		t.Errorf("%+v, %v", merged, err)
	}
	want := append(append(one[:20:20], whole[20:40]...), other[40:]...)
	if diff := cmp.Diff(sorted(contents(t, bank, seedbank.Filter{})), sorted(seedtest.ByKey(want)), samePuzzles); diff != "" {
		t.Errorf("updated, whole:\n%s", diff)
	}
	mustBeWell(t, bank)
	var runs int
	if err := bank.Rows().DB.QueryRow(`SELECT count(*) FROM runs`).Scan(&runs); err != nil || runs != 1 {
		t.Errorf("%d runs, %v", runs, err)
	}
	if place, err := change.Bookmark(seedtest.Background, bank.Bank, "starter"); err != nil || place != 5 {
		t.Errorf("the bookmark is at %d, %v", place, err)
	}
	if merged, err := update(seedtest.Background, bank, from, func() {}); err != nil || merged.Known != 30 || merged.Sum() != 30 {
		t.Errorf("again: %+v, %v", merged, err)
	}
}

// An update that is interrupted after the last seed was written has changed nothing.
func TestUpdateIsOneTransaction(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:20])
	from := toRead(t, seedtest.BankOf(t, seedtest.SomeSeeds()))
	before := contents(t, bank, seedbank.Filter{})
	ctx, cancel := context.WithCancel(seedtest.Background)
	merged, err := update(ctx, bank, from, cancel)
	if !errors.Is(err, context.Canceled) || merged != (change.Merged{}) {
		t.Errorf("%+v, %v", merged, err)
	}
	if diff := cmp.Diff(before, contents(t, bank, seedbank.Filter{}), samePuzzles); diff != "" {
		t.Error(diff)
	}
	if place, err := change.Bookmark(seedtest.Background, bank.Bank, "starter"); err != nil || place != 0 {
		t.Errorf("the bookmark is at %d, %v", place, err)
	}
	mustBeWell(t, bank)
	if merged, err := update(seedtest.Background, bank, from, func() {}); err != nil || merged.Stored != 280 {
		t.Errorf("then: %+v, %v", merged, err)
	}
}
