package transform

import (
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

func TestAutomorphismsOfSymmetricPuzzles(t *testing.T) {
	var c Canonizer
	orders := map[int]bool{}
	for _, p := range symmetricPuzzles(t) {
		list := c.Automorphisms(p.Clues())
		want, geometries := plainCanonical(p.Clues())
		if got := c.Canonical(p.Clues()); got.Grid != want || got.Automorphisms != geometries || len(list) != int(geometries) {
			t.Errorf("%v: canonical form %v, %d automorphisms, %d listed; want %v, %d",
				p.Clues(), got.Grid, got.Automorphisms, len(list), want, geometries)
		}
		checkGroup(t, p.Clues(), list)
		orders[len(list)] = true
	}
	for _, order := range []int{2, 3, 4, 6, 9, 18} {
		if !orders[order] {
			t.Errorf("no puzzle with %d automorphisms was made, only %v", order, orders)
		}
	}
}

func TestAutomorphismsOfCompleteGrids(t *testing.T) {
	var c Canonizer
	list := c.Automorphisms(mostSymmetric)
	if len(list) != 648 {
		t.Errorf("%d automorphisms, want 648", len(list))
	}
	checkGroup(t, mostSymmetric, list)
	for _, pair := range sample(t)[:10] {
		solution := solved(t, pair.puzzle).Solution()
		checkGroup(t, solution, c.Automorphisms(solution))
	}
}

// checkGroup checks that list is a group of automorphisms of g, the identity
// first.
func checkGroup(t *testing.T, g sudoku.Grid, list []Isomorphism) {
	t.Helper()
	set := map[Isomorphism]bool{}
	for _, a := range list {
		if set[a] {
			t.Errorf("%v: %v is listed twice", g, a)
		}
		set[a] = true
		if a.Grid(g) != g {
			t.Errorf("%v: %v is not an automorphism", g, a)
		}
	}
	if list[0] != Identity() {
		t.Errorf("%v: the identity is not the first", g)
	}
	for _, a := range list {
		if !set[a.Inverse()] {
			t.Errorf("%v: the inverse of %v is missing", g, a)
		}
		for _, b := range list {
			if !set[a.Then(b)] {
				t.Fatalf("%v: the product of %v and %v is missing", g, a, b)
			}
		}
	}
}

// generators generate the group: a transposition, some exchanges of lines and
// chutes, and the exchanges of neighbouring digits.
func generators() []Isomorphism {
	var list []Isomorphism
	add := func(change func(*Isomorphism)) {
		a := Identity()
		change(&a)
		list = append(list, a)
	}
	add(func(a *Isomorphism) { a.transpose = true })
	for _, rows := range []nibbles{0x876543201, 0x876543120, 0x876210543, 0x543876210} {
		add(func(a *Isomorphism) { a.rows = rows })
	}
	for d := uint(1); d < 9; d++ {
		add(func(a *Isomorphism) { a.digits = a.digits + 1<<(4*d) - 1<<(4*d+4) })
	}
	return list
}

// The number of distinct isomorphs, counted one by one, times the number of
// automorphisms is the order of the group.
func TestCountOfSmallGrids(t *testing.T) {
	var c Canonizer
	for name, clues := range map[string]map[int]sudoku.Digit{
		"one clue":               {10: 4},
		"one digit twice":        {0: 1, 40: 1},
		"in a mini-row":          {0: 1, 1: 2},
		"in a row":               {0: 1, 3: 2},
		"in a box":               {0: 1, 10: 2},
		"apart":                  {0: 1, 30: 2},
		"a digit in three boxes": {0: 1, 12: 1, 24: 1},
		"a diagonal of a digit":  {0: 1, 30: 1, 60: 1},
	} {
		var g sudoku.Grid
		for cell, d := range clues {
			g[cell] = d
		}
		isomorphs := countIsomorphs(g)
		if n := c.Canonical(g).Automorphisms; n*isomorphs != Order {
			t.Errorf("%s: %d automorphisms, %d isomorphs", name, n, isomorphs)
		}
	}
}

// countIsomorphs closes {g} under the generators. It suits grids with few
// isomorphs.
func countIsomorphs(g sudoku.Grid) uint64 {
	seen := map[sudoku.Grid]bool{g: true}
	generators := generators()
	for frontier := []sudoku.Grid{g}; len(frontier) > 0; {
		var next []sudoku.Grid
		for _, h := range frontier {
			for _, a := range generators {
				if image := a.Grid(h); !seen[image] {
					seen[image] = true
					next = append(next, image)
				}
			}
		}
		frontier = next
	}
	return uint64(len(seen))
}

func TestAutomorphismsOfEmptyLinesAreClasses(t *testing.T) {
	var g sudoku.Grid
	g[0], g[40] = 1, 2
	list := new(Canonizer).Automorphisms(g)
	for _, a := range list {
		if a.Grid(g) != g {
			t.Errorf("%v is not an automorphism", a)
		}
	}
	moves := map[sudoku.Cell]bool{}
	for _, a := range list {
		moves[a.Cell(0)] = true
	}
	if len(list) != 4 || len(moves) != 2 || !slices.Contains(list, Identity()) {
		t.Errorf("%d classes that move r1c1 to %v; want 4, to r1c1 and r5c5", len(list), moves)
	}
}
