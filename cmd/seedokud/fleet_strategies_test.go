//go:build unix

package main

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
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
	"github.com/seedoku/seedoku/seedbank/seed"
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
	strategies := map[string][]string{
		"ladders":    {"--everything", "--ladders", "all"},
		"targets":    {"--target", "print:3=100000", "--target", "technique:x-wing=100000"},
		"symmetry":   {"--symmetry", "rotate180"},
		"pattern":    {"--pattern", "heart", "--count", "100000"},
		"walk":       {"--strategy", "walk", "--toward", "clues", "--ladders", "none"},
		"symmetrize": {"--strategy", "symmetrize", "--symmetry", "mirror"},
		"broaden":    {"--strategy", "broaden"},
	}
	if *chaosFor > 0 { // these do what others do, or take long
		strategies["prune"], strategies["as needed"] = []string{"--everything", "--ladders", "none"}, nil
	}
	for name, args := range strategies {
		t.Run(name, func(t *testing.T) {
			if *chaosFor == 0 {
				t.Parallel()
			}
			f := newTestFleet(t)
			f.fill()
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
	return 20
}

// easySeeds are seeds from which walks and symmetries begin, for all fleets.
var easySeeds = sync.OnceValues(func() (seeds []seed.Seed, err error) {
	bank, err := seedbank.Open(context.Background(), filepath.Join("..", "..", "data", "starter.db"))
	if err != nil {
		return nil, err
	}
	defer bank.Close()
	easy := seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 1, High: 3}}
	for batch, err := range bank.Batches(context.Background(), easy) {
		if err != nil {
			return nil, err
		}
		if seeds = append(seeds, batch.Seeds...); len(seeds) >= numEasySeeds() {
			break
		}
	}
	return seeds[:numEasySeeds()], nil
})

// fill stores [easySeeds] in the bank.
func (f *testFleet) fill() {
	f.Helper()
	seeds, err := easySeeds()
	if err != nil {
		f.Fatal(err)
	}
	bank := seedtest.Open(f, f.bank)
	run, err := bank.StartRun(f.Context(), &seedbank.Run{Rater: rating.Version})
	if err == nil {
		_, err = bank.Collect(f.Context(), run, &change.Collection{Seeds: seeds, Made: len(seeds)})
	}
	if err = errors.Join(err, bank.Close()); err != nil {
		f.Fatal(err)
	}
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
	if *chaosFor > 0 {
		f.startWorker()
	}
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
