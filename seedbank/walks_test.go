package seedbank

import (
	"cmp"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// valueFor is what an objective looks at, higher for better seeds.
var valueFor = map[Objective]func(*seed.Seed) int{
	TowardER:    func(s *seed.Seed) int { return int(s.Rating.ER) },
	TowardEP:    func(s *seed.Seed) int { return int(s.Rating.EP) },
	TowardED:    func(s *seed.Seed) int { return int(s.Rating.ED) },
	TowardClues: func(s *seed.Seed) int { return -s.Puzzle.NumClues() },
}

// A walk has before it all seeds, the best first, each once, until it has been there.
func TestFrontier(t *testing.T) {
	bank := bankOf(t, someSeeds()[:60])
	for _, toward := range Objectives {
		walk := Walk{Toward: toward}
		all := mustFrontier(t, bank, walk, 1000)
		seen := map[SeedID]bool{}
		last := 1000
		for _, start := range all {
			from, err := bank.Seed(background, start.ID)
			if err != nil || seen[start.ID] {
				t.Fatalf("%s: %+v, %v", toward, start, err)
			}
			seen[start.ID] = true
			value := valueFor[toward](&from)
			if value > last || start.Value != max(value, -value) {
				t.Errorf("%s: %+v, which is worth %d, comes after %d", toward, start, value, last)
			}
			last = value
		}
		if len(all) != 60 {
			t.Errorf("%s: %d starts of 60", toward, len(all))
		}
		if best, ok, err := bank.Best(background, walk); err != nil || !ok || best != all[0].Value {
			t.Errorf("%s: the best is %d, %v, %v", toward, best, ok, err)
		}
		if err := bank.NoteWalked(background, walk, all[0].ID); err != nil {
			t.Fatal(err)
		}
		rest := mustFrontier(t, bank, walk, 1000)
		if len(rest) != 59 || slices.ContainsFunc(rest, func(s Start) bool { return s.ID == all[0].ID }) {
			t.Errorf("%s: %d starts are left after a step", toward, len(rest))
		}
	}
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
