package fleet

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

var floodOf = flag.Int("flood", 2000, "how many seeds TestFlood offers at once")

// Workers that offer more than the hub can store wait, lose nothing, and do not fill
// its memory. They send seeds that are ready, as fast as they are let.
func TestFlood(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some 10 seconds: run without -short")
	}
	const workers = 1000
	pool := readySeeds(t, *floodOf)
	s, bank := startServer(t, t.TempDir()), newBank(t)
	h, err := openHub(t.Context(), connectHub(t, s), bank, &HubOptions{
		Mine: mine.Options{RandomSeed: attackedSeed, Count: len(pool)}, Trust: 0.01, mostResults: 1 << 16,
	})
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	listening, hush := context.WithCancel(t.Context())
	defer hush()
	go h.gate.listen(listening, h.nc)
	var waited atomic.Int64
	nc := connect(t, s, "workers")
	memory := watchMemory(t)
	begun := time.Now()
	for i := range workers {
		w := mustWorker(t, nc, fmt.Sprint("w", i))
		group.Go(func() {
			part := 0
			for seeds := range slices.Chunk(pool[i*len(pool)/workers:(i+1)*len(pool)/workers], 25) {
				r := &result{Unit: fmt.Sprintf("%016x", i), Part: part, seeds: seeds}
				if err := leased(h, w, r.Unit).send(t.Context(), []*result{r}); err != nil {
					t.Error(err)
				}
				part++
			}
			waited.Add(int64(time.Since(begun)))
		})
	}
	ctx, tooLong := context.WithTimeout(t.Context(), 3*time.Minute)
	defer tooLong()
	if err := h.mining.Close(h.run(ctx)); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begun)
	group.Wait()
	want := map[seed.Key]bool{}
	for i := range pool {
		want[pool[i].Key()] = true
	}
	if progress := h.mining.Progress(); !maps.Equal(seedtest.Keys(t, bank), want) || progress.Made != len(pool) {
		t.Errorf("%d of %d seeds are stored, of %d puzzles", progress.Stored, len(pool), progress.Made)
	}
	checks := time.Duration(h.auditor.spent.Load())
	work := checks + h.storing
	t.Logf("%d seeds with %d rungs of %d workers in %v: %.0f/s; of the work, checks take %.0f %% and storing %.0f %%; a worker waited %v",
		len(pool), rungs(pool), workers, took.Round(time.Millisecond), float64(len(pool))/took.Seconds(),
		100*checks.Seconds()/work.Seconds(), 100*h.storing.Seconds()/work.Seconds(),
		(time.Duration(waited.Load()) / workers).Round(time.Millisecond))
	if peak := memory(); peak > 0 {
		t.Logf("%d MB of memory, with the workers and their seeds", peak>>20)
		if peak > 300<<20 {
			t.Errorf("%d MB of memory", peak>>20)
		}
	}
}

// readySeeds returns some seeds of the starter bank, of every level.
func readySeeds(t *testing.T, n int) (list []seed.Seed) {
	t.Helper()
	bank, err := seedbank.Open(t.Context(), filepath.Join("..", "..", "data", "starter.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		filter := seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: level, High: level}}
		for batch, err := range bank.Batches(t.Context(), filter) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, batch.Seeds...)
			if len(list) >= n*int(level)/rating.NumLevels {
				break
			}
		}
	}
	return list[:min(n, len(list))]
}

func rungs(seeds []seed.Seed) (n int) {
	for i := range seeds {
		n += len(seeds[i].Rungs)
	}
	return n
}

var residentText = regexp.MustCompile(`VmRSS:\s*(\d+) kB`)

// watchMemory returns a function that returns how much memory the process had at
// most until then, or 0 where that is not known.
func watchMemory(t *testing.T) (peak func() uint64) {
	var most atomic.Uint64
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for pause(ctx, 50*time.Millisecond) {
			text, _ := os.ReadFile("/proc/self/status")
			if found := residentText.FindSubmatch(text); found != nil {
				now, _ := strconv.ParseUint(string(found[1]), 10, 64)
				most.Store(max(most.Load(), now<<10))
			}
		}
	}()
	return func() uint64 {
		stop()
		<-ended
		return most.Load()
	}
}
