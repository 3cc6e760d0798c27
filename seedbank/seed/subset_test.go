package seed

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

// The numbers are those of the list of all sets, by size and then in
// colexicographic order, which is that of the sets as binary numbers.
func TestSubsetsAreNumberedInOrder(t *testing.T) {
	cells := []sudoku.Cell{3, 8, 9, 26, 27, 40, 53, 54, 71, 72, 80}
	empty := sudoku.CellSet(cells...)
	number := Subset(0)
	for size := range len(cells) + 1 {
		for bits := range 1 << len(cells) {
			var set sudoku.Cells
			for i, c := range cells {
				if bits>>i&1 != 0 {
					set = set.With(c)
				}
			}
			if set.Len() != size {
				continue
			}
			if got := SubsetOf(set, empty); got != number {
				t.Fatalf("the set %b has the number %d, want %d", bits, got, number)
			}
			if back, err := number.Cells(empty); err != nil || back != set {
				t.Fatalf("number %d is %v, %v", number, back, err)
			}
			number++
		}
	}
	if _, err := number.Cells(empty); err != errSubset {
		t.Errorf("a number too many: %v", err)
	}
}

// Sets of up to 64 cells, the most that a proper puzzle leaves empty, have numbers
// of 64 bits, and the other way round.
func TestSubsetRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		empty := sudoku.CellSet(randomCells(random, sudoku.AllCells)[:rapid.IntRange(0, mostEmpty).Draw(t, "empty")]...)
		places := empty.Len()
		set := sudoku.CellSet(randomCells(random, empty)[:rapid.IntRange(0, places).Draw(t, "size")]...)
		n := SubsetOf(set, empty)
		if back, err := n.Cells(empty); err != nil || back != set {
			t.Fatalf("%v is number %d, which is %v, %v", set, n, back, err)
		}
		any := Subset(rapid.Uint64().Draw(t, "number"))
		back, err := any.Cells(empty)
		if fits := places == 64 || any>>places == 0; fits != (err == nil) || fits && SubsetOf(back, empty) != any {
			t.Fatalf("number %d of sets of %d is %v, %v", any, places, back, err)
		}
	})
}

// Published IDs hold these numbers: fix the code so that they stay.
func TestSubsetGolden(t *testing.T) {
	s := goldenSeed(t)
	empty := sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled())
	cells := slices.Collect(empty.All())
	n := len(cells)
	for _, test := range []struct {
		added []sudoku.Cell
		want  string
	}{
		{cells[:1], "0001"},
		{cells[n-1:], "001Q"},
		{cells[:2], "001R"},
		{cells[:10], "078SV5WG"},
		{cells[n-10:], "12GFH435"},
		{cells[:20], "0FBZT39X3M0"},
		{cells[n-28:], "KCP733J1AHV"},
		{cells[1:], "ZZZZZZZZZZY"},
	} {
		if got := SubsetOf(sudoku.CellSet(test.added...), empty).String(); got != test.want {
			t.Errorf("%d cells from %v on are %s, want %s", len(test.added), test.added[0], got, test.want)
		}
	}
}

// leastImage returns the cells of the least subset by its definition: of all that
// automorphisms of the solution make of s with clues added.
func leastImage(s *Seed, added sudoku.Cells) (least sudoku.Cells) {
	var canonizer transform.Canonizer
	clues := s.Puzzle.Clues().Filled()
	var images []sudoku.Cells
	for _, a := range canonizer.Automorphisms(s.Puzzle.Solution()) {
		if image := a.Cells(clues.Or(added)); clues.Within(image) {
			images = append(images, image.AndNot(clues))
		}
	}
	return slices.MinFunc(images, func(a, b sudoku.Cells) int {
		empty := sudoku.AllCells.AndNot(clues)
		if SubsetOf(a, empty) < SubsetOf(b, empty) {
			return -1
		}
		return 1
	})
}

// Added clues make isomorphs if and only if they have the same least subset: all
// sets of one or two cells are compared by their canonical forms.
func TestLeastSubsetsTellIsomorphs(t *testing.T) {
	var canonizer transform.Canonizer
	shared := 0
	for _, s := range []Seed{someSeeds()[0], symmetricSeed(), seedWithAutomorphisms(), diagonalSeed(t)} {
		names := newNamer(&s.Puzzle)
		subsets := map[sudoku.Grid]Subset{}
		seen := map[Subset]sudoku.Grid{}
		for n := Subset(1); ; n++ {
			added, err := n.Cells(names.empty)
			if err != nil {
				t.Fatal(err)
			}
			if added.Len() > 2 {
				break
			}
			form := canonizer.Canonical(s.Puzzle.With(added).Clues()).Grid
			_, least := names.least(added)
			if least > n {
				t.Fatalf("%v becomes %v, which is greater", n, least)
			}
			if first, known := subsets[form]; !known {
				subsets[form] = n // the least, as they come in order
				if least != n {
					t.Fatalf("seed %v: subset %v becomes %v, but it is the least", s.Key(), n, least)
				}
			} else if shared++; least != first {
				t.Fatalf("seed %v: subset %v becomes %v, want %v", s.Key(), n, least, first)
			}
			if other, known := seen[least]; known && other != form {
				t.Fatalf("seed %v: subset %v is named by %v, which is another puzzle", s.Key(), n, least)
			}
			seen[least] = form
		}
	}
	if shared < 700 {
		t.Errorf("only %d sets shared a puzzle with another", shared)
	}
}
