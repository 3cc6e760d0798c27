package records_test

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// pointing is a technique that some seeds use.
var pointing = seedtest.Must(rating.ParseTechnique("pointing"))

// orders are orders for tests. The values of the first two are columns.
var orders = []records.Order{
	{Name: "er"},
	{Name: "clues", FewestClues: true},
	{Name: "ep", ER: +1, Value: func(r *rating.Result, _ int) int { return int(r.EP) }},
	{Name: "ed", ER: -1, Value: func(r *rating.Result, _ int) int { return int(r.ED) }},
	{Name: "pointing", Value: func(r *rating.Result, _ int) int { return int(r.Uses[pointing]) }},
	{Name: "level 2", Value: func(r *rating.Result, _ int) int {
		if r.Level() != 2 {
			return 0
		}
		return r.PathEffort()
	}},
	{Name: "nothing", Value: func(*rating.Result, int) int { return 0 }},
}

// byValue are the orders with a Value and some seeds.
var byValue = orders[2:6]

// valueIn is what an order looks at, higher for better seeds, and 0 for a seed that it
// leaves out.
func valueIn(o *records.Order, s *seed.Seed) int {
	switch {
	case o.Value != nil:
		return o.Value(&s.Rating, s.Puzzle.NumClues())
	case o.FewestClues:
		return -s.Puzzle.NumClues()
	}
	return int(s.Rating.ER)
}

// A ranking has all seeds that are worth something, the best first, each once, until it
// was visited.
func TestRanking(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:60])
	seeds := map[seedbank.SeedID]seed.Seed{}
	for id := seedbank.SeedID(1); id <= 60; id++ {
		seeds[id] = mustSeed(t, bank, id)
	}
	for _, order := range orders {
		want := 0
		for id := range seeds {
			s := seeds[id]
			if valueIn(&order, &s) != 0 {
				want++
			}
		}
		ranking := records.Rank(bank.Bank, order)
		all := mustRank(t, ranking, 1000)
		seen := map[seedbank.SeedID]bool{}
		last := math.MaxInt
		for _, ranked := range all {
			of := seeds[ranked.ID]
			value := valueIn(&order, &of)
			if value == 0 || value > last || ranked.Value != max(value, -value) || seen[ranked.ID] {
				t.Errorf("%s: %+v, which is worth %d, comes after %d", order.Name, ranked, value, last)
			}
			seen[ranked.ID], last = true, value
		}
		if len(all) != want || (want == 0) != (order.Name == "nothing") {
			t.Errorf("%s: %d seeds of %d", order.Name, len(all), want)
		}
		best, ok, err := ranking.Best(seedtest.Background)
		if err != nil || ok != (want > 0) || ok && best != all[0].Value {
			t.Errorf("%s: the best is %d, %v, %v", order.Name, best, ok, err)
		}
		if want == 0 {
			continue
		}
		first := seeds[all[0].ID]
		seedtest.Visit(t, bank, order.Name, first.Key())
		rest := mustRank(t, ranking, 1000)
		if len(rest) != want-1 || slices.ContainsFunc(rest, func(r records.Ranked) bool { return r.ID == all[0].ID }) {
			t.Errorf("%s: %d seeds are left after a visit", order.Name, len(rest))
		}
		if again, ok, err := ranking.Best(seedtest.Background); again != best || !ok || err != nil {
			t.Errorf("%s: the best is %d, %v, %v after a visit", order.Name, again, ok, err)
		}
	}
}

// However few seeds a ranking keeps, it is the one that sorting all seeds gives, while
// seeds come in and are visited.
func TestRankingRemembers(t *testing.T) {
	cut := map[string]bool{}
	for fewest := 1; fewest <= 5; fewest += 2 {
		bank, seeds := seedtest.MakeBank(t), seedtest.SomeSeeds()[:120]
		rng := rand.New(rand.NewPCG(1, uint64(fewest)))
		var rankings []*records.Ranking
		for _, order := range byValue {
			rankings = append(rankings, records.Rank(bank.Bank, order))
			rankings[len(rankings)-1].KeepFewest(fewest)
		}
		been := map[string]map[seedbank.SeedID]bool{}
		for stored := 0; stored < len(seeds); {
			n := min(1+rng.IntN(20), len(seeds)-stored)
			seedtest.Insert(t, bank, seeds[stored:stored+n])
			stored += n
			for _, ranking := range rankings {
				if been[ranking.Name] == nil {
					been[ranking.Name] = map[seedbank.SeedID]bool{}
				}
				limit := 1 + rng.IntN(20)
				list := mustRank(t, ranking, limit)
				cut[ranking.Name] = cut[ranking.Name] || ranking.WasCut()
				want := naiveRanking(&ranking.Order, seeds[:stored], been[ranking.Name])
				if got := ids(list); !slices.Equal(got, want[:min(limit, len(want))]) {
					t.Fatalf("%s: %v of %d seeds, want %v", ranking.Name, got, stored, want)
				}
				for _, ranked := range list[:rng.IntN(len(list)+1)] {
					been[ranking.Name][ranked.ID] = true
					seedtest.Visit(t, bank, ranking.Name, seeds[ranked.ID-1].Key())
				}
			}
		}
	}
	for _, order := range byValue {
		if !cut[order.Name] {
			t.Errorf("%s: no ranking was ever cut", order.Name)
		}
	}
}

// Rankings miss no seed after several goroutines have asked for theirs while seeds came in.
func TestRankingsOfSeveralGoroutines(t *testing.T) {
	bank, seeds := seedtest.MakeBank(t), seedtest.SomeSeeds()
	var group sync.WaitGroup
	var rankings []*records.Ranking
	for _, order := range slices.Concat(byValue, byValue) {
		ranking := records.Rank(bank.Bank, order)
		rankings = append(rankings, ranking)
		group.Go(func() {
			for range 5 {
				_, err := ranking.First(seedtest.Background, 10)
				_, _, errBest := ranking.Best(seedtest.Background)
				if err := errors.Join(err, errBest); err != nil {
					t.Errorf("%s: %v", order.Name, err)
				}
			}
		})
	}
	for some := range slices.Chunk(seeds, 20) {
		seedtest.Insert(t, bank, some)
	}
	group.Wait()
	for _, ranking := range rankings {
		got, want := ids(mustRank(t, ranking, 1000)), naiveRanking(&ranking.Order, seeds, nil)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", ranking.Name, got, want)
		}
	}
}

// naiveRanking sorts the seeds, numbered from 1, that were not visited.
func naiveRanking(order *records.Order, seeds []seed.Seed, been map[seedbank.SeedID]bool) (list []seedbank.SeedID) {
	for i := range seeds {
		if id := seedbank.SeedID(i + 1); valueIn(order, &seeds[i]) > 0 && !been[id] {
			list = append(list, id)
		}
	}
	slices.SortFunc(list, func(i, j seedbank.SeedID) int {
		s, u := seeds[i-1], seeds[j-1]
		return cmp.Or(valueIn(order, &u)-valueIn(order, &s), order.ER*cmp.Compare(u.Rating.ER, s.Rating.ER), cmp.Compare(j, i))
	})
	return list
}

func ids(ranked []records.Ranked) []seedbank.SeedID {
	list := []seedbank.SeedID{}
	for _, one := range ranked {
		list = append(list, one.ID)
	}
	return list
}

func mustSeed(t *testing.T, of seedtest.AnyBank, id seedbank.SeedID) seed.Seed {
	bank := seedtest.BankIn(of)
	t.Helper()
	s, err := bank.Seed(seedtest.Background, id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The seeds of a value come in turns from their strata.
func TestRankingTakesTurns(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	for _, order := range orders[:2] {
		turns, shared := map[int]int{}, 0
		value, turn := -1, 0
		for _, ranked := range mustRank(t, records.Rank(bank.Bank, order), 1000) {
			if ranked.Value != value {
				clear(turns)
				value, turn = ranked.Value, 0
			}
			turns[ranked.Stratum]++
			if turns[ranked.Stratum] < turn {
				t.Errorf("%s: %+v comes after turn %d", order.Name, ranked, turn)
			}
			turn = turns[ranked.Stratum]
			if turn == 2 {
				shared++
			}
		}
		if shared == 0 {
			t.Errorf("%s: no stratum has two seeds", order.Name)
		}
	}
}

// Of equals, those come first that have the highest ER, or the lowest.
func TestRankingOfEquals(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	for _, order := range byValue[:2] {
		value, last, several := -1, rating.Tenths(0), 0
		for _, ranked := range mustRank(t, records.Rank(bank.Bank, order), 1000) {
			of := mustSeed(t, bank, ranked.ID)
			got := cmp.Compare(of.Rating.ER, last)
			if ranked.Value == value && got == order.ER {
				t.Errorf("%s: records.ER %v comes after %v", order.Name, of.Rating.ER, last)
			}
			if ranked.Value == value && got != 0 {
				several++
			}
			value, last = ranked.Value, of.Rating.ER
		}
		if several == 0 {
			t.Errorf("%s: all equals have the same ER", order.Name)
		}
	}
}

// A ranking with a symmetry has what the bank lists for the symmetry, the best first and
// each seed once, until it was visited.
func TestRankingOfASymmetry(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SymmetricSeeds(), seedtest.SomeSeeds()[:30])
	for s := range transform.Symmetries() {
		ranking := records.Rank(bank.Bank, records.Order{Name: s.String(), Symmetry: s})
		all := mustRank(t, ranking, 1000)
		if len(all) < 3 {
			t.Fatalf("%v: %d seeds", s, len(all))
		}
		if !slices.IsSortedFunc(all, func(a, b records.Ranked) int { return b.Value - a.Value }) {
			t.Errorf("%v: the best is not the first: %v", s, all)
		}
		seen := map[seedbank.SeedID]bool{}
		for _, ranked := range all {
			of := mustSeed(t, bank, ranked.ID)
			if seen[ranked.ID] || of.PickSymmetric(ranked.Place, s).Isomorphs() == 0 {
				t.Fatalf("%v: %+v", s, ranked)
			}
			seen[ranked.ID] = true
			er := of.Rating.ER
			if ranked.Place > 0 {
				er = of.Rungs[ranked.Place-1].ER
			}
			if int(er) != ranked.Value {
				t.Errorf("%v: %+v is rated %v", s, ranked, er)
			}
		}
		if best, ok, err := ranking.Best(seedtest.Background); err != nil || !ok || best != all[0].Value {
			t.Errorf("%v: the best is %d, %v, %v", s, best, ok, err)
		}
		if first := mustRank(t, ranking, 2); !slices.Equal(first, all[:2]) {
			t.Errorf("%v: %v, want %v", s, first, all[:2])
		}
		first := mustSeed(t, bank, all[0].ID)
		seedtest.Visit(t, bank, s.String(), first.Key())
		if rest := mustRank(t, ranking, 1000); !slices.Equal(rest, all[1:]) {
			t.Errorf("%v: after a seedtest.Visit there are %v, want %v", s, rest, all[1:])
		}
	}
	if rest := mustRank(t, records.Rank(bank.Bank, records.Order{Name: "er"}), 1000); len(rest) != int(seedtest.SelectFrom(t, bank, seedbank.Filter{}).Len()) {
		t.Errorf("visits with a symmetry leave %d seeds to those without", len(rest))
	}
	if _, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Problem: func(err error) { t.Error(err) }}); err != nil {
		t.Error(err)
	}
}

func mustRank(t *testing.T, ranking *records.Ranking, n int) []records.Ranked {
	t.Helper()
	list, err := ranking.First(seedtest.Background, n)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
