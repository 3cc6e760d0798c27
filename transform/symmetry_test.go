package transform

import (
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
	"pgregory.net/rapid"
)

// randomPattern has a symmetry, of a few orbits of cells.
func randomPattern(rng *rand.Rand, s Symmetry) sudoku.Cells {
	var pattern sudoku.Cells
	for size := 17 + rng.IntN(20); pattern.Len() < size; {
		pattern = pattern.Or(s.Orbit(sudoku.Cell(rng.IntN(81))))
	}
	return pattern
}

func randomGeometry(rng *rand.Rand) Isomorphism {
	return FromIndex(rng.Uint64N(geometries) * relabelings)
}

// A geometry for each conjugate, followed by each element of the normalizer, makes
// all geometries, each once.
func TestConjugatesTimesNormalizer(t *testing.T) {
	conjugates := map[Symmetry]int{Rotate180: 2916, Rotate90: 34992, Mirror: 108, Flip: 108, Diagonal: 1296,
		Antidiagonal: 1296, Orthogonal: 2916, Bidiagonal: 34992, Full: 34992}
	counts := map[*family]int{} // several symmetries are turned into one of a family
	for s := range Symmetries() {
		family := kinds[s].family
		n, counted := counts[family]
		if !counted {
			seen := make([]bool, geometries)
			for g := range family.all() {
				n++
				for i := range family.normalizer.size {
					rank := g.Then(family.normalizer.at(i)).geometry()
					if seen[rank] {
						t.Fatalf("%v: geometry %d comes twice", s, rank)
					}
					seen[rank] = true
				}
				if testing.Short() && n == 50 {
					break
				}
			}
			counts[family] = n
		}
		if !testing.Short() && (n != conjugates[s] || n*int(s.Normalizer()) != geometries) {
			t.Errorf("%v: %d conjugates, want %d; normalizer of %d", s, n, conjugates[s], s.Normalizer())
		}
	}
}

// The normalizer turns symmetric patterns into symmetric ones.
func TestNormalizerKeepsTheSymmetry(t *testing.T) {
	rng := newRand(1)
	for s := range Symmetries() {
		for range 500 {
			pattern := randomPattern(rng, s)
			turn := kinds[s].turn
			n := turn.Inverse().Then(kinds[s].family.normalizer.at(rng.Uint32N(s.Normalizer()))).Then(turn)
			if image := n.Cells(pattern); !s.Has(image) {
				t.Fatalf("%v: %v keeps it, but makes %v of %v", s, n, image, pattern)
			}
		}
	}
}

// What Arrangements finds by the automorphisms of a pattern is what one finds by
// trying every conjugate.
func TestArrangementsAreAll(t *testing.T) {
	rng := newRand(2)
	for s := range Symmetries() {
		for range 4 {
			pattern := randomGeometry(rng).Cells(randomPattern(rng, s))
			found := s.Arrangements(pattern)
			for _, g := range found {
				if !s.Has(g.Cells(pattern)) {
					t.Fatalf("%v: %v does not arrange %v", s, g, pattern)
				}
			}
			want := 0
			for g := range s.allArrangements() {
				if s.Has(g.Cells(pattern)) {
					want++
				}
			}
			if len(found) != want || want == 0 {
				t.Errorf("%v: %d arrangements of %v, want %d", s, len(found), pattern, want)
			}
		}
	}
}

func TestSymmetryOfSomePatterns(t *testing.T) {
	if got := Full.Orbit(sudoku.CellAt(0, 1)).Len(); got != 8 {
		t.Errorf("r1c2 has %d images on the square, want 8", got)
	}
	for s := range Symmetries() {
		parsed, err := ParseSymmetry(s.String())
		if err != nil || parsed != s {
			t.Errorf("ParseSymmetry(%v) = %v, %v", s, parsed, err)
		}
		if c := sudoku.CellAt(4, 4); s.Orbit(c) != sudoku.CellSet(c) {
			t.Errorf("%v moves the centre", s)
		}
		if n := Conjugates(sudoku.CellSet(sudoku.CellAt(0, 0)))[NoSymmetry]; n != 1 {
			t.Errorf("%d conjugates of the identity", n)
		}
	}
	// Each kind is itself, and all of its parts.
	parts := map[Symmetry][]Symmetry{
		Rotate90: {Rotate180}, Orthogonal: {Rotate180, Mirror, Flip}, Bidiagonal: {Rotate180, Diagonal, Antidiagonal},
		Full: {Rotate180, Rotate90, Mirror, Flip, Diagonal, Antidiagonal, Orthogonal, Bidiagonal},
	}
	for s := range Symmetries() {
		pattern := s.Close(sudoku.CellSet(sudoku.CellAt(0, 1), sudoku.CellAt(1, 3), sudoku.CellAt(0, 3)))
		has := map[Symmetry]bool{s: true}
		for _, part := range parts[s] {
			has[part] = true
		}
		for other := range Symmetries() {
			if other.Has(pattern) != has[other] {
				t.Errorf("the closure under %v has %v: %v", s, other, !has[other])
			}
		}
	}
}

// ToPattern finds all geometries: as many as the automorphisms of the pattern, and
// all that trying each of them finds.
func TestToPattern(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		s := Symmetry(rng.IntN(NumSymmetries))
		from := randomGeometry(rng).Cells(randomPattern(rng, s))
		geometry := randomGeometry(rng)
		to := geometry.Cells(from)
		list := ToPattern(from, to)
		found := false
		for i, g := range list {
			if g.Cells(from) != to {
				t.Fatalf("%v does not lead from %v to %v", g, from, to)
			}
			found = found || g == geometry
			if i > 0 && g.geometry() <= list[i-1].geometry() {
				t.Fatal("not in the order of the indexes")
			}
		}
		if !found || len(list) != len(ToPattern(from, from)) {
			t.Fatalf("%d geometries, found the one looked for: %v; %d automorphisms", len(list), found, len(ToPattern(from, from)))
		}
	})
	if testing.Short() {
		return
	}
	rng := newRand(7)
	from := randomGeometry(rng).Cells(randomPattern(rng, Diagonal))
	want := 0
	for rank := range uint64(geometries) {
		if FromIndex(rank*relabelings).Cells(from) == from {
			want++
		}
	}
	if list := ToPattern(from, from); len(list) != want {
		t.Errorf("%d automorphisms of %v, want %d", len(list), from, want)
	}
}

func BenchmarkConjugates(b *testing.B) {
	patterns := []sudoku.Cells{}
	for _, pair := range sample(b)[:100] {
		patterns = append(patterns, solved(b, pair.puzzle).Clues().Filled())
	}
	for i := 0; b.Loop(); i++ {
		Conjugates(patterns[i%len(patterns)])
	}
}

// The symmetry of a pattern is the kind that contains all kinds that it has.
func TestSymmetryOf(t *testing.T) {
	rng := newRand(8)
	for s := range NumSymmetries {
		for range 50 {
			pattern := randomPattern(rng, Symmetry(s))
			got := SymmetryOf(pattern)
			for other := range Symmetries() {
				if got.Has(pattern) && other.Has(pattern) && !kinds[got].contains(other) {
					t.Fatalf("%v: it has %v, and is said to have %v", pattern, other, got)
				}
			}
		}
	}
}

// contains reports whether a symmetry moves each cell only to where k does.
func (k *kind) contains(s Symmetry) bool {
	for c := range sudoku.Cell(81) {
		if all := k.orbit(c); s.Orbit(c).Or(all) != all {
			return false
		}
	}
	return true
}

func (k *kind) orbit(c sudoku.Cell) sudoku.Cells {
	cells := sudoku.CellSet(c)
	for range 8 {
		for _, t := range k.elements {
			cells = cells.Or(t.Cells(cells))
		}
	}
	return cells
}

func BenchmarkSymmetryOf(b *testing.B) {
	pattern := sample(b)[0].puzzle.Filled()
	for b.Loop() {
		SymmetryOf(pattern)
	}
}

func TestBoxCountsOfIsomorphs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var pattern sudoku.Cells
		for c := range sudoku.Cell(81) {
			if rapid.Bool().Draw(t, "clue") {
				pattern = pattern.With(c)
			}
		}
		turn := FromIndex(rapid.Uint64Range(0, Order-1).Draw(t, "turn"))
		if got, want := BoxCounts(turn.Cells(pattern)), BoxCounts(pattern); got != want {
			t.Fatalf("%v: %o, turned %o", pattern, want, got)
		}
		if BoxCounts(pattern.Without(0)) == BoxCounts(pattern.With(0)) {
			t.Fatal("a cell more is not counted")
		}
	})
}
