package transform

import (
	"slices"
	"testing"
	"time"

	"github.com/seedoku/seedoku/sudoku"
)

// crowdedPatterns are patterns that many geometries keep.
func crowdedPatterns() map[string]sudoku.Cells {
	var all, row, boxes, corners, slanted sudoku.Cells
	for c := range sudoku.Cell(81) {
		all = all.With(c)
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
	}
}

// Where a pattern has many geometries, the telling ones give the same arrangements
// as all of them, in the same order.
func TestTellingGeometriesAreEnough(t *testing.T) {
	if n := len(telling()); n != 74_304 {
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
		whole := &patternGroup{pattern, ToPattern(pattern, pattern)}
		if len(whole.elements) <= fewElements {
			t.Errorf("%s has %d geometries only", name, len(whole.elements))
		}
		for s := range Symmetries() {
			want, got := s.arrangements(whole), s.Arrangements(pattern)
			if !slices.Equal(got, want) || numbers[s] != len(want) {
				t.Errorf("%s, %v: %d arrangements, of which %d are counted; want %d", name, s, len(got), numbers[s], len(want))
			}
		}
	}
}

// The kinds of symmetry of any pattern are found while nobody notices.
func TestCrowdedPatternsAreQuick(t *testing.T) {
	telling() // which is made once
	for name, pattern := range crowdedPatterns() {
		begun := time.Now()
		Conjugates(pattern)
		if took := time.Since(begun); took > time.Second { // by listing all geometries it takes seconds
			t.Errorf("%s took %v", name, took)
		}
	}
}
