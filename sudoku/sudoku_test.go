package sudoku

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCellNames(t *testing.T) {
	for c, want := range map[Cell]string{0: "r1c1", 8: "r1c9", 40: "r5c5", 72: "r9c1", 80: "r9c9"} {
		if got := c.String(); got != want {
			t.Errorf("cell %d is %s, want %s", uint8(c), got, want)
		}
	}
	for c := range Cell(81) {
		if CellAt(c.Row(), c.Column()) != c {
			t.Errorf("%v is not at its row and column", c)
		}
		for d := Digit(1); d <= 9; d++ {
			if k := c.Candidate(d); k.Cell() != c || k.Digit() != d {
				t.Errorf("candidate %v is not %d in %v", k, d, c)
			}
		}
	}
}

// The tables of houses and peers agree with the definition.
func TestHouses(t *testing.T) {
	same := []func(a, b Cell) bool{
		func(a, b Cell) bool { return a.Row() == b.Row() },
		func(a, b Cell) bool { return a.Column() == b.Column() },
		func(a, b Cell) bool { return a.Row()/3 == b.Row()/3 && a.Column()/3 == b.Column()/3 },
	}
	for c := range Cell(81) {
		for kind, h := range c.Houses() {
			for other := range Cell(81) {
				if h.Cells().Has(other) != same[kind](c, other) {
					t.Errorf("%v in %v of %v: %v", other, h, c, h.Cells().Has(other))
				}
			}
		}
		for other := range Cell(81) {
			sees := c != other && (same[0](c, other) || same[1](c, other) || same[2](c, other))
			if c.Sees(other) != sees || c.Peers().Has(other) != sees || slices.Contains(c.PeerList()[:], other) != sees {
				t.Errorf("%v sees %v: %v", c, other, c.Sees(other))
			}
		}
	}
	for h := range House(NumHouses) {
		if CellSet(h.List()[:]...) != h.Cells() || h.Cells().Len() != 9 {
			t.Errorf("%v has the cells %v", h, h.List())
		}
	}
	for h, want := range map[House]string{0: "row 1", 17: "column 9", 22: "box 5"} {
		if h.String() != want {
			t.Errorf("house %d is %v, want %s", uint8(h), h, want)
		}
	}
}

// Sets of cells behave like sets.
func TestCellsAreSets(t *testing.T) {
	cells := func(t *rapid.T, name string) (Cells, map[Cell]bool) {
		var list []Cell
		in := map[Cell]bool{}
		for _, c := range rapid.SliceOf(rapid.Uint8Range(0, 80)).Draw(t, name) {
			list = append(list, Cell(c))
			in[Cell(c)] = true
		}
		return CellSet(list...), in
	}
	rapid.Check(t, func(t *rapid.T) {
		a, inA := cells(t, "a")
		b, inB := cells(t, "b")
		one := Cell(rapid.Uint8Range(0, 80).Draw(t, "one"))
		within, meets := true, false
		for c := range Cell(81) {
			for what, got := range map[string][2]bool{
				"Has":     {a.Has(c), inA[c]},
				"And":     {a.And(b).Has(c), inA[c] && inB[c]},
				"Or":      {a.Or(b).Has(c), inA[c] || inB[c]},
				"AndNot":  {a.AndNot(b).Has(c), inA[c] && !inB[c]},
				"With":    {a.With(one).Has(c), inA[c] || c == one},
				"Without": {a.Without(one).Has(c), inA[c] && c != one},
			} {
				if got[0] != got[1] {
					t.Fatalf("%s: %v is in it: %v", what, c, got[0])
				}
			}
			within = within && (!inA[c] || inB[c])
			meets = meets || inA[c] && inB[c]
		}
		all := slices.Collect(a.All())
		if !slices.IsSorted(all) || len(all) != len(inA) || a.Len() != len(inA) || a.Empty() != (len(inA) == 0) {
			t.Fatalf("All yields %v", all)
		}
		if len(all) > 0 && a.First() != all[0] {
			t.Fatalf("First is %v of %v", a.First(), all)
		}
		if a.Within(b) != within || a.Meets(b) != meets {
			t.Fatalf("Within %v, Meets %v; want %v, %v", a.Within(b), a.Meets(b), within, meets)
		}
	})
}

func TestDigitsAreSets(t *testing.T) {
	for s := Digits(0); s <= AllDigits; s++ {
		all := slices.Collect(s.All())
		if DigitSet(all...) != s || len(all) != s.Len() || !slices.IsSorted(all) {
			t.Fatalf("%b yields %v", s, all)
		}
		for d := Digit(1); d <= 9; d++ {
			if s.Has(d) != slices.Contains(all, d) || !s.With(d).Has(d) || s.Without(d).Has(d) {
				t.Fatalf("%b and %d", s, d)
			}
		}
		if s != 0 && s.First() != all[0] {
			t.Fatalf("%b begins with %d", s, s.First())
		}
	}
}

func TestConflict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPartial(t)
		conflict := false
		for c := range Cell(81) {
			conflict = conflict || g[c] != 0 && !fits(&g, c, g[c])
		}
		if (g.Conflict() != nil) != conflict {
			t.Fatalf("%v: %v, want a conflict: %v", g, g.Conflict(), conflict)
		}
	})
}

// A puzzle prints as its clues, however it is printed.
func TestPuzzlePrints(t *testing.T) {
	const clues = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"
	grid, err := ParseGrid(clues)
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := new(Solver).Prove(grid)
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range []string{puzzle.String(), fmt.Sprint(puzzle), fmt.Sprint(&puzzle), fmt.Sprintf("%v", []Puzzle{puzzle})} {
		if strings.Trim(got, "[]") != clues {
			t.Errorf("%q, want %q", got, clues)
		}
	}
}
