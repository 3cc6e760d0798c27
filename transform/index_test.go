package transform

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
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

// All orders of rows, and all relabelings, come in lexicographic order. As
// there is the right number of each, the index is a bijection.
func TestIndexIsLexicographic(t *testing.T) {
	var rows, digits []uint
	for rank := range uint32(arrangements) {
		last, packed := rows, unrankSources(rank)
		rows = packed.unpack(0, 9)
		if slices.Compare(last, rows) >= 0 {
			t.Fatalf("rows %v at %d after %v", rows, rank, last)
		}
		if rankSources(packed) != rank {
			t.Fatalf("rows %v have rank %d, want %d", rows, rankSources(packed), rank)
		}
	}
	for rank := range uint32(relabelings) {
		last, packed := digits, unrankDigits(rank)
		digits = packed.unpack(1, 9)
		if slices.Compare(last, digits) >= 0 {
			t.Fatalf("digits %v at %d after %v", digits, rank, last)
		}
		if rankDigits(packed) != rank {
			t.Fatalf("digits %v have rank %d, want %d", digits, rankDigits(packed), rank)
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
		slices.Compare(a.rows.unpack(0, 9), b.rows.unpack(0, 9)),
		slices.Compare(a.columns.unpack(0, 9), b.columns.unpack(0, 9)),
		slices.Compare(a.digits.unpack(1, 9), b.digits.unpack(1, 9)))
}

// unpack returns count numbers of n from number first on.
func (n nibbles) unpack(first, count uint) []uint {
	list := make([]uint, count)
	for i := range list {
		list[i] = n.at(first + uint(i))
	}
	return list
}

// Indexes are part of puzzle IDs. If this test fails, fix the code so that
// these images stay; never change them.
func TestIndexGolden(t *testing.T) {
	for _, golden := range []struct {
		index uint64
		image string
	}{
		{0, "123456789456789123789123456231564897564897231897231564312645978645978312978312645"},
		{1, "123456798456798123798123456231564987564987231987231564312645879645879312879312645"},
		{362880, "123456798456789132789123465231564879564897213897231546312645987645978321978312654"},
		{470292480, "123456789456789123789123456231564897564897231897231564312645978978312645645978312"},
		{609499054080, "147258369258369147369147258471582693582693471693471582714825936825936714936714825"},
		{123456789012, "492157863368429571175386294517863942836294715249571638683942157751638429924715386"},
		{1218998108159, "582693471693471582471582693825936714936714825714825936258369147369147258147258369"},
	} {
		if got := FromIndex(golden.index).Grid(mostSymmetric).String(); got != golden.image {
			t.Errorf("index %d: image %s, want %s", golden.index, got, golden.image)
		}
	}
}
