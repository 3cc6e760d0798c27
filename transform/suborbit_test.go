package transform

import (
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// The isomorphs with a symmetry are those that one finds by going through all:
// each once, and each the one that stands for its class.
func TestSuborbitsAreComplete(t *testing.T) {
	puzzles := symmetricPuzzles(t)
	if testing.Short() {
		puzzles = puzzles[:1]
	}
	tried := map[int]int{}
	found := map[Symmetry]bool{}
	for _, p := range puzzles {
		pattern := p.Clues().Filled()
		o := NewOrbit(p.Clues())
		counts := Conjugates(pattern)
		if n := len(o.automorphisms); tried[n] > 1 || pattern.Len() > 45 {
			continue
		} else {
			tried[n]++
		}
		for s := range Symmetries() {
			part := o.Symmetric(pattern, s)
			if want := uint64(s.Normalizer()) * uint64(counts[s]) * relabelings / max(uint64(len(o.automorphisms)), 1); part.Len() != want {
				t.Errorf("%v, %v: %d isomorphs, want %d", p.Clues(), s, part.Len(), want)
			}
			found[s] = found[s] || part.Len() > 0
			seen := map[uint32]bool{}
			for i := uint64(0); i < part.Len(); i += relabelings {
				turn := part.At(i + i/relabelings%relabelings)
				if !s.Has(turn.Cells(pattern)) || seen[turn.geometry()] || o.At(o.Rank(turn)) != turn {
					t.Fatalf("%v, %v: isomorph %d is wrong: %v", p.Clues(), s, i, turn)
				}
				seen[turn.geometry()] = true
			}
			if testing.Short() && s.Normalizer() < 1000 {
				continue // there are 34,992 conjugates to try
			}
			want := 0
			for g := range s.allArrangements() {
				if s.Has(g.Cells(pattern)) {
					want++
				}
			}
			if want != counts[s] {
				t.Errorf("%v, %v: %d conjugates, want %d", p.Clues(), s, counts[s], want)
			}
		}
	}
	t.Logf("symmetries met: %v; automorphisms: %v", found, tried)
}

// The isomorphs with a given pattern have it, and are all of them.
func TestSuborbitOfAPattern(t *testing.T) {
	rng := newRand(3)
	for _, p := range append(symmetricPuzzles(t), solved(t, sample(t)[0].puzzle)) {
		pattern := p.Clues().Filled()
		if pattern.Len() > 45 {
			continue // too many isomorphs have the same pattern
		}
		o := NewOrbit(p.Clues())
		wanted := randomGeometry(rng).Cells(pattern)
		part := o.ToPattern(pattern, wanted)
		if part.Len() == 0 {
			t.Errorf("%v: no isomorph has the pattern of an isomorph", p.Clues())
		}
		seen := map[sudoku.Grid]bool{}
		for range 100 {
			i := rng.Uint64N(part.Len())
			image := part.At(i).Grid(p.Clues())
			if image.Filled() != wanted {
				t.Fatalf("%v: isomorph %d has another pattern", p.Clues(), i)
			}
			seen[image] = true
		}
		if len(seen) < 99 {
			t.Errorf("%v: 100 isomorphs are %d", p.Clues(), len(seen))
		}
	}
	o := new(Orbit)
	if n := o.ToPattern(sudoku.CellSet(0, 1), sudoku.CellSet(0, 30)).Len(); n != 0 {
		t.Errorf("%d isomorphs of a pattern that does not fit", n)
	}
}

// A pattern with symmetries of its own comes about in several ways, and each way
// is listed once.
func TestSuborbitListsEveryWay(t *testing.T) {
	rng := newRand(4)
	for s := range Symmetries() {
		pattern := s.Close(sudoku.CellSet(1, 5, 12, 22, 40))
		wanted := randomGeometry(rng).Cells(pattern)
		part := new(Orbit).ToPattern(pattern, wanted)
		ways := part.Len() / relabelings
		if least := uint64(len(s.Arrangements(pattern))); ways < 2 || least == 0 {
			t.Fatalf("%v: %d ways, %d arrangements", s, ways, least)
		}
		seen := map[uint32]bool{}
		for way := range ways {
			turn := part.At(way*relabelings + rng.Uint64N(relabelings))
			if turn.Cells(pattern) != wanted || seen[turn.geometry()] {
				t.Fatalf("%v: way %d of %d is wrong: %v", s, way, ways, turn)
			}
			seen[turn.geometry()] = true
		}
	}
}

func BenchmarkSuborbit(b *testing.B) {
	p := solved(b, sample(b)[0].puzzle)
	pattern := Rotate180.Close(p.Clues().Filled())
	part := new(Orbit).Symmetric(pattern, Rotate180)
	n := part.Len()
	b.ReportAllocs()
	for i := uint64(0); b.Loop(); i += 7919 {
		part.At(i % n)
	}
}

// The order in which a suborbit lists isomorphs is part of every stream of
// symmetric puzzles: fix the code so that these stay.
func TestSuborbitGolden(t *testing.T) {
	pattern := Bidiagonal.Close(sudoku.CellSet(1, 5, 12, 22, 40))
	for _, test := range []struct {
		symmetry Symmetry
		number   uint64
		want     uint64
	}{
		{Rotate180, 0, 0},
		{Rotate180, 123_456_789, 458117570709},
		{Diagonal, 987_654_321, 60771045681},
		{Antidiagonal, 55_555_555, 72315487075},
		{Bidiagonal, 22_222_222, 1047208625422},
	} {
		if got := new(Orbit).Symmetric(pattern, test.symmetry).At(test.number).Index(); got != test.want {
			t.Errorf("%v, isomorph %d: index %d, want %d", test.symmetry, test.number, got, test.want)
		}
	}
}
