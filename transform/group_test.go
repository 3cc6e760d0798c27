package transform

import (
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// crowdedPatterns are patterns that many geometries keep.
func crowdedPatterns() map[string]sudoku.Cells {
	var all, row, boxes, corners, slanted, folded sudoku.Cells
	minirows := [9]string{"xxx", "xx.", "x..", ".xx", "xxx", ".xx", "x..", "xx.", "xxx"}
	for c := range sudoku.Cell(81) {
		all = all.With(c)
		if minirows[c.Row()][c.Column()/3] == 'x' {
			folded = folded.With(c)
		}
		if c.Row() == 4 {
			row = row.With(c)
		}
		if c.Row()/3 == c.Column()/3 {
			boxes = boxes.With(c)
		}
		if c.Row()%3 == 0 && c.Column()%3 == 0 {
			corners = corners.With(c)
		}
		if c.Row() < 3 || c.Column() == 4 {
			slanted = slanted.With(c)
		}
	}
	cell := sudoku.CellSet(sudoku.CellAt(2, 5))
	return map[string]sudoku.Cells{
		"nothing": {}, "everything": all, "a cell": cell, "all but a cell": all.AndNot(cell), "a row": row,
		"three boxes": boxes, "a cell of each box": corners, "a band and a column": slanted,
		"whole minirows, with one telling geometry": folded,
	}
}

const numTelling = 74_304

// Where a pattern has many geometries, the telling ones give the same arrangements
// as all of them, in the same order.
func TestTellingGeometriesAreEnough(t *testing.T) {
	if n := len(tellingOf(sudoku.Cells{})); n != numTelling {
		t.Errorf("%d telling geometries", n)
	}
	for name, pattern := range crowdedPatterns() {
		numbers := Conjugates(pattern)
		if pattern.Empty() || pattern.Len() == 81 { // to list all geometries takes seconds
			for s := range Symmetries() {
				if got := len(s.Arrangements(pattern)); got != numbers[s] || uint32(got)*s.Normalizer() != geometries {
					t.Errorf("%s, %v: %d arrangements, of which %d are counted", name, s, got, numbers[s])
				}
			}
			continue
		}
		whole := patternGroup(ToPattern(pattern, pattern))
		if len(whole) <= fewElements {
			t.Errorf("%s has %d geometries only", name, len(whole))
		}
		for s := range Symmetries() {
			want, got := s.arrangements(whole), s.Arrangements(pattern)
			if !slices.Equal(got, want) || numbers[s] != len(want) {
				t.Errorf("%s, %v: %d arrangements, of which %d are counted; want %d", name, s, len(got), numbers[s], len(want))
			}
		}
	}
}

// The kinds of symmetry of any pattern are found with little memory, which is to say
// among few geometries: all of a crowded pattern would take 300 MB.
func TestCrowdedPatternsTakeLittleMemory(t *testing.T) {
	folds() // which is made once
	patterns := slices.Collect(maps.Values(crowdedPatterns()))
	rng := newRand(9)
	for range 100 {
		patterns = append(patterns, keptByChance(rng))
	}
	for _, pattern := range patterns {
		if elements := len(groupOf(pattern)); elements > numTelling {
			t.Errorf("%v: %d geometries are listed", pattern, elements)
		}
		if bytes := allocated(func() { Conjugates(pattern) }); bytes > 6<<20 {
			t.Errorf("%v: %d bytes", pattern, bytes)
		}
	}
}

// keptByChance returns a pattern that is kept by a few random geometries of small
// order, so that it has few orbits of cells, or its complement.
func keptByChance(rng *rand.Rand) sudoku.Cells {
	pattern := sudoku.CellSet(sudoku.Cell(rng.IntN(81)), sudoku.Cell(rng.IntN(81)))
	for range 1 + rng.IntN(3) {
		t := randomGeometry(rng)
		if rng.IntN(2) == 0 { // a part of it only
			t = Isomorphism{t.rows, forward, inOrder, false}
		}
		for range 6 {
			pattern = pattern.Or(t.Cells(pattern))
		}
	}
	if rng.IntN(2) == 0 {
		return sudoku.AllCells.AndNot(pattern)
	}
	return pattern
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
