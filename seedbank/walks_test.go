package seedbank

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// valueFor is what an objective looks at, higher for better seeds, and 0 for a seed from
// which no walk sets out.
func valueFor(toward Objective, s *seed.Seed) int {
	switch toward {
	case TowardER:
		return int(s.Rating.ER)
	case TowardEP:
		return int(s.Rating.EP)
	case TowardED:
		return int(s.Rating.ED)
	case TowardClues:
		return -s.Puzzle.NumClues()
	}
	if least, ok := strings.CutPrefix(string(toward), "clues:"); ok {
		if n := s.Puzzle.NumClues(); n >= int(least[0]-'0')*10+int(least[1]-'0') {
			return 81 - n
		}
		return 0
	}
	if level, ok := strings.CutPrefix(string(toward), "effort:"); ok {
		if fmt.Sprint(int(s.Rating.Level())) != level {
			return 0
		}
		sum := 0
		for t, steps := range s.Rating.Uses {
			least, _ := rating.Technique(t).Range()
			sum += int(steps) * int(least)
		}
		return sum
	}
	return int(s.Rating.Uses[slices.Index(rating.TechniqueNames(), string(toward))])
}

// A walk has before it all seeds that are worth something, the best first, each once,
// until it has been there.
func TestFrontier(t *testing.T) {
	bank := bankOf(t, someSeeds()[:60])
	seeds := map[SeedID]seed.Seed{}
	for id := SeedID(1); id <= 60; id++ {
		seeds[id] = mustSeed(t, bank, id)
	}
	for _, toward := range Objectives() {
		want := 0
		for id := range seeds {
			s, starts := seeds[id], toward.Starts()
			if valueFor(toward, &s) != 0 {
				want++
			}
			if starts.Passes(&s) != (valueFor(toward, &s) != 0) {
				t.Errorf("%s: worth %d, but is a start: %t", toward, valueFor(toward, &s), starts.Passes(&s))
			}
		}
		walk := Walk{Toward: toward}
		all := mustFrontier(t, bank, walk, 1000)
		seen := map[SeedID]bool{}
		last := math.MaxInt
		for _, start := range all {
			from := seeds[start.ID]
			value := valueFor(toward, &from)
			if value == 0 || value > last || start.Value != max(value, -value) || seen[start.ID] {
				t.Errorf("%s: %+v, which is worth %d, comes after %d", toward, start, value, last)
			}
			seen[start.ID], last = true, value
		}
		if len(all) != want {
			t.Errorf("%s: %d starts of %d", toward, len(all), want)
		}
		best, ok, err := bank.Best(background, walk)
		if err != nil || ok != (want > 0) || ok && best != all[0].Value {
			t.Errorf("%s: the best is %d, %v, %v", toward, best, ok, err)
		}
		if want == 0 {
			continue
		}
		if err := bank.NoteWalked(background, walk, all[0].ID); err != nil {
			t.Fatal(err)
		}
		rest := mustFrontier(t, bank, walk, 1000)
		if len(rest) != want-1 || slices.ContainsFunc(rest, func(s Start) bool { return s.ID == all[0].ID }) {
			t.Errorf("%s: %d starts are left after a step", toward, len(rest))
		}
		if again, ok, err := bank.Best(background, walk); again != best || !ok || err != nil {
			t.Errorf("%s: the best is %d, %v, %v after a step", toward, again, ok, err)
		}
	}
}

// However few seeds a ranking keeps, a frontier is the one that sorting all seeds gives,
// while seeds come in and walks go on.
func TestFrontierRemembered(t *testing.T) {
	objectives := []Objective{TowardEP, TowardED, "pointing", TowardEffort(2)}
	cut := map[Objective]bool{}
	for fewest := 1; fewest <= 6; fewest++ {
		bank, seeds := makeBank(t), someSeeds()
		bank.rankings.fewest = fewest
		rng := rand.New(rand.NewPCG(1, uint64(fewest)))
		been := map[Objective]map[SeedID]bool{}
		for stored := 0; stored < len(seeds); {
			n := min(1+rng.IntN(20), len(seeds)-stored)
			insert(t, bank, seeds[stored:stored+n])
			stored += n
			for _, toward := range objectives {
				if been[toward] == nil {
					been[toward] = map[SeedID]bool{}
				}
				limit := 1 + rng.IntN(20)
				starts := mustFrontier(t, bank, Walk{Toward: toward}, limit)
				cut[toward] = cut[toward] || bank.rankings.by[toward].cut
				want := naiveStarts(toward, seeds[:stored], been[toward])
				if got := ids(starts); !slices.Equal(got, want[:min(limit, len(want))]) {
					t.Fatalf("%s: %v of %d seeds, want %v", toward, got, stored, want)
				}
				for _, start := range starts[:rng.IntN(len(starts)+1)] {
					been[toward][start.ID] = true
					if err := bank.NoteWalked(background, Walk{Toward: toward}, start.ID); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
	for _, toward := range objectives {
		if !cut[toward] {
			t.Errorf("%s: no ranking was ever cut", toward)
		}
	}
}

// A frontier misses no seed after several goroutines have asked for it while seeds came in.
func TestFrontierOfSeveralGoroutines(t *testing.T) {
	bank, seeds := makeBank(t), someSeeds()
	var group sync.WaitGroup
	for _, toward := range []Objective{TowardEP, TowardEP, TowardED, TowardEffort(2)} {
		group.Go(func() {
			for range 5 {
				_, err := bank.Frontier(background, Walk{Toward: toward}, 10)
				_, _, errBest := bank.Best(background, Walk{Toward: toward})
				if err := errors.Join(err, errBest); err != nil {
					t.Errorf("%s: %v", toward, err)
				}
			}
		})
	}
	for some := range slices.Chunk(seeds, 20) {
		insert(t, bank, some)
	}
	group.Wait()
	for _, toward := range []Objective{TowardEP, TowardED, TowardEffort(2)} {
		got, want := ids(mustFrontier(t, bank, Walk{Toward: toward}, 1000)), naiveStarts(toward, seeds, nil)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", toward, got, want)
		}
	}
}

// naiveStarts sorts the seeds, numbered from 1, where no walk has been.
func naiveStarts(toward Objective, seeds []seed.Seed, been map[SeedID]bool) (list []SeedID) {
	for i := range seeds {
		if id := SeedID(i + 1); valueFor(toward, &seeds[i]) > 0 && !been[id] {
			list = append(list, id)
		}
	}
	erOrder := map[Objective]int{TowardEP: -1, TowardED: 1}[toward]
	slices.SortFunc(list, func(i, j SeedID) int {
		s, u := seeds[i-1], seeds[j-1]
		return cmp.Or(valueFor(toward, &u)-valueFor(toward, &s), erOrder*cmp.Compare(s.Rating.ER, u.Rating.ER), cmp.Compare(j, i))
	})
	return list
}

func ids(starts []Start) []SeedID {
	list := []SeedID{}
	for _, start := range starts {
		list = append(list, start.ID)
	}
	return list
}

func mustSeed(t *testing.T, of anyBank, id SeedID) seed.Seed {
	bank := of.opened()
	t.Helper()
	s, err := bank.Seed(background, id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The seeds of a value come in turns from their cells of the map.
func TestFrontierTakesTurns(t *testing.T) {
	bank := bankOf(t, someSeeds())
	for _, toward := range []Objective{TowardER, TowardClues} {
		turns, shared := map[int]int{}, 0
		value, turn := -1, 0
		for _, start := range mustFrontier(t, bank, Walk{Toward: toward}, 1000) {
			if start.Value != value {
				clear(turns)
				value, turn = start.Value, 0
			}
			turns[start.Stratum]++
			if turns[start.Stratum] < turn {
				t.Errorf("%s: %+v comes after turn %d", toward, start, turn)
			}
			turn = turns[start.Stratum]
			if turn == 2 {
				shared++
			}
		}
		if shared == 0 {
			t.Errorf("%s: no cell has two seeds", toward)
		}
	}
}

// Of equals, a walk toward ep sets out first from the hardest, and one toward ed from
// those that are nearest to a diamond.
func TestFrontierAmongEqualStarts(t *testing.T) {
	bank := bankOf(t, someSeeds())
	for toward, order := range map[Objective]int{TowardEP: -1, TowardED: 1} {
		value, last, several := -1, rating.Tenths(0), 0
		for _, start := range mustFrontier(t, bank, Walk{Toward: toward}, 1000) {
			from, err := bank.Seed(background, start.ID)
			if err != nil {
				t.Fatal(err)
			}
			got := cmp.Compare(from.Rating.ER, last)
			if start.Value == value && got == -order {
				t.Errorf("%s: ER %v comes after %v", toward, from.Rating.ER, last)
			}
			if start.Value == value && got != 0 {
				several++
			}
			value, last = start.Value, from.Rating.ER
		}
		if several == 0 {
			t.Errorf("%s: all equals have the same ER", toward)
		}
	}
}
