package seedbank_test

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Puzzles that are taken together, and the ones that come after them, are what Next
// gives one after the other; so they are from a fork, also while others use the
// stream that it comes from.
func TestTakeAndFork(t *testing.T) {
	bank := streamBank(t)
	rapid.Check(t, func(t *rapid.T) {
		selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: rapid.Bool().Draw(t, "rungs")})
		begin := streams[rapid.SampledFrom(slices.Sorted(maps.Keys(streams))).Draw(t, "kind of stream")]
		alone, stream := begin(selection), begin(selection)
		for range rapid.IntRange(1, 4).Draw(t, "turns") {
			skip := rapid.Uint64Max(10).Draw(t, "skip")
			if got, want := stream.Skip(seedtest.Background, skip), alone.Skip(seedtest.Background, skip); !errors.Is(got, want) {
				t.Fatalf("skipping: %v, want %v", got, want)
			}
			fork := seedbank.Fork(stream)
			want := make([]seed.Isomorph, rapid.IntRange(0, 100).Draw(t, "n"))
			n, wantErr := 0, error(nil)
			for ; n < len(want) && wantErr == nil; n++ {
				if want[n], wantErr = alone.Next(seedtest.Background); wantErr != nil {
					break
				}
			}
			var group sync.WaitGroup
			for _, st := range []seedbank.Stream{stream, fork} {
				if st == nil {
					continue
				}
				group.Go(func() {
					got := make([]seed.Isomorph, len(want))
					m, err := seedbank.Take(seedtest.Background, st, got)
					if m != n || !errors.Is(err, wantErr) {
						t.Errorf("%d puzzles and %v, want %d and %v", m, err, n, wantErr)
						return
					}
					for i := range n {
						if got[i].ID() != want[i].ID() || line(got[i]) != line(want[i]) {
							t.Errorf("puzzle %d of %d is %v, want %v", i, n, got[i].ID(), want[i].ID())
						}
					}
				})
			}
			group.Wait()
		}
	})
}

// A stream for all minimal puzzles, or for one of each seed, can be forked; one that
// has to remember seeds cannot.
func TestForks(t *testing.T) {
	bank := streamBank(t)
	for _, rungs := range []bool{false, true} {
		selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: rungs})
		if seedbank.Fork(selection.Stream(1)) == nil || (seedbank.Fork(selection.Distinct(1)) == nil) != rungs {
			t.Errorf("rungs %v: streams cannot be forked as they should", rungs)
		}
	}
}

// A cache that is full gives up all that it has; streams do not notice.
func TestCacheGivesUp(t *testing.T) {
	bank := streamBank(t)
	selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: true})
	stream, alone := selection.Stream(1), selection.Stream(1)
	for range 200 {
		if got, want := next(t, stream), next(t, alone); got.ID() != want.ID() {
			t.Fatalf("got %v, want %v", got.ID(), want.ID())
		}
		seedbank.Fill(stream)
	}
	times, seeds, known := seedbank.GivenUp(stream)
	if times < 20 || seeds > 1 {
		t.Errorf("it gave up %d times and has %d seeds", times, seeds)
	}
	if !known {
		t.Error("the stream keeps picks of seeds that were given up")
	}
}

// Taking puzzles allocates nothing once their seeds are at hand.
func TestTakeAllocatesNothing(t *testing.T) {
	stream := seedtest.SelectFrom(t, seedtest.BankOf(t, seedtest.SomeSeeds()[:10]), seedbank.Filter{}).Stream(1)
	puzzles := make([]seed.Isomorph, 500)
	take := func() {
		if _, err := seedbank.Take(seedtest.Background, stream, puzzles); err != nil {
			t.Fatal(err)
		}
	}
	take()
	take() // reads all seeds together
	if n := testing.AllocsPerRun(20, take); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
