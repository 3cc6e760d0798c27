package mine

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// doUnit does a unit and returns its parts. They come as batches, as on the way from
// another machine.
func doUnit(t *testing.T, u *Unit) (parts []Found) {
	t.Helper()
	var w Worker
	err := w.Do(context.Background(), u, nil, func(f Found) error {
		parts = append(parts, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// seedsOf returns the seeds of parts as one message.
func seedsOf(parts []Found) []byte {
	b := &seed.Batch{Rater: rating.Version}
	for i := range parts {
		b.Seeds = append(b.Seeds, parts[i].Seeds...)
	}
	return seed.Marshal(b)
}

var someUnits = map[string]*Unit{
	"prune":     {Rater: rating.Version, Kind: PruneUnit, RandomSeed: 3, First: 100, Count: 20},
	"hard ones": {Rater: rating.Version, Kind: PruneUnit, Count: 60, Wanted: []Wanted{{seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 6, High: 8}}}}},
	"symmetric": {Rater: rating.Version, Kind: SymmetricUnit, Count: 10, Symmetry: transform.Rotate180.String()},
}

// The same unit gives the same parts, whoever does it.
func TestUnitsAreRepeatable(t *testing.T) {
	for name, u := range someUnits {
		again, err := DecodeUnit(u.Encode())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(u, again, cmp.AllowUnexported(sudoku.Cells{})); diff != "" {
			t.Errorf("%s: written and read again:\n%s", name, diff)
		}
		parts, partsAgain := doUnit(t, u), doUnit(t, again)
		made := 0
		for i := range parts {
			made += parts[i].Made
		}
		if made != u.Count || string(seedsOf(parts)) != string(seedsOf(partsAgain)) || len(parts) != len(partsAgain) {
			t.Errorf("%s: %d puzzles made of %d, in %d parts, then %d", name, made, u.Count, len(parts), len(partsAgain))
		}
	}
}

// Units of any size, together, give what one machine finds in a run.
func TestUnitsMakeARun(t *testing.T) {
	const n = 48
	bank := newBank(t)
	if _, err := Run(t.Context(), bank, Options{RandomSeed: 5, Count: n, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	want := keySet(t, bank)
	for _, size := range []int{48, 13} {
		got := map[seed.Key]bool{}
		for first := 0; first < n; first += size {
			u := &Unit{Rater: rating.Version, Kind: PruneUnit, RandomSeed: 5, First: uint64(first), Count: min(size, n-first)}
			for _, part := range doUnit(t, u) {
				for i := range part.Seeds {
					got[part.Seeds[i].Key()] = true
				}
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("units of %d give %d seeds, a run %d", size, len(got), len(want))
		}
	}
}

func TestInterruptedUnit(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var w Worker
	err := w.Do(ctx, someUnits["prune"], nil, func(Found) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a unit that was interrupted: %v", err)
	}
}

func TestBadUnits(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `null`, `{"kind":"prune"}`, `{"kind":"dance","rater":1,"count":1}`,
		`{"kind":"prune","rater":1,"count":-1}`, `{"kind":"prune","rater":1,"count":10000000}`,
		`{"kind":"prune","rater":1,"count":1,"first":18446744073709551615}`,
		`{"kind":"prune","rater":1,"count":1,"more":1}`, `{"kind":"prune","rater":1,"count":1} 7`,
		`{"kind":"prune","rater":1,"count":1,"wanted":[{"level":"12"}]}`,
		`{"kind":"symmetric","rater":1,"count":1}`, `{"kind":"symmetric","rater":1,"count":1,"symmetry":"round"}`,
		`{"kind":"walk","rater":1,"toward":"er"}`, `{"kind":"walk","rater":1,"toward":"home","from":"1","slices":1}`,
		`{"kind":"ladders","rater":1,"seeds":"c2RrdQ=="}`,
	} {
		if _, err := DecodeUnit([]byte(text)); !errors.Is(err, ErrUnit) {
			t.Errorf("%s: %v", text, err)
		}
	}
	other := *someUnits["prune"]
	other.Rater++
	if _, err := DecodeUnit(other.Encode()); !errors.Is(err, ErrOtherRater) {
		t.Errorf("a unit for another rater: %v", err)
	}
}

func FuzzDecodeUnit(f *testing.F) {
	for _, name := range slices.Sorted(maps.Keys(someUnits)) {
		f.Add(someUnits[name].Encode())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		u, err := DecodeUnit(text)
		if err != nil {
			return
		}
		if again, err := DecodeUnit(u.Encode()); err != nil || string(again.Encode()) != string(u.Encode()) {
			t.Errorf("%s, written and read again: %v", text, err)
		}
	})
}

// A plan, done and delivered with repetitions, is the run of one machine; a second plan
// goes on where the first one stopped.
func TestPlansGoOn(t *testing.T) {
	for round := range uint64(8) {
		random := rand.New(rand.NewPCG(round, 0))
		bank := newBank(t)
		first := uint64(0)
		for range 2 {
			plan := openPlan(t, bank, Options{RandomSeed: 5, UnitSize: 1 + random.IntN(20), Ladders: NoLadders, Resume: true})
			for range 2 {
				u, err := plan.Next(t.Context())
				if err != nil || u.Kind != PruneUnit || u.First != first {
					t.Fatalf("the next unit is %+v, %v; want one from number %d on", u, err, first)
				}
				if err := plan.Planned(t.Context(), u); err != nil {
					t.Fatal(err)
				}
				first += uint64(u.Count)
				var deliveries []Delivery
				for _, part := range doUnit(t, u) {
					deliveries = append(deliveries, Delivery{Found: part, From: "somebody"})
				}
				deliveries = append(deliveries, Delivery{Unit: u, Done: true})
				for i := range 1 + random.IntN(2) {
					stored, err := plan.Collect(t.Context(), deliveries, map[string]uint64{"results": first})
					if err != nil || i > 0 && stored["somebody"] > 0 {
						t.Fatalf("%v stored the second time, error %v", stored, err)
					}
				}
			}
			if err := plan.Close(nil); err != nil {
				t.Fatal(err)
			}
		}
		if place, err := change.Bookmark(t.Context(), bank.Bank, "results"); place != first || err != nil {
			t.Errorf("the bookmark is %d, %v; want %d", place, err, first)
		}
		got := keySet(t, bank)
		want := map[seed.Key]bool{}
		for _, part := range doUnit(t, &Unit{Rater: rating.Version, Kind: PruneUnit, RandomSeed: 5, Count: int(first), Ladders: NoLadders}) {
			for i := range part.Seeds {
				want[part.Seeds[i].Key()] = true
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%d seeds, one machine finds %d", len(got), len(want))
		}
	}
}

// keySet returns the keys of the seeds of a bank.
func keySet(t *testing.T, bank *change.Writer) map[seed.Key]bool {
	t.Helper()
	set := map[seed.Key]bool{}
	for _, key := range keys(t, bank) {
		set[key] = true
	}
	return set
}

// A unit says what the bank lacks, and gives seeds the rungs that a run on that bank
// would give them.
func TestUnitsKnowTheStock(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		st := &stock{enough: rapid.IntRange(0, 3).Draw(rt, "enough")}
		for level := range st.has {
			for clues := range st.has[level] {
				st.has[level][clues] = rapid.IntRange(0, 3).Draw(rt, "has")
			}
		}
		u := &Unit{Rater: rating.Version, Kind: PruneUnit, Count: 1}
		u.setLadders(NeededLadders, st.lacks())
		again, err := DecodeUnit(u.Encode())
		if err != nil {
			rt.Fatal(err)
		}
		got := again.lacks()
		for level := rating.Level(1); level <= rating.NumLevels; level++ {
			for clues := leastClues; clues < leastClues+64; clues++ {
				if want := st.has[level][clues] < st.enough; got.has(level, clues) != want {
					rt.Fatalf("level %d with %d clues: lacking is %v, the stock says %v", level, clues, got.has(level, clues), want)
				}
			}
		}
	})
	u := &Unit{Rater: rating.Version, Kind: PruneUnit, Count: 1}
	if u.setLadders(AllLadders, nil); u.lacks() != nil {
		t.Errorf("a bank that wants all ladders gives a unit %q", u.Ladders)
	}
}
