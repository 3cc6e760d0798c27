package main

import (
	"bufio"
	"bytes"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A dump of a level of the starter bank has all of its seeds, each once, in order of their
// keys.
func TestLevelOfTheStarterBankIsDumpedWhole(t *testing.T) {
	const level = 9
	bank := banktest.Starter(t)
	dumped, last := 0, int64(math.MinInt64)
	for batch, err := range bank.Batches(t.Context(), seedbank.Filter{Levels: seedbank.Only[rating.Level](level)}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			key := int64(batch.Seeds[i].Key())
			if key <= last {
				t.Fatalf("seed %v comes behind seed %v", seed.Key(key), seed.Key(last))
			}
			dumped, last = dumped+1, key
		}
	}
	levels, err := bank.SeedsByLevel(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := levels[level]; dumped != want || want == 0 {
		t.Errorf("%d seeds of %d", dumped, want)
	}
}

// What is dumped of the starter bank, merged into an empty bank, is dumped from
// there byte for byte, rungs and all.
func TestDumpsOfTheStarterBankComeBack(t *testing.T) {
	starter := banktest.Starter(t)
	low := rating.Tenths(10 + rand.IntN(80))
	filter := seedbank.Filter{ER: seedbank.Range[rating.Tenths]{Low: low, High: low + 1}, Clues: seedbank.Range[int]{Low: 17, High: 23}}
	first := dumpOf(t, starter, filter)
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
	run, err := bank.StartRun(t.Context(), &seedbank.Run{Started: time.Now(), Rater: rating.Version})
	if err != nil {
		t.Fatal(err)
	}
	stored := 0
	for batch, err := range seed.ReadFile(bytes.NewReader(first)) {
		if err == nil {
			_, err = bank.Insert(t.Context(), run, batch.Seeds)
		}
		if err != nil {
			t.Fatal(err)
		}
		stored += len(batch.Seeds)
	}
	if second := dumpOf(t, bank.Bank, seedbank.Filter{}); !bytes.Equal(first, second) {
		t.Errorf("ER %v and up: %d seeds were dumped as %d bytes, and come back as %d bytes", low, stored, len(first), len(second))
	}
}

func dumpOf(t *testing.T, bank *seedbank.Bank, filter seedbank.Filter) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := dump(t.Context(), bank, filter, &dumpFormats[len(dumpFormats)-1], bufio.NewWriter(&out)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
