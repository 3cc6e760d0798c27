package mine

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Units of any size, together, give what one machine finds in a run.
func TestUnitsMakeARun(t *testing.T) {
	const n = 48
	bank := newBank(t)
	if _, err := Run(t.Context(), bank, Options{RandomSeed: 5, Count: n, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	want := seedtest.Keys(t, bank)
	for _, size := range []int{48, 13} {
		got := map[seed.Key]bool{}
		for first := 0; first < n; first += size {
			u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 5, First: uint64(first), Count: min(size, n-first)}
			for _, part := range do(t, u) {
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

// A plan, done and delivered with repetitions, is the run of one machine; a second plan
// goes on where the first one stopped.
func TestPlansGoOn(t *testing.T) {
	for round := range uint64(8) {
		random := rand.New(rand.NewPCG(round, 0))
		bank := newBank(t)
		first := uint64(0)
		for range 2 {
			plan := openPlan(t, bank, Options{RandomSeed: 5, UnitSize: 1 + random.IntN(20), Ladders: work.NoLadders, Resume: true})
			for range 2 {
				u, err := plan.Next(t.Context())
				if err != nil || u.Kind != work.PruneUnit || u.First != first {
					t.Fatalf("the next unit is %+v, %v; want one from number %d on", u, err, first)
				}
				if err := plan.Planned(t.Context(), u); err != nil {
					t.Fatal(err)
				}
				first += uint64(u.Count)
				var deliveries []Delivery
				for _, part := range do(t, u) {
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
		got := seedtest.Keys(t, bank)
		want := map[seed.Key]bool{}
		for _, part := range do(t, &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 5, Count: int(first), Ladders: work.NoLadders}) {
			for i := range part.Seeds {
				want[part.Seeds[i].Key()] = true
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%d seeds, one machine finds %d", len(got), len(want))
		}
	}
}

// Units of every size have texts that workers read.
func TestLargeUnits(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 1, RandomSeed: 3, Count: 1, Ladders: work.AllLadders})
	some := seeds(t, bank)
	plan := openPlan(t, bank, Options{UnitSize: bounds.WorkPuzzles})
	for _, kind := range []work.UnitKind{work.SymmetrizeUnit, work.LadderUnit, work.RateUnit} {
		if n := len(unitOfSeeds(kind, slices.Repeat(some, plan.size(kind))).Encode()); n > bounds.Work {
			t.Errorf("%s: %d bytes", kind, n)
		}
	}
	if n := len((&work.Unit{Puzzles: make([]sudoku.Grid, plan.size(work.ImportUnit))}).Encode()); n > bounds.Work {
		t.Errorf("%s: %d bytes", work.ImportUnit, n)
	}
}

// Known seeds that bring rungs do not count for the number of seeds that ends a run.
func TestKnownSeedsDoNotEndARun(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 1, RandomSeed: 3, Count: 4, Ladders: work.NoLadders})
	plan := openPlan(t, bank, Options{RandomSeed: 3, Count: 4, Ladders: work.AllLadders})
	u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 3, Count: 12}
	var deliveries []Delivery
	for _, part := range do(t, u) {
		deliveries = append(deliveries, Delivery{Found: part, Unit: u})
	}
	if _, err := plan.Collect(t.Context(), deliveries, nil); err != nil {
		t.Fatal(err)
	}
	if p := plan.Progress(); p.Stored != 4 || p.Known != 4 || p.Unwanted != 4 || !plan.Met() {
		t.Errorf("%d stored, %d known, %d unwanted, met: %v", p.Stored, p.Known, p.Unwanted, plan.Met())
	}
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
		u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, Count: 1}
		u.SetLadders(work.NeededLadders, st.lacks())
		again, err := work.DecodeUnit(u.Encode())
		if err != nil {
			rt.Fatal(err)
		}
		got := again.WantedRungs()
		for level := rating.Level(1); level <= rating.NumLevels; level++ {
			for clues := seedbank.LeastClues; clues < seedbank.LeastClues+64; clues++ {
				if want := st.has[level][clues] < st.enough; got.Has(level, clues) != want {
					rt.Fatalf("level %d with %d clues: lacking is %v, the stock says %v", level, clues, got.Has(level, clues), want)
				}
			}
		}
	})
	u := &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, Count: 1}
	if u.SetLadders(work.AllLadders, nil); u.WantedRungs() != nil {
		t.Errorf("a bank that wants all ladders gives a unit %q", u.Ladders)
	}
}
