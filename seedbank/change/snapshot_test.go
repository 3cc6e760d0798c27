package change_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Snapshots of a bank that is being filled hold what it held at one moment: they are
// true, and what was stored before is in them.
func TestSnapshotWhileSeedsAreStored(t *testing.T) {
	seeds := seedtest.SomeSeeds()
	bank := seedtest.BankOf(t, seeds[:10])
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		var err error
		for i := 10; i < len(seeds) && ctx.Err() == nil && err == nil; i++ {
			_, err = bank.Insert(t.Context(), 1, seeds[i:i+1])
		}
		ended <- err
	}()
	last := uint64(10)
	for i := range 5 {
		to := filepath.Join(t.TempDir(), "copy.db")
		if err := change.Snapshot(t.Context(), to, bank.Path()); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(to + "-wal"); err == nil {
			t.Error("the copy has a log beside it")
		}
		copied, err := seedbank.Open(t.Context(), to)
		if err != nil {
			t.Fatal(err)
		}
		all, err := repair.Verify(t.Context(), copied, repair.VerifyOptions{Problem: func(err error) { t.Error(err) }})
		if err != nil || all < last {
			t.Errorf("copy %d has %d seeds, %v; the one before had %d", i, all, err, last)
		}
		last = all
		copied.Close()
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestSnapshotOfNothing(t *testing.T) {
	folder := t.TempDir()
	to := filepath.Join(folder, "copy.db")
	if err := change.Snapshot(t.Context(), to, filepath.Join(folder, "none.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("of no bank: %v", err)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("a file is left")
	}
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:1])
	if err := change.Snapshot(t.Context(), bank.Path(), bank.Path()); !errors.Is(err, change.ErrExists) {
		t.Errorf("onto itself: %v", err)
	}
}

// A snapshot holds how far runs have come, and nothing of the hub that fills the bank.
func TestSnapshotKeepsSecrets(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:3])
	places := map[string]uint64{"planned 5": 7, "walk er: spent {-1+1}": 8, "seal of units": 12345, "refused 00ff": 9, "unit 0123": 10, "results 2026": 11}
	if _, err := bank.Collect(t.Context(), 1, &change.Collection{Bookmarks: places}); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := change.Snapshot(t.Context(), to, bank.Path()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	copied, err := seedbank.Open(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	for name, place := range places {
		isKept := strings.HasPrefix(name, "planned") || strings.HasPrefix(name, "walk")
		got, err := change.Bookmark(t.Context(), copied, name)
		if err != nil || isKept != (got == place) || isKept != bytes.Contains(file, []byte(name)) {
			t.Errorf("bookmark %q: the copy has %d, %v", name, got, err)
		}
	}
}
