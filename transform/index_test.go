package transform

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

func TestIndexRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		index := rapid.Uint64Range(0, Order-1).Draw(t, "index")
		if got := FromIndex(index).Index(); got != index {
			t.Fatalf("FromIndex(%d).Index() = %d", index, got)
		}
		a, b := drawIsomorphism(t, "a"), drawIsomorphism(t, "b")
		if c := a.Then(b); FromIndex(c.Index()) != c {
			t.Fatalf("FromIndex(%d) is another element", c.Index())
		}
	})
}

func TestIndexExtremes(t *testing.T) {
	if Order != 1_218_998_108_160 {
		t.Errorf("Order = %d", uint64(Order))
	}
	if FromIndex(0) != Identity() || Identity().Index() != 0 {
		t.Error("index 0 is not the identity")
	}
	for _, index := range []uint64{1, relabelings - 1, relabelings, Order / 2, Order/2 - 1, Order - 1} {
		if got := FromIndex(index).Index(); got != index {
			t.Errorf("FromIndex(%d).Index() = %d", index, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("FromIndex(Order) does not panic")
		}
	}()
	FromIndex(Order)
}

// All orders of rows, and all relabelings, come in lexicographic order: with
// the right number of each, that makes the index a bijection.
func TestIndexIsLexicographic(t *testing.T) {
	var rows [9]uint8
	for rank := range uint32(arrangements) {
		last := rows
		unrankSources(&rows, rank)
		if rank > 0 && slices.Compare(last[:], rows[:]) >= 0 {
			t.Fatalf("rows %v at %d after %v", rows, rank, last)
		}
		if rankSources(&rows) != rank {
			t.Fatalf("rows %v have rank %d, want %d", rows, rankSources(&rows), rank)
		}
	}
	var digits [10]sudoku.Digit
	for rank := range uint32(relabelings) {
		last := digits
		unrankDigits(&digits, rank)
		if rank > 0 && slices.Compare(last[:], digits[:]) >= 0 {
			t.Fatalf("digits %v at %d after %v", digits, rank, last)
		}
		if rankDigits(&digits) != rank {
			t.Fatalf("digits %v have rank %d, want %d", digits, rankDigits(&digits), rank)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawIsomorphism(t, "a"), drawIsomorphism(t, "b")
		if got := cmp.Compare(a.Index(), b.Index()); got != compare(&a, &b) {
			t.Fatalf("%v and %v, indexes %d and %d", a, b, a.Index(), b.Index())
		}
	})
}

func compare(a, b *Isomorphism) int {
	transpose := 0
	if a.transpose != b.transpose {
		transpose = -1
		if a.transpose {
			transpose = 1
		}
	}
	return cmp.Or(transpose,
		slices.Compare(a.rows[:], b.rows[:]),
		slices.Compare(a.columns[:], b.columns[:]),
		slices.Compare(a.digits[:], b.digits[:]))
}

// Indexes are part of puzzle IDs. If this test fails, fix the code so that
// these images stay; never change them.
func TestIndexGolden(t *testing.T) {
	for _, golden := range []struct {
		index uint64
		image string
	}{} {
		if got := FromIndex(golden.index).Grid(mostSymmetric).String(); got != golden.image {
			t.Errorf("index %d: image %s, want %s", golden.index, got, golden.image)
		}
	}
}
