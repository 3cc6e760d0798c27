package change_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Banks with overlapping seeds and different rungs become the same bank,
// whichever is merged into which, and in whatever order and portions all is
// inserted into another one. Among the seeds are such as share a solution, and
// such as have solutions with automorphisms, so that many rungs are isomorphs.
func TestUnionInAnyOrder(t *testing.T) {
	fewerChecks(t)
	all := slices.Concat(seedtest.Relatives(), seedtest.SomeSeeds()[:5])
	rapid.Check(t, func(t *rapid.T) {
		one, other := drawSeeds(t, all), drawSeeds(t, all)
		whole := union(one, other)

		a, b, c := seedtest.BankOf(t, one), seedtest.BankOf(t, other), seedtest.MakeBank(t)
		mustBeWell(t, a)
		mustBeWell(t, b)
		checkRecall(t, a, b)

		mustUnite(t, a, b, whole)
		checkRecall(t, b, a)
		mustUnite(t, b, a, whole)
		both := slices.Concat(one, other)
		for some := range slices.Chunk(permutation(t, len(both)), 8) {
			var portion []seed.Seed
			for _, i := range some {
				portion = append(portion, both[i])
			}
			seedtest.Insert(t, c, portion)
			mustBeWell(t, c)
		}
		mustHold(t, c, whole)

		puzzles := seedtest.SelectFrom(t, a, seedbank.Filter{Rungs: true}).Stats()
		for _, bank := range []*change.Writer{b, c} {
			if diff := cmp.Diff(puzzles, seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: true}).Stats()); diff != "" {
				t.Fatalf("banks of the same seeds and rungs count otherwise:\n%s", diff)
			}
		}
	})
}

// drawSeeds draws some seeds, each with some of its rungs in some order.
func drawSeeds(t *rapid.T, all []seed.Seed) (some []seed.Seed) {
	for _, s := range all {
		if !rapid.Bool().Draw(t, "seed") {
			continue
		}
		all, number := s.Rungs, rapid.IntRange(0, len(s.Rungs)).Draw(t, "rungs")
		s.Rungs = nil
		for _, i := range permutation(t, len(all))[:number] {
			s.Rungs = append(s.Rungs, all[i])
		}
		some = append(some, s)
	}
	return some
}

// permutation draws an order of the numbers below n.
func permutation(t *rapid.T, n int) []int {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0)).Perm(n)
}

// union returns all seeds with all of their rungs.
func union(parts ...[]seed.Seed) map[seed.Key]seed.Seed {
	all := map[seed.Key]seed.Seed{}
	for _, s := range slices.Concat(parts...) {
		if known, ok := all[s.Key()]; ok {
			rungs := s.Rungs
			s.Rungs = slices.Clone(known.Rungs)
			s.AddRungs(rungs...)
		}
		all[s.Key()] = s
	}
	return all
}

// mustUnite merges a bank into another one, which must hold the union then.
// Merging again must not find anything.
func mustUnite(t seedtest.Cleaner, into, from *change.Writer, want map[seed.Key]seed.Seed) {
	t.Helper()
	merge(t, into, from.Path())
	mustHold(t, into, want)
	mustBeWell(t, into)
	before := contents(t, into, seedbank.Filter{})
	merged, conflicts := merge(t, into, from.Path())
	if merged.Stored != 0 || merged.Rungs != 0 || merged.United != 0 || merged.Known != merged.Sum() || len(conflicts) > 0 {
		t.Fatal("merging again:", merged, conflicts)
	}
	if diff := cmp.Diff(before, contents(t, into, seedbank.Filter{}), samePuzzles); diff != "" {
		t.Fatal("merging again changed seeds:", diff)
	}
}

// mustHold compares the seeds of a bank, and by name their rungs, with others,
// and the number of classes that can be drawn.
func mustHold(t seedtest.Cleaner, of seedtest.AnyBank, want map[seed.Key]seed.Seed) {
	bank := seedtest.BankIn(of)
	t.Helper()
	got := contents(t, bank, seedbank.Filter{})
	if diff := cmp.Diff(sorted(want), sorted(got), samePuzzles); diff != "" {
		t.Fatal("seeds of the union, seeds of the bank:", diff)
	}
	var seeds []seed.Seed
	for _, s := range want {
		seeds = append(seeds, s)
	}
	if drawn, all := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: true}).Len(), classes(seeds); drawn != uint64(all) {
		t.Fatal("can be drawn:", drawn, "classes:", all)
	}
}
