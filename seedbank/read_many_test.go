package seedbank_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// What is read in the order of the file is what rows that are looked up give.
func TestReadAll(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:50], seedtest.WithAutomorphisms())
	defer seedbank.PassRows(seedbank.PassRows(1 << 40))
	rapid.Check(t, func(t *rapid.T) {
		filter := seedbank.Filter{
			Rungs:    rapid.Bool().Draw(t, "rungs"),
			Symmetry: rapid.SampledFrom([]transform.Symmetry{transform.NoSymmetry, transform.NoSymmetry, transform.Rotate180}).Draw(t, "symmetry"),
		}
		if rapid.Bool().Draw(t, "clues") {
			filter.Rungs, filter.Clues = true, seedbank.Range[int]{Low: 24, High: 28}
		}
		many, one := seedtest.SelectFrom(t, bank, filter), seedtest.SelectFrom(t, bank, filter)
		if !many.ReadAll(seedtest.Background, rapid.IntRange(1, 3).Draw(t, "workers")) {
			t.Fatal("it has not read the picks")
		}
		if got := many.AtHand(); uint64(got) != many.Len() {
			t.Fatalf("%d of %d picks are at hand", got, many.Len())
		}
		for i := range many.Len() {
			got, err := many.At(seedtest.Background, i)
			if err != nil {
				t.Fatal(err)
			}
			want, err := one.At(seedtest.Background, i)
			if err != nil {
				t.Fatal(err)
			}
			if got.Key() != want.Key() || got.Puzzle() != want.Puzzle() || got.Rating() != want.Rating() ||
				got.Automorphisms() != want.Automorphisms() || got.Isomorphs() != want.Isomorphs() {
				t.Fatalf("pick %d is %v %v, want %v %v", i, got.Puzzle(), got.Rating(), want.Puzzle(), want.Rating())
			}
			if n := want.Isomorphs() - 1; i%8 == 0 && got.Isomorph(n).ID() != want.Isomorph(n).ID() {
				t.Fatalf("isomorph %d of pick %d is %v, want %v", n, i, got.Isomorph(n), want.Isomorph(n))
			}
		}
	})
}

// What is read a window at a time, because all of it does not fit, is what a stream alone
// gives, also to forks that take it in turns.
func TestReadInWindows(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:150], seedtest.WithAutomorphisms())
	defer seedbank.PassRows(seedbank.PassRows(1 << 40))
	windows := 0
	rapid.Check(t, func(t *rapid.T) {
		filter := seedbank.Filter{Rungs: rapid.Bool().Draw(t, "rungs")}
		some, all := seedtest.SelectFrom(t, bank, filter), seedtest.SelectFrom(t, bank, filter)
		some.SetRoom(rapid.Int64Range(10_000, 50_000).Draw(t, "room"))
		key := rapid.Uint64().Draw(t, "key")
		one := some.Stream(key)
		seedbank.Expect(one, rapid.Uint64Range(0, 6000).Draw(t, "expected"), rapid.IntRange(1, 3).Draw(t, "workers"))
		forks, alone := []seedbank.Stream{one, seedbank.Fork(one)}, all.Stream(key)
		got, want := make([]seed.Isomorph, 40), make([]seed.Isomorph, 40)
		for block := range rapid.IntRange(1, 20).Draw(t, "blocks") {
			n, err := seedbank.Take(seedtest.Background, forks[block%2], got)
			m, wantErr := seedbank.Take(seedtest.Background, alone, want)
			if err != nil || wantErr != nil || n != m {
				t.Fatalf("%d puzzles, %v; want %d, %v", n, err, m, wantErr)
			}
			for i := range n {
				if line(got[i]) != line(want[i]) {
					t.Fatalf("puzzle %d of block %d is %v, want %v", i, block, got[i], want[i])
				}
			}
			if err := forks[1-block%2].Skip(seedtest.Background, uint64(n)); err != nil {
				t.Fatal(err)
			}
		}
		windows += some.Windows()
	})
	if windows == 0 && !testing.Short() { // a few checks may need none
		t.Error("nothing was read in a window")
	}
}

// A stream or a fork that skips far does not read what it skips.
func TestSkippedIsNotReadAhead(t *testing.T) {
	defer seedbank.PassRows(seedbank.PassRows(0)) // few picks of a large bank
	selection := seedtest.SelectFrom(t, seedtest.BankOf(t, seedtest.SomeSeeds()[:10]), seedbank.Filter{})
	const block, far = 256, 1_000_000_000_000
	most := selection.MostRead(seedtest.Background, [2]uint64{0, block}, [2]uint64{far, far + block}, [2]uint64{block, 2 * block},
		[2]uint64{far + block, far + 2*block}, [2]uint64{2 * far, 2*far + block})
	if most == 0 || most > selection.MostAhead() {
		t.Errorf("%d puzzles are read together", most)
	}
}

// A stream that has ended can be asked again, also if it reads ahead.
func TestTakeAfterTheEnd(t *testing.T) {
	defer seedbank.PassRows(seedbank.PassRows(0)) // few picks of a large bank
	selection := seedtest.SelectFrom(t, seedtest.BankOf(t, seedtest.SomeSeeds()), seedbank.Filter{})
	stream := selection.Stream(1)
	seedbank.Expect(stream, 1000, 1)
	if err := stream.Skip(seedtest.Background, selection.Puzzles().Lo-100); err != nil {
		t.Fatal(err)
	}
	some := make([]seed.Isomorph, 80)
	for _, want := range []int{80, 20, 0, 0} {
		n, err := seedbank.Take(seedtest.Background, stream, some)
		if ended := errors.Is(err, seedbank.ErrNoMore); n != want || ended != (n < 80) || err != nil && !ended {
			t.Fatalf("%d puzzles, %v; want %d", n, err, want)
		}
	}
}

// What is read together is at hand afterwards, however near its memory is to the limit.
func TestReadTogetherIsAtHand(t *testing.T) {
	defer seedbank.PassRows(seedbank.PassRows(0))
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	rapid.Check(t, func(t *rapid.T) {
		selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: true})
		picks, more := rapid.Uint64Range(1, selection.Len()).Draw(t, "picks"), rapid.Int64Range(-200, 400).Draw(t, "more")
		if !selection.ReadsWhatItSays(seedtest.Background, picks, more) {
			t.Errorf("%d picks were read, and not kept", picks)
		}
	})
}
