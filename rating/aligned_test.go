package rating

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// plainAligned is aligned exclusion by its definition: it tries every way to
// fill every base.
func plainAligned(s *state, size int) []string {
	var excluders [81]sudoku.Cells
	var cells []sudoku.Cell
	for c := range sudoku.Cell(81) {
		for p := range c.Peers().All() {
			if n := s.digits[p].Len(); 2 <= n && n <= size {
				excluders[c] = excluders[c].With(p)
			}
		}
		if s.digits[c].Len() >= 2 && !excluders[c].Empty() {
			cells = append(cells, c)
		}
	}
	var list []string
	var choose func(base []sudoku.Cell, from int)
	choose = func(base []sudoku.Cell, from int) {
		if len(base) == size {
			if fact := plainBase(s, base, &excluders); fact != "" {
				list = append(list, fact)
			}
			return
		}
		for i := from; i < len(cells); i++ {
			choose(append(slices.Clone(base), cells[i]), i+1)
		}
	}
	choose(nil, 0)
	slices.Sort(list)
	return list
}

func plainBase(s *state, base []sudoku.Cell, excluders *[81]sudoku.Cells) string {
	common := sudoku.AllCells
	linked := len(base) == 2
	for _, c := range base {
		common = common.And(excluders[c])
		for _, d := range base {
			linked = linked || excluders[c].Has(d)
		}
	}
	if common.Len() < 2 || !linked {
		return ""
	}
	possible := make([]sudoku.Digits, len(base))
	var fill func(way []sudoku.Digit)
	fill = func(way []sudoku.Digit) {
		if len(way) < len(base) {
			for d := range s.digits[base[len(way)]].All() {
				fill(append(slices.Clone(way), d))
			}
			return
		}
		for i := range base {
			for j := range i {
				if way[i] == way[j] && base[i].Sees(base[j]) {
					return
				}
			}
		}
		for c := range common.All() {
			if s.digits[c]&^sudoku.DigitSet(way...) == 0 {
				return
			}
		}
		for i, d := range way {
			possible[i] = possible[i].With(d)
		}
	}
	fill(nil)
	var gone []sudoku.Candidate
	for i, c := range base {
		for d := range (s.digits[c] &^ possible[i]).All() {
			gone = append(gone, c.Candidate(d))
		}
	}
	if len(gone) == 0 {
		return ""
	}
	return fmt.Sprint(base, gone)
}

func TestAlignedExclusionTriesAllWays(t *testing.T) {
	finders := map[int]func(*state, *found){2: alignedPairs, 3: alignedTriplets}
	var r Rater
	states, steps := 0, map[int]int{}
	for _, p := range samplePuzzles(t) {
		r.start(&p)
		for !r.state.solved() && r.round() {
			if r.found.steps[0].Rating >= 30 && states < 40 {
				states++
				s := r.state
				for size, find := range finders {
					f := found{table: techniques[:]}
					f.begin(rowOf(techniques[:], "aligned-pair-exclusion"))
					find(&s, &f)
					var got []string
					for _, step := range clones(f.steps) {
						slices.Sort(step.Cells)
						got = append(got, fmt.Sprint(step.Cells, step.Eliminations))
					}
					slices.Sort(got)
					if want := plainAligned(&s, size); !slices.Equal(got, want) {
						t.Fatalf("on %v, of %d cells:\n%v, want\n%v", s.grid, size, got, want)
					}
					steps[size] += len(got)
				}
			}
			r.apply()
		}
	}
	t.Logf("%d states, steps by size: %v", states, steps)
	if steps[2] == 0 || steps[3] == 0 {
		t.Error("too few states to say anything")
	}
}
