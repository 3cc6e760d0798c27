package transform

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

func TestGroupLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawIsomorphism(t, "a"), drawIsomorphism(t, "b"), drawIsomorphism(t, "c")
		if a.Then(b).Then(c) != a.Then(b.Then(c)) {
			t.Fatal("not associative")
		}
		if a.Then(Identity()) != a || Identity().Then(a) != a {
			t.Fatal("the identity is not neutral")
		}
		if a.Then(a.Inverse()) != Identity() || a.Inverse().Then(a) != Identity() {
			t.Fatal("the inverse does not undo")
		}
	})
}

// Applying two isomorphisms is applying their product, to everything they apply
// to.
func TestActions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawIsomorphism(t, "a"), drawIsomorphism(t, "b")
		ab := a.Then(b)
		g := drawAnyGrid(t)
		if ab.Grid(g) != b.Grid(a.Grid(g)) {
			t.Fatal("grids")
		}
		p := sudoku.PuzzleWithoutProof(drawAnyGrid(t), g)
		if ab.Puzzle(p) != b.Puzzle(a.Puzzle(p)) {
			t.Fatal("puzzles")
		}
		for k := range sudoku.Candidate(729) {
			if ab.Candidate(k) != b.Candidate(a.Candidate(k)) {
				t.Fatalf("candidate %v", k)
			}
		}
		for h := range sudoku.House(sudoku.NumHouses) {
			if ab.House(h) != b.House(a.House(h)) {
				t.Fatalf("house %v", h)
			}
		}
		s := g.Filled()
		if ab.Cells(s) != b.Cells(a.Cells(s)) {
			t.Fatal("sets of cells")
		}
		digits := sudoku.Digits(rapid.Uint16Range(0, 511).Draw(t, "digits"))
		if ab.Digits(digits) != b.Digits(a.Digits(digits)) {
			t.Fatal("sets of digits")
		}
	})
}

// All ways to apply an isomorphism agree.
func TestActionsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, g := drawIsomorphism(t, "a"), drawAnyGrid(t)
		image := a.Grid(g)
		for c, d := range g {
			if moved := a.Cell(sudoku.Cell(c)); image[moved] != a.Digit(d) {
				t.Fatalf("%v goes to %v, which is not %d", sudoku.Cell(c), moved, a.Digit(d))
			}
		}
		if a.Cells(g.Filled()) != image.Filled() {
			t.Fatal("the image of the filled cells is not the filled cells of the image")
		}
		for h := range sudoku.House(sudoku.NumHouses) {
			if a.Cells(h.Cells()) != a.House(h).Cells() {
				t.Fatalf("%v goes to %v", h, a.House(h))
			}
		}
		k := sudoku.Candidate(rapid.Uint16Range(0, 728).Draw(t, "candidate"))
		if a.Candidate(k) != a.Cell(k.Cell()).Candidate(a.Digit(k.Digit())) {
			t.Fatalf("candidate %v", k)
		}
	})
}

// An isomorphism first transposes, then moves rows and columns, then relabels.
func TestConvention(t *testing.T) {
	var g sudoku.Grid
	g[sudoku.CellAt(1, 7)] = 3
	a := Identity()
	a.transpose = true      // to row 7, column 1
	a.rows = 0x543210876    // row 7 comes to row 1
	a.columns = 0x876543102 // column 1 comes to column 2
	a.digits = 0x9376548210 // 3 becomes 8
	var want sudoku.Grid
	want[sudoku.CellAt(1, 2)] = 8
	if got := a.Grid(g); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestImagesStayProper(t *testing.T) {
	rng := newRand(2)
	for _, pair := range sample(t)[:20] {
		p := solved(t, pair.puzzle)
		image := Random(rng).Puzzle(p)
		if image != solved(t, image.Clues()) {
			t.Fatalf("the image %v of %v has another solution than the image of its solution", image.Clues(), pair.puzzle)
		}
	}
}

func TestRandomIsUniform(t *testing.T) {
	const draws = 36_000
	rng := newRand(3)
	var transposed int
	var digits, rows, columns [9][9]int
	for range draws {
		a := Random(rng)
		if a.transpose {
			transposed++
		}
		for i := range uint(9) {
			digits[i][a.digits.at(i+1)-1]++
			rows[i][a.rows.at(i)]++
			columns[i][a.columns.at(i)]++
		}
	}
	// Six standard deviations around the mean.
	if d := transposed - draws/2; d*d > 36*draws/4 {
		t.Errorf("%d of %d transpose", transposed, draws)
	}
	for _, counts := range [][9][9]int{digits, rows, columns} {
		for i := range counts {
			for j, n := range counts[i] {
				if d := n - draws/9; d*d > 36*draws*8/81 {
					t.Errorf("%d goes to %d in %d of %d", i, j, n, draws)
				}
			}
		}
	}
}

func TestApplyingAllocatesNothing(t *testing.T) {
	g := mostSymmetric
	var image sudoku.Grid
	index := uint64(0)
	if n := testing.AllocsPerRun(100, func() {
		a := FromIndex(index)
		a.gridInto(&image, &g)
		index = a.Then(a.Inverse()).Index() + a.Index() + 1e9
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkGrid(b *testing.B) {
	g, a := mostSymmetric, FromIndex(Order/3)
	var image sudoku.Grid
	for b.Loop() {
		a.gridInto(&image, &g)
	}
}

// BenchmarkLine is the whole way from an index to a line.
func BenchmarkLine(b *testing.B) {
	g := sample(b)[0].puzzle
	line := make([]byte, 0, 82)
	index := uint64(0)
	for b.Loop() {
		index = (index + 0x9e3779b97f) % Order
		a := FromIndex(index)
		line = a.Grid(g).AppendLine(line[:0], '.')
	}
}

func BenchmarkFromIndex(b *testing.B) {
	index := uint64(0)
	for b.Loop() {
		index = (index + 0x9e3779b97f) % Order
		_ = FromIndex(index)
	}
}

func BenchmarkThen(b *testing.B) {
	a, c := FromIndex(Order/3), FromIndex(Order/7)
	for b.Loop() {
		a = a.Then(c)
	}
}
