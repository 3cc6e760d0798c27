package dataset_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// relatedBank returns a bank of some seeds of the starter bank. Each shares its
// solution with others, or can be arranged into the pattern of checkers.
func relatedBank(tb testing.TB) *seedbank.Bank { return openSome(tb, "related.db") }

// smallBank returns a bank of some seeds of the starter bank, most of them of level 6.
func smallBank(tb testing.TB) *seedbank.Bank { return openSome(tb, "small.db") }

var (
	makeBanks sync.Once
	madeBanks = fstest.MapFS{}
)

// openSome opens a bank of some seeds of the starter bank. All such banks are made once.
func openSome(tb testing.TB, name string) *seedbank.Bank {
	tb.Helper()
	makeBanks.Do(func() {
		related, small := someSeeds(tb)
		madeBanks["related.db"] = bankFile(tb, related)
		madeBanks["small.db"] = bankFile(tb, small)
	})
	bank, err := seedbank.OpenFS(context.Background(), madeBanks, name)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { bank.Close() })
	return bank
}

// bankFile returns the file of a bank of seeds.
func bankFile(tb testing.TB, seeds []seed.Seed) *fstest.MapFile {
	tb.Helper()
	ctx, path := context.Background(), filepath.Join(tb.TempDir(), "some.db")
	bank := seedtest.Open(tb, path)
	run, err := bank.StartRun(ctx, &seedbank.Run{Rater: rating.Version})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := bank.Insert(ctx, run, seeds); err != nil {
		tb.Fatal(err)
	}
	if err := bank.Close(); err != nil {
		tb.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return &fstest.MapFile{Data: file}
}

// someSeeds returns seeds for the banks. It reads the starter bank until enough of them can be
// arranged into a pattern.
func someSeeds(tb testing.TB) (related, small []seed.Seed) {
	tb.Helper()
	request, err := draw.Parse(map[string][]string{"pattern": {"checkers"}})
	if err != nil {
		tb.Fatal(err)
	}
	wanted, arranged := request.Filter(), map[seed.Key]bool{}
	bySolution := map[seed.Key][]seed.Seed{}
	left := map[bool]int{true: 1500, false: 300} // to be taken for the small bank, of level 6 and of others
	for batch, err := range banktest.Starter(tb).Batches(context.Background(), seedbank.Filter{}) {
		if err != nil {
			tb.Fatal(err)
		}
		for _, s := range batch.Seeds {
			bySolution[s.Solution] = append(bySolution[s.Solution], s)
			if wanted.Passes(&s) {
				arranged[s.Solution] = true
			}
			if six := s.Rating.Level() == 6; left[six] > 0 {
				left[six]--
				small = append(small, s)
			}
		}
		if len(arranged) >= 40 {
			break
		}
	}
	for solution, some := range bySolution {
		if len(some) > 1 || arranged[solution] {
			related = append(related, some...)
		}
	}
	return related, small
}
