package transform

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

// plain finds canonical forms in the plainest way that ends: it tries every
// order of the columns of the grid and its transpose, and goes through the
// orders of the rows as long as they are not worse than the best.
type plain struct {
	grid       sudoku.Grid
	best       [9][9]uint8 // rows of the least image so far
	geometries uint64      // how many orders of lines lead to it
}

func plainCanonical(g sudoku.Grid) (sudoku.Grid, uint64) {
	var p plain
	p.worsen(0)
	for geometry := range uint64(2 * arrangements) {
		transpose, columns := geometry/arrangements, geometry%arrangements
		p.grid = FromIndex((transpose*arrangements*arrangements + columns) * relabelings).Grid(g)
		p.rows(0, 0, [10]uint8{}, 0)
	}
	var least sudoku.Grid
	for row := range 9 {
		for column := range 9 {
			least[9*row+column] = sudoku.Digit(p.best[row][column])
		}
	}
	return least, p.geometries
}

// worsen makes any row better than the best, from a row on.
func (p *plain) worsen(row int) {
	for ; row < 9; row++ {
		p.best[row] = [9]uint8{10}
	}
	p.geometries = 0
}

func (p *plain) rows(row, used int, names [10]uint8, last uint8) {
	if row == 9 {
		p.geometries++
		return
	}
	for r := range 9 {
		sameBand := row%3 == 0 && used>>(r/3*3)&7 == 0 || row%3 != 0 && used>>(r/3*3)&7 != 0 && used>>(r/3*3)&7 != 7
		if !sameBand || used>>r&1 != 0 {
			continue
		}
		names, last := names, last
		var image [9]uint8
		worse, level := false, true
		for column, d := range p.grid[9*r : 9*r+9] {
			if d != 0 && names[d] == 0 {
				last++
				names[d] = last
			}
			image[column] = names[d]
			if level && image[column] != p.best[row][column] {
				worse, level = image[column] > p.best[row][column], false
				if worse {
					break
				}
			}
		}
		if worse {
			continue
		}
		if image != p.best[row] {
			p.best[row] = image
			p.worsen(row + 1)
		}
		p.rows(row+1, used|1<<r, names, last)
	}
}

func TestCanonicalIsPlain(t *testing.T) {
	pairs := sample(t)
	var c Canonizer
	rapid.Check(t, func(t *rapid.T) {
		g := drawGrid(t, pairs)
		if rapid.Bool().Draw(t, "any digits") {
			g = withoutRepeats(rapid.SliceOfN(rapid.Byte(), 40, 81).Draw(t, "cells"))
		}
		got := c.Canonical(g)
		want, geometries := plainCanonical(g)
		if got.Grid != want {
			t.Fatalf("canonical form of\n%v is\n%v, want\n%v", g, got.Grid, want)
		}
		if n := geometries * factorial[9-digitsOf(&g).Len()]; got.Automorphisms != n {
			t.Fatalf("%d automorphisms of\n%v, want %d", got.Automorphisms, g, n)
		}
	})
}

// Rows may be full without being those of a Sudoku: a box may have a digit twice.
func TestCanonicalOfLatinSquares(t *testing.T) {
	var c Canonizer
	rapid.Check(t, func(t *rapid.T) {
		lines := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
		rows := rapid.Permutation(lines).Draw(t, "rows")
		columns := rapid.Permutation(lines).Draw(t, "columns")
		full := rapid.IntRange(2, 9).Draw(t, "full rows")
		var g sudoku.Grid
		for i, row := range rows[:full] {
			for j, column := range columns {
				g[9*i+j] = sudoku.Digit((row+column)%9 + 1)
			}
		}
		got := c.Canonical(g)
		want, geometries := plainCanonical(g)
		if got.Grid != want || got.Automorphisms != geometries || got.To.Grid(g) != want {
			t.Fatalf("%v has %v, want\n%v and %d automorphisms", g, got, want, geometries)
		}
	})
}

// FuzzCanonical also takes grids without a solution. They only must not repeat
// a digit in a row or a column.
func FuzzCanonical(f *testing.F) {
	for _, pair := range sample(f)[:10] {
		f.Add(pair.puzzle.AppendLine(nil, '0'), uint64(1))
	}
	f.Add([]byte("000000000000000000123456789012345678456123"), uint64(Order/3))
	var c Canonizer
	f.Fuzz(func(t *testing.T, cells []byte, index uint64) {
		g := withoutRepeats(cells)
		got := c.Canonical(g)
		if got.To.Grid(g) != got.Grid {
			t.Fatalf("%v: %v does not lead to %v", g, got.To, got.Grid)
		}
		image := FromIndex(index % Order).Grid(g)
		if of := c.Canonical(image); of.Grid != got.Grid || of.Automorphisms != got.Automorphisms {
			t.Fatalf("%v has %v, its image %v has %v", g, got, image, of)
		}
	})
}

// withoutRepeats returns a grid of cells, given as bytes of any value, without
// digits that repeat one of their row or column.
func withoutRepeats(cells []byte) (g sudoku.Grid) {
	var seen [18]sudoku.Digits
	for i, b := range cells[:min(len(cells), 81)] {
		d, row, column := sudoku.Digit(b%16), i/9, 9+i%9
		if d == 0 || d > 9 || (seen[row] | seen[column]).Has(d) {
			continue
		}
		g[i] = d
		seen[row] = seen[row].With(d)
		seen[column] = seen[column].With(d)
	}
	return g
}

func digitsOf(g *sudoku.Grid) (digits sudoku.Digits) {
	for _, d := range g {
		if d != 0 {
			digits = digits.With(d)
		}
	}
	return digits
}

func TestCanonicalLaws(t *testing.T) {
	pairs := sample(t)
	var c Canonizer
	rapid.Check(t, func(t *rapid.T) {
		g, a := drawGrid(t, pairs), drawIsomorphism(t, "a")
		canonical := c.Canonical(g)
		if canonical.To.Grid(g) != canonical.Grid {
			t.Fatalf("To maps %v to %v, want %v", g, canonical.To.Grid(g), canonical.Grid)
		}
		again := c.Canonical(canonical.Grid)
		if again.Grid != canonical.Grid || again.Automorphisms != canonical.Automorphisms {
			t.Fatalf("not idempotent: %v, then %v", canonical, again)
		}
		image := a.Grid(g)
		if of := c.Canonical(image); of.Grid != canonical.Grid || of.Automorphisms != canonical.Automorphisms {
			t.Fatalf("%v\nhas %v, its image\n%v\nhas %v", g, canonical, image, of)
		}
		if Order%canonical.Automorphisms != 0 {
			t.Fatalf("%d automorphisms do not divide Order", canonical.Automorphisms)
		}
	})
}

func TestCanonicalSample(t *testing.T) { checkPairs(t, sample(t)) }

func TestCanonicalOracle(t *testing.T) { checkPairs(t, readPairs(t, oracleFile(t, "canon.tsv"))) }

func checkPairs(t *testing.T, pairs []canonPair) {
	var c Canonizer
	for _, pair := range pairs {
		got := c.Canonical(pair.puzzle)
		if got.Grid != pair.canonical || got.Automorphisms != 1 {
			t.Errorf("%v: canonical form %v, %d automorphisms; want %v, 1", pair.puzzle, got.Grid, got.Automorphisms, pair.canonical)
		}
	}
	if len(pairs) < 100 {
		t.Errorf("only %d pairs", len(pairs))
	}
}

func TestCanonicalExtremes(t *testing.T) {
	var empty, one, last sudoku.Grid
	one[40], last[80] = 7, 1
	for name, test := range map[string]struct {
		grid, canonical sudoku.Grid
		automorphisms   uint64
	}{
		"empty":          {empty, empty, Order},
		"one clue":       {one, last, Order / 729},
		"most symmetric": {mostSymmetric, mostSymmetric, 648},
		"its image":      {FromIndex(Order / 5).Grid(mostSymmetric), mostSymmetric, 648},
	} {
		got := new(Canonizer).Canonical(test.grid)
		if got.Grid != test.canonical || got.Automorphisms != test.automorphisms {
			t.Errorf("%s: canonical form %v, %d automorphisms; want %v, %d", name, got.Grid, got.Automorphisms, test.canonical, test.automorphisms)
		}
	}
}

// There are 36,288 top bands with 1 to 9 in order in the first box and the
// columns of the other boxes in order. They fall into 416 classes.
func TestTopBands(t *testing.T) {
	var c Canonizer
	classes := map[sudoku.Grid]int{}
	total := 0
	topBands(func(band *sudoku.Grid) {
		classes[c.Canonical(*band).Grid]++
		total++
	})
	if total != 36_288 || len(classes) != 416 {
		t.Errorf("%d classes of %d top bands, want 416 of 36,288", len(classes), total)
	}
}

func topBands(yield func(*sudoku.Grid)) {
	var g sudoku.Grid
	for i := range sudoku.Digit(9) {
		g[i/3*9+i%3] = i + 1
	}
	var fill func(cell int)
	fill = func(cell int) {
		if cell == 27 {
			yield(&g)
			return
		}
		row, column := cell/9, cell%9
		if column < 3 {
			fill(cell + 3)
			return
		}
		least := sudoku.Digit(1)
		if row == 0 && column%3 != 0 {
			least = g[cell-1] + 1
		} else if row == 0 && column == 6 {
			least = g[3] + 1
		}
	digits:
		for d := least; d <= 9; d++ {
			for p := range sudoku.Cell(cell).Peers().All() {
				if int(p) < cell && g[p] == d || p%9 < 3 && p < 27 && g[p] == d {
					continue digits
				}
			}
			g[cell] = d
			fill(cell + 1)
			g[cell] = 0
		}
	}
	fill(3)
}

func TestCanonicalRefusesConflicts(t *testing.T) {
	for _, cells := range [][2]int{{0, 8}, {0, 72}} {
		var g sudoku.Grid
		g[cells[0]], g[cells[1]] = 5, 5
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic for cells %v", cells)
				}
			}()
			new(Canonizer).Canonical(g)
		}()
	}
}

func TestCanonicalRefusesNumbersAbove9(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := mostSymmetric
		for range rapid.IntRange(1, 81).Draw(t, "cells") {
			g[rapid.IntRange(0, 80).Draw(t, "cell")] = sudoku.Digit(rapid.IntRange(10, 255).Draw(t, "number"))
		}
		defer func() {
			if recover() == nil {
				t.Errorf("no panic for %v", g)
			}
		}()
		new(Canonizer).Canonical(g)
	})
}

func TestCanonicalAllocatesNothing(t *testing.T) {
	pairs := sample(t)
	var c Canonizer
	for i := range pairs {
		c.Canonical(pairs[i].puzzle)
	}
	i := 0
	if n := testing.AllocsPerRun(len(pairs), func() {
		c.Canonical(pairs[i%len(pairs)].puzzle)
		i++
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkCanonical(b *testing.B) {
	pairs := sample(b)
	var c Canonizer
	for i := 0; b.Loop(); i++ {
		c.Canonical(pairs[i%len(pairs)].puzzle)
	}
}

func BenchmarkCanonicalComplete(b *testing.B) {
	var grids []sudoku.Grid
	for _, pair := range sample(b) {
		grids = append(grids, solved(b, pair.puzzle).Solution())
	}
	var c Canonizer
	for i := 0; b.Loop(); i++ {
		c.Canonical(grids[i%len(grids)])
	}
}

func BenchmarkCanonicalMostSymmetric(b *testing.B) {
	g := FromIndex(Order / 5).Grid(mostSymmetric)
	var c Canonizer
	for b.Loop() {
		c.Canonical(g)
	}
}

func BenchmarkCanonicalEmpty(b *testing.B) {
	var g sudoku.Grid
	var c Canonizer
	for b.Loop() {
		c.Canonical(g)
	}
}

// BenchmarkCanonical17 needs the puzzles of 17 clues of the oracle.
func BenchmarkCanonical17(b *testing.B) {
	var grids []sudoku.Grid
	for _, g := range readGrids(b, oracleFile(b, "collections.tsv")) {
		if g.NumClues() == 17 {
			grids = append(grids, g)
		}
	}
	var c Canonizer
	for i := 0; b.Loop(); i++ {
		c.Canonical(grids[i%len(grids)])
	}
}
