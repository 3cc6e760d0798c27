package seedbank_test

import (
	"errors"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Streams of selections that share a shelf give what they give alone, also while
// others use it.
func TestShelf(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds(), seedtest.WithAutomorphisms())
	shelf := seedbank.NewShelf()
	filters := []seedbank.Filter{{}, {Rungs: true}, {Rungs: true, Clues: seedbank.Range[int]{24, 30}}}
	streams := []func(*seedbank.Selection, uint64) seedbank.Stream{(*seedbank.Selection).Stream, (*seedbank.Selection).Distinct}
	rapid.Check(t, func(t *rapid.T) {
		selection := seedtest.SelectFrom(t, bank, rapid.SampledFrom(filters).Draw(t, "filter"))
		stream := rapid.SampledFrom(streams).Draw(t, "kind of stream")
		key := rapid.Uint64().Draw(t, "key")
		n := rapid.IntRange(1, 40).Draw(t, "n")
		on := selection.On(shelf)
		for range 2 {
			got, err := on.Seeds(seedtest.Background)
			if want, wantErr := selection.Seeds(seedtest.Background); err != nil || wantErr != nil || got != want {
				t.Fatalf("%d seeds, %v; want %d, %v", got, err, want, wantErr)
			}
		}
		var group sync.WaitGroup
		for range 2 {
			group.Go(func() {
				shared, alone := stream(on, key), stream(selection, key)
				for range n {
					got, gotErr := shared.Next(seedtest.Background)
					want, wantErr := alone.Next(seedtest.Background)
					if wantErr == nil && (gotErr != nil || got.ID() != want.ID()) || !errors.Is(gotErr, wantErr) {
						t.Errorf("%v, %v from the shelf; want %v, %v", got, gotErr, want, wantErr)
						return
					}
				}
			})
		}
		group.Wait()
	})
}

// The shelf of a selection has room for all of its picks, unless these would take too much memory.
func TestShelfHoldsAllPicks(t *testing.T) {
	usual := seedbank.NewShelf()
	for picks, fits := range map[uint64]bool{0: true, 1000: true, 250_000: true, 500_000: true, 700_000: true, 900_000: false, 1 << 40: false, 1<<64 - 1: false} {
		room := seedbank.RoomFor(picks, 10_000_000)
		if needed := picks * (24 + uint64(seed.BytesOfSource)); fits != (uint64(room) >= needed) {
			t.Errorf("%d picks have room for %d bytes of %d", picks, room, needed)
		}
		if room > 256<<20 || room < seedbank.RoomOf(usual) {
			t.Errorf("%d picks have room for %d bytes", picks, room)
		}
	}
	for seeds, picks := range map[uint64]uint64{500_000: 500_000, 250_000: 3_000_000} { // smaller banks
		room := seedbank.RoomFor(picks, seeds)
		if needed := picks*24 + seeds*uint64(seed.BytesOfSource); uint64(room) < needed || room > 192<<20 {
			t.Errorf("%d picks of %d seeds have room for %d bytes of %d", picks, seeds, room, needed)
		}
	}
}
