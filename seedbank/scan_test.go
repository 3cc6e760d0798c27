package seedbank_test

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Scan gives the seeds that Batches gives, those that are wanted of them, and ends when it is
// told.
func TestScan(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds(), seedtest.WithAutomorphisms())
	rapid.Check(t, func(t *rapid.T) {
		level := func(name string) rating.Level { return rapid.SampledFrom([]rating.Level{1, 3, 5, 7, 9}).Draw(t, name) }
		filter := seedbank.Filter{}
		if low, high := level("low"), level("high"); low <= high {
			filter.Levels = seedbank.Range[rating.Level]{Low: low, High: high}
		}
		odd := rapid.Bool().Draw(t, "only odd keys")
		wanted := func(s *seed.Seed) bool { return !odd || s.Key()%2 == 1 }
		passed := wanted
		if !odd {
			passed = nil
		}
		var want []seed.Seed
		for batch, err := range bank.Batches(seedtest.Background, filter) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range batch.Seeds {
				if wanted(&batch.Seeds[i]) {
					want = append(want, batch.Seeds[i])
				}
			}
		}
		last, enough := rapid.IntRange(1, 20).Draw(t, "last"), errors.New("enough")
		var got []seed.Seed
		err := bank.Scan(seedtest.Background, filter, rapid.IntRange(0, 3).Draw(t, "workers"), passed, func(s *seed.Seed) error {
			if got = append(got, *s); len(got) == last {
				return enough
			}
			return nil
		})
		if len(want) >= last {
			if !errors.Is(err, enough) || len(got) != last {
				t.Fatalf("%d seeds, %v; it was told to end after %d", len(got), err, last)
			}
			return
		}
		slices.SortFunc(got, func(a, b seed.Seed) int { return cmp.Compare(int64(a.Key()), int64(b.Key())) })
		if diff := gocmp.Diff(keysOf(want), keysOf(got)); err != nil || diff != "" {
			t.Fatalf("%v, want got %s", err, diff)
		}
		for i := range got {
			if got[i].Checksum() != want[i].Checksum() || got[i].Puzzle != want[i].Puzzle || got[i].Origin != want[i].Origin {
				t.Fatalf("seed %v is not as it is in its batch", got[i].Key())
			}
		}
	})
}

func keysOf(seeds []seed.Seed) (keys []seed.Key) {
	for i := range seeds {
		keys = append(keys, seeds[i].Key())
	}
	return keys
}

// A scan that is ended in the middle says so, and not that the bank is damaged.
func TestEndedScanIsNoDamage(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	ctx, cancel := context.WithCancel(seedtest.Background)
	defer cancel()
	all := func(tables.SeedID, int64, uint64) bool { return true }
	err := bank.Rows().ScanSeeds(ctx, all, func([]tables.ScannedSeed) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || errors.Is(err, seedbank.ErrDamaged) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// A page that the file does not have is damage.
func TestScanOfAMissingPage(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	db := tables.Connect(bank.Path(), nil)
	var root int
	var page []byte
	err := db.QueryRow(`SELECT rootpage, data FROM sqlite_schema JOIN sqlite_dbpage ON pgno = rootpage WHERE name = 'seeds'`).Scan(&root, &page)
	if err != nil || page[0] != 5 { // an inner page
		t.Fatalf("the root has kind %d, %v", page[0], err)
	}
	binary.BigEndian.PutUint32(page[8:], 1<<24) // the last page below
	_, err = db.Exec(`UPDATE sqlite_dbpage SET data = ? WHERE pgno = ?`, page, root)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	lossy := reopened(t, bank.Path())
	err = lossy.Scan(seedtest.Background, seedbank.Filter{}, 1, nil, func(*seed.Seed) error { return nil })
	if want := "page 16777216 is missing"; !errors.Is(err, seedbank.ErrDamaged) || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want damage: %s", err, want)
	}
}
