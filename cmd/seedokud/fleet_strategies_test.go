//go:build unix

package main

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/fleet"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// Whatever a fleet mines, kills of its workers and its hub do not spoil the bank: work goes on,
// each rating is true, and the records are right.
func TestFleetStrategies(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some 20 seconds: run without -short")
	}
	if *chaosFor == 0 {
		t.Parallel()
	}
	for name, args := range map[string][]string{
		"prune":      {"--everything", "--ladders", "none"},
		"ladders":    {"--everything", "--ladders", "all"},
		"as needed":  {},
		"targets":    {"--target", "print:3=100000", "--target", "technique:x-wing=100000"},
		"symmetry":   {"--symmetry", "rotate180"},
		"pattern":    {"--pattern", "heart", "--count", "100000"},
		"walk":       {"--strategy", "walk", "--toward", "clues"},
		"symmetrize": {"--strategy", "symmetrize", "--symmetry", "mirror"},
		"broaden":    {"--strategy", "broaden"},
	} {
		t.Run(name, func(t *testing.T) {
			if *chaosFor == 0 {
				t.Parallel()
			}
			f := &testFleet{T: t, folder: t.TempDir()}
			f.bank = f.folder + "/bank.db"
			if err := os.WriteFile(f.bank, easySeeds(t), 0o666); err != nil {
				t.Fatal(err)
			}
			f.mine(args)
			begun, ended := time.Now(), false
			for kills := 0; kills < 2 || time.Since(begun) < *chaosFor; kills++ {
				someMoment()
				if rand.IntN(4) > 0 && kills != 1 {
					f.killWorker()
				} else if ended = f.killWorkingHub(); ended {
					break
				}
			}
			if !ended {
				f.interrupt(f.hub)
			}
			f.startHub("--drain")
			if err := f.hub.Wait(); err != nil {
				t.Errorf("the last hub: %v\n%s", err, &f.hub.stderr)
			}
			for _, worker := range f.workers {
				f.interrupt(worker)
			}
			f.mustBeTrue()
		})
	}
}

// numEasySeeds returns how many seeds the banks have at first.
func numEasySeeds() int {
	if *chaosFor > 0 {
		return 10_000
	}
	return 200
}

// easyBank makes a bank with seeds from which walks and symmetries begin, once for all fleets.
var easyBank = sync.OnceValues(func() (file []byte, err error) {
	ctx := context.Background()
	from, err := seedbank.Open(ctx, filepath.Join("..", "..", "data", "starter.db"))
	if err != nil {
		return nil, err
	}
	defer from.Close()
	path := filepath.Join(built, "easy.db")
	to, err := change.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer to.Close()
	run, err := to.StartRun(ctx, &seedbank.Run{Rater: rating.Version})
	if err != nil {
		return nil, err
	}
	easy, most := seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 1, High: 3}}, numEasySeeds()
	for batch, err := range from.Batches(ctx, easy) {
		if most == 0 {
			break
		}
		seeds := batch.Seeds[:min(most, len(batch.Seeds))]
		if err == nil {
			_, err = to.Collect(ctx, run, &change.Collection{Seeds: seeds, Made: len(seeds)})
		}
		if err != nil {
			return nil, err
		}
		most -= len(seeds)
	}
	if err := to.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// easySeeds returns the file of [easyBank].
func easySeeds(t *testing.T) []byte {
	t.Helper()
	file, err := easyBank()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// mine starts a hub and two workers, and waits until they have made puzzles.
func (f *testFleet) mine(args []string) {
	f.Helper()
	address := freeAddress(f.T)
	f.urls = "nats://" + address
	f.hubArgs = append([]string{"--listen", address, "--no-mine"}, args...)
	f.Cleanup(f.killAll)
	f.startHub()
	f.startWorker()
	f.startWorker()
	f.await("work begins", func() bool { return f.made() > numEasySeeds() })
}

// made returns how many puzzles were made for the bank, with those that it had at first.
func (f *testFleet) made() (n int) {
	f.Helper()
	bank, err := seedbank.Open(f.Context(), f.bank)
	if err != nil {
		f.Fatal(err)
	}
	defer bank.Close()
	runs, err := bank.Runs(f.Context(), math.MaxInt)
	if err != nil {
		f.Fatal(err)
	}
	for i := range runs {
		n += runs[i].Made
	}
	return n
}

// killWorkingHub kills the hub and starts another, unless it had ended because it had found all
// that there is.
func (f *testFleet) killWorkingHub() (ended bool) {
	f.Helper()
	f.hub.Process.Kill() // fails if it has ended
	f.hub.Wait()
	ended = f.hub.ProcessState.Exited()
	if ended && !f.hub.ProcessState.Success() {
		f.Errorf("the hub: %v\n%s", f.hub.ProcessState, &f.hub.stderr)
	}
	if ended {
		return true
	}
	f.startHub()
	for end := time.Now().Add(30 * time.Second); !f.answers() && time.Now().Before(end); { // or it ends at once
		time.Sleep(100 * time.Millisecond)
	}
	return false
}

// answers reports whether the hub is at work.
func (f *testFleet) answers() bool {
	ctx, cancel := context.WithTimeout(f.Context(), time.Second)
	defer cancel()
	nc, err := fleet.Connect(ctx, "status", fleet.ConnectOptions{Servers: f.urls, Status: true})
	if err != nil {
		return false
	}
	defer nc.Close()
	_, err = fleet.Ask(ctx, nc)
	return err == nil
}

// mustBeTrue checks a bank with its ratings.
func (f *testFleet) mustBeTrue() {
	f.Helper()
	bank := seedtest.Open(f, f.bank)
	defer bank.Close()
	made := f.made()
	seeds, err := repair.Verify(f.Context(), bank, repair.VerifyOptions{Ratings: true, Problem: func(err error) { f.Error(err) }})
	f.Logf("%d puzzles made, %d seeds", made, seeds)
	if err != nil || seeds == 0 {
		f.Errorf("%d seeds of %d puzzles, %v", seeds, made, err)
	}
}
