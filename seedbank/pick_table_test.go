package seedbank

import (
	"slices"
	"strconv"
	"sync"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// The table of picks gives each pick under its own number, also if several goroutines put
// it there, and has memory for few more.
func TestPickTable(t *testing.T) {
	source := new(seed.Seed).Source()
	pickOf := func(number uint64) seed.Pick {
		return source.Of(&seed.Rung{Added: sudoku.CellsOfWords(1+number, 0), Automorphisms: 1})
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 3000).Draw(t, "numbers")
		numbers := rapid.SliceOfNDistinct(rapid.Uint64Max(n-1), 0, 200, rapid.ID).Draw(t, "picks")
		table := newPickTable(n, 0)
		inWindows := map[uint64]bool{}
		for range rapid.IntRange(0, 3).Draw(t, "windows") {
			w := &wishes{bits: make([]uint64, (n+63)/64)}
			for _, number := range rapid.SliceOfDistinct(rapid.Uint64Max(n-1), rapid.ID).Draw(t, "window") {
				w.add(number)
				inWindows[number] = true
			}
			table.open(w)
		}
		var group sync.WaitGroup
		var bytes [2]int
		var in [2][]*seed.Pick
		for worker := range bytes {
			group.Go(func() {
				for _, number := range numbers {
					pick, more := table.put(number, pickOf(number))
					bytes[worker] += more
					in[worker] = append(in[worker], pick)
				}
			})
		}
		group.Wait()
		if !slices.Equal(in[0], in[1]) {
			t.Fatal("two goroutines got different picks")
		}
		leaves := map[uint64]bool{}
		put := map[uint64]*seed.Pick{}
		for i, number := range numbers {
			put[number] = in[0][i]
			if !inWindows[number] {
				leaves[number/leafPicks] = true
			}
		}
		for number := range n {
			if got := table.at(number); got != put[number] || got != nil && *got != pickOf(number) {
				t.Fatalf("under number %d there is pick %p, put is %p", number, got, put[number])
			}
		}
		if got, want := bytes[0]+bytes[1], len(leaves)*bytesOfLeaf; got != want {
			t.Fatalf("%d bytes for %d leaves", got, len(leaves))
		}
	})
	for _, of := range []struct {
		what             string
		got, least, most int
	}{
		{"leaf", int(unsafe.Sizeof(tableLeaf{})) + 8, bytesOfLeaf - bytesOfPick, bytesOfLeaf},
		{"pick", int(unsafe.Sizeof(seed.Pick{})), bytesOfPick, bytesOfPick},
		{"rung", int(unsafe.Sizeof(seed.Rung{})), bytesOfRung, bytesOfRung},
	} {
		isWide := strconv.IntSize == 64 // short pointers take less
		if of.got > of.most || isWide && of.got < of.least {
			t.Errorf("a %s takes %d bytes, not %d to %d", of.what, of.got, of.least, of.most)
		}
	}
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
