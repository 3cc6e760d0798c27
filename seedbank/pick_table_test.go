package seedbank

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// The table of picks gives a pick under its own number only, however it grows.
func TestPickTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.Uint64Range(1, 3000).Draw(t, "numbers")
		table := newPickTable(most)
		put := map[uint64]*seed.Pick{}
		for range rapid.IntRange(0, 2000).Draw(t, "picks") {
			number := rapid.Uint64Max(most-1).Draw(t, "number")
			put[number] = new(seed.Pick)
			table.put(number, put[number])
			if table.at(number) != put[number] {
				t.Fatalf("pick %d is not there", number)
			}
		}
		for number := range most {
			if got := table.at(number); got != nil && got != put[number] {
				t.Fatalf("under number %d there is another pick", number)
			}
		}
		if n := uint64(len(table.entries)); n > firstPicks && n >= 4*most {
			t.Fatalf("%d entries for %d picks", n, most)
		}
	})
}

// Picks that have different places stay at hand when the table grows.
func TestPickTableKeeps(t *testing.T) {
	table := newPickTable(mostPicks)
	picks := make([]seed.Pick, 5000)
	for i := range picks {
		table.put(uint64(i), &picks[i])
	}
	for i := range picks {
		if table.at(uint64(i)) != &picks[i] {
			t.Fatalf("pick %d is lost", i)
		}
	}
}
