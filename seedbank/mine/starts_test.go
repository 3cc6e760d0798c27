package mine

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank/change"
)

var ratedAgain = flag.Int("rated-again", 1, "how many times as many seeds of the data are rated again, and tried for depth")

// start says which seeds were pruned for a test to begin with.
type start struct {
	randomSeed uint64
	count      int
	ladders    work.Ladders
}

// starts are the files of the banks that were made. The seeds are the same however many
// workers prune.
var starts = map[start][]byte{}

// startFrom opens a bank of its own for a test, with seeds that are pruned once for all
// tests.
func startFrom(t *testing.T, of start) *change.Writer {
	t.Helper()
	if starts[of] == nil {
		bank := newBank(t)
		run(t, bank, Options{Workers: 2, RandomSeed: of.randomSeed, Count: of.count, Ladders: of.ladders})
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(bank.Path())
		if err != nil {
			t.Fatal(err)
		}
		starts[of] = file
	}
	path := filepath.Join(t.TempDir(), "bank.db")
	if err := os.WriteFile(path, starts[of], 0o666); err != nil {
		t.Fatal(err)
	}
	return seedtest.Open(t, path)
}

// twentySeeds opens a bank of twenty seeds without rungs.
func twentySeeds(t *testing.T) *change.Writer {
	t.Helper()
	return startFrom(t, start{randomSeed: 1, count: 20, ladders: work.NoLadders})
}
