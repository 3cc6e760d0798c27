package rating

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// check recomputes everything that s holds from its candidates and its grid.
func (s *state) check(tb testing.TB) {
	tb.Helper()
	want := state{grid: s.grid, digits: s.digits}
	for h := range sudoku.House(sudoku.NumHouses) {
		for i, c := range h.List() {
			if s.grid[c] == 0 {
				want.empty[h] |= 1 << i
			}
			for d := range s.digits[c].All() {
				want.positions[h][d-1] |= 1 << i
			}
		}
	}
	for c := range sudoku.Cell(81) {
		if d := s.grid[c]; d != 0 {
			want.placed[d-1]++
		} else {
			want.unfilled++
		}
		for d := range s.digits[c].All() {
			want.cells[d-1] = want.cells[d-1].With(c)
		}
	}
	if *s != want {
		tb.Fatalf("the views of the state disagree:\n%+v, want\n%+v", *s, want)
	}
}

// sound checks that nothing in s is against the solution.
func (s *state) sound(tb testing.TB, solution sudoku.Grid) {
	tb.Helper()
	for c, d := range solution {
		switch cell := sudoku.Cell(c); {
		case s.grid[c] == 0 && !s.digits[c].Has(d):
			tb.Fatalf("%v=%d removed", cell, d)
		case s.grid[c] != 0 && s.grid[c] != d:
			tb.Fatalf("%v=%d, the solution has %d", cell, s.grid[c], d)
		}
	}
}

// samplePuzzles returns the puzzles of testdata/rated.tsv.
func samplePuzzles(tb testing.TB) []sudoku.Puzzle {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "rated.tsv"))
	if err != nil {
		tb.Fatal(err)
	}
	var list []sudoku.Puzzle
	var solver sudoku.Solver
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		grid, err := sudoku.ParseGrid(line)
		if err != nil {
			tb.Fatal(err)
		}
		p, err := solver.Prove(grid)
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func TestViewsAgreeAndNothingIsAgainstTheSolution(t *testing.T) {
	var r Rater
	for _, p := range samplePuzzles(t) {
		if err := r.start(&p); err != nil {
			t.Fatal(err)
		}
		r.state.check(t)
		for !r.state.solved() && r.round() {
			r.apply()
			r.state.check(t)
			r.state.sound(t, p.Solution())
		}
	}
}
