package transform

import (
	"hash/maphash"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// Every isomorph comes once: the images of all geometries that an orbit lists
// differ, also up to relabeling, and their number is right.
func TestOrbitListsEveryIsomorphOnce(t *testing.T) {
	tried := map[int]bool{}
	for _, p := range symmetricPuzzles(t) {
		o := NewOrbit(p.Clues())
		n := len(o.automorphisms)
		if o.Len()*uint64(n) != Order {
			t.Fatalf("%v: %d isomorphs, %d automorphisms", p.Clues(), o.Len(), n)
		}
		if tried[n] || n < 4 {
			continue // fewer automorphisms make millions of images
		}
		tried[n] = true
		images := make([]uint64, 0, o.geometries)
		for i := range uint64(o.geometries) {
			images = append(images, fingerprint(o.At(i*relabelings).Grid(p.Clues())))
		}
		slices.Sort(images)
		if distinct := len(slices.Compact(images)); distinct != int(o.geometries) {
			t.Errorf("%v: %d distinct of %d", p.Clues(), distinct, o.geometries)
		}
	}
}

var hashSeed = maphash.MakeSeed()

// fingerprint is a hash of g up to relabeling.
func fingerprint(g sudoku.Grid) uint64 {
	var names [10]byte
	var last byte
	var line [81]byte
	for c, d := range g {
		if d != 0 && names[d] == 0 {
			last++
			names[d] = last
		}
		line[c] = names[d]
	}
	return maphash.Bytes(hashSeed, line[:])
}

// At lists the isomorphism with the least index for each image, in the order of
// the indexes, and Rank finds its number.
func TestOrbitAndRank(t *testing.T) {
	rng := newRand(4)
	for _, p := range append(symmetricPuzzles(t), solved(t, sample(t)[0].puzzle)) {
		o := NewOrbit(p.Clues())
		automorphisms := new(Canonizer).Automorphisms(p.Clues())
		for n := range uint64(200) {
			i := rng.Uint64N(o.Len())
			if n < 2 {
				i = n * (o.Len() - 1)
			}
			a := o.At(i)
			if i+1 < o.Len() && o.At(i+1).Index() <= a.Index() {
				t.Fatalf("%v: At(%d) and the next are not in order", p.Clues(), i)
			}
			for _, b := range automorphisms {
				if same := b.Then(a); same.Index() < a.Index() {
					t.Fatalf("%v: At(%d) has index %d and the same image as index %d", p.Clues(), i, a.Index(), same.Index())
				}
			}
			if same := automorphisms[rng.IntN(len(automorphisms))].Then(a); o.Rank(same) != i {
				t.Fatalf("%v: At(%d) has the same image as %d of rank %d", p.Clues(), i, same.Index(), o.Rank(same))
			}
		}
	}
}

func TestOrbitWithoutAutomorphisms(t *testing.T) {
	for _, o := range []*Orbit{new(Orbit), NewOrbit(sample(t)[0].puzzle)} {
		for _, i := range []uint64{0, 1, Order / 2, Order - 1} {
			if o.Len() != Order || o.At(i) != FromIndex(i) || o.Rank(FromIndex(i)) != i {
				t.Errorf("At(%d) is not FromIndex(%d)", i, i)
			}
		}
	}
}

// Streams and puzzle IDs hold ranks. If this test fails, fix the code so that
// these stay; never change them.
func TestOrbitGolden(t *testing.T) {
	o := NewOrbit(mostSymmetric)
	for _, golden := range []struct{ i, index uint64 }{
		{0, 0},
		{1, 1},
		{362879, 362879},
		{362880, 362880},
		{123456789, 959532309},
		{940584960, 8465264640},
		{1881169919, 16512491519},
	} {
		if got := o.At(golden.i).Index(); got != golden.index {
			t.Errorf("At(%d) has index %d, want %d", golden.i, got, golden.index)
		}
	}
}

func TestOrbitPanics(t *testing.T) {
	sparse := mostSymmetric.Keep(sudoku.House(0).Cells())
	for name, f := range map[string]func(){
		"a grid with empty rows": func() { NewOrbit(sparse) },
		"beyond the end":         func() { NewOrbit(mostSymmetric).At(Order / 648) },
		"beyond the end of all":  func() { new(Orbit).At(Order) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkOrbitAt(b *testing.B) {
	p := symmetricPuzzles(b)[0]
	o := NewOrbit(p.Clues())
	i := uint64(0)
	for b.Loop() {
		i = (i + 0x9e3779b97f) % o.Len()
		_ = o.At(i)
	}
}

func BenchmarkNewOrbit(b *testing.B) {
	p := symmetricPuzzles(b)[0]
	for b.Loop() {
		NewOrbit(p.Clues())
	}
}
