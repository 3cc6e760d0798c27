package seedbank

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// The table of picks gives each pick under its own number, also if several goroutines put
// some there, and has memory for few more.
func TestPickTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 3000).Draw(t, "numbers")
		numbers := rapid.SliceOfNDistinct(rapid.Uint64Max(n-1), 0, 200, rapid.ID).Draw(t, "picks")
		table, picks := newPickTable(n, 0), make([]seed.Pick, n)
		var group sync.WaitGroup
		var bytes [2]int
		for half := range bytes {
			group.Go(func() {
				for i := half; i < len(numbers); i += 2 {
					bytes[half] += table.put(numbers[i], &picks[numbers[i]])
				}
			})
		}
		group.Wait()
		leaves := map[uint64]bool{}
		put := map[uint64]bool{}
		for _, number := range numbers {
			put[number], leaves[number/leafPicks] = true, true
		}
		for number := range n {
			if got := table.at(number); (got != nil) != put[number] || got != nil && got != &picks[number] {
				t.Fatalf("under number %d there is pick %p, put is %v", number, got, put[number])
			}
		}
		if got, want := bytes[0]+bytes[1], len(leaves)*leafPicks*8; got != want {
			t.Fatalf("%d bytes for %d leaves", got, len(leaves))
		}
	})
}

// The guide leads to the span of every puzzle.
func TestGuide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Selection{}
		for range rapid.IntRange(1, 40).Draw(t, "strata") {
			st := stratum{}
			st.Number = rapid.Uint64Range(1, 1<<rapid.IntRange(0, 40).Draw(t, "bits")).Draw(t, "picks")
			st.Isomorphs = rapid.Uint64Range(1, 1<<rapid.IntRange(0, 40).Draw(t, "bits of isomorphs")).Draw(t, "isomorphs")
			s.strata = append(s.strata, st)
		}
		s.addUp()
		n := rapid.IntRange(0, len(s.spans)-1).Draw(t, "span")
		for _, i := range []shuffle.Uint128{s.spans[n].first, s.spans[n].end.Sub(shuffle.Number(1))} {
			if got := s.spanOf(i); got != n {
				t.Fatalf("puzzle %v is in span %d, want %d", i, got, n)
			}
		}
		if got := s.spanOf(s.Puzzles()); got != len(s.spans) {
			t.Fatalf("the puzzle behind the last is in span %d of %d", got, len(s.spans))
		}
	})
}
