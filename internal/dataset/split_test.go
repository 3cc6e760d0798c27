package dataset

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// someEntries draws seeds, some of which share a solution.
func someEntries(t *rapid.T, most int) []entry {
	keys := rapid.SliceOfNDistinct(rapid.Uint64(), 1, most, func(k uint64) uint64 { return k }).Draw(t, "keys")
	list := make([]entry, len(keys))
	for i, key := range keys {
		list[i] = entry{seed.Key(key), seed.Key(rapid.Uint64Range(1, uint64(len(keys))).Draw(t, "solution"))}
	}
	return list
}

func someOptions(t *rapid.T, entries int) Options {
	some := rapid.Uint64Range(0, uint64(entries/3+1))
	o := Options{Train: some.Draw(t, "train"), Test: some.Draw(t, "test"), Validation: some.Draw(t, "validation"), Augment: rapid.Uint64Range(1, 3).Draw(t, "augment")}
	o.Minimal = true
	o.Request.RandomSeed = rapid.Uint64().Draw(t, "seed")
	return o
}

// divided divides entries of seeds that have no rungs. It compares what there is
// with a plain division of the whole order, and returns nil if there is too little.
func divided(t *rapid.T, list []entry, o *Options) map[Part][]entry {
	ctx := context.Background()
	read := func(context.Context, seed.Key) (seed.Seed, error) { panic("no seed has to be read") }
	whole := Options{Test: uint64(len(list)), Minimal: true, Augment: 1, Request: o.Request}
	order, err := divide(ctx, slices.Clone(list), &whole, 2, read)
	if err != nil {
		t.Fatal(err)
	}
	want, missing := plainly(order.entries[Test], o)
	got, err := divide(ctx, slices.Clone(list), o, 2, read)
	var few *TooFewError
	switch {
	case missing != nil:
		if !errors.As(err, &few) || *few != *missing {
			t.Fatalf("%v, want %v", err, missing)
		}
		return nil
	case err != nil:
		t.Fatal(err)
	}
	for _, part := range parts {
		slices.SortFunc(want[part], byKey)
		has := slices.SortedFunc(slices.Values(got.entries[part]), byKey)
		if !slices.Equal(has, want[part]) {
			t.Fatalf("%s has %v, want %v", part, has, want[part])
		}
	}
	return got.entries
}

func byKey(a, b entry) int {
	if a.key < b.key {
		return -1
	}
	return 1
}

// plainly divides entries that are in their order. Test and validation take from
// the front and leave nothing of a solution, training takes from the end.
func plainly(left []entry, o *Options) (map[Part][]entry, *TooFewError) {
	division := map[Part][]entry{}
	for _, part := range []Part{Test, Validation} {
		need := int(o.rows(part))
		if need > len(left) {
			return nil, &TooFewError{part, uint64(len(left)), o.rows(part), 1}
		}
		division[part] = slices.Clone(left[:need])
		if left = left[need:]; need > 0 {
			last := division[part][need-1].solution
			left = slices.DeleteFunc(slices.Clone(left), func(e entry) bool { return e.solution == last })
		}
	}
	slices.Reverse(left)
	need := int(o.Train+o.Augment-1) / int(o.Augment)
	if need > len(left) {
		return nil, &TooFewError{Train, uint64(len(left)) * o.Augment, o.Train, o.Augment}
	}
	division[Train] = wholeGroups(left, need)
	return division, nil
}

// wholeGroups takes entries from a list in which whole solutions come in reverse
// order: within a solution the order is that of the list before.
func wholeGroups(reversed []entry, need int) (taken []entry) {
	for len(taken) < need {
		n := 1
		for n < len(reversed) && reversed[n].solution == reversed[0].solution {
			n++
		}
		some := slices.Clone(reversed[:n])
		slices.Reverse(some)
		taken = append(taken, some[:min(n, need-len(taken))]...)
		reversed = reversed[n:]
	}
	return taken
}

// Parts have the seeds that they should have, or it is said how many there are. No
// solution is in two of them, and the order in which a bank has its seeds does not
// matter.
func TestDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := someEntries(t, 40)
		o := someOptions(t, len(list))
		got := divided(t, list, &o)
		if got == nil {
			return
		}
		in := map[seed.Key]Part{}
		for part, entries := range got {
			if uint64(len(entries)) != o.entries(part) {
				t.Fatalf("%s has %d seeds, want %d", part, len(entries), o.entries(part))
			}
			for _, e := range entries {
				if other, known := in[e.solution]; known && other != part {
					t.Fatalf("a solution is in %s and in %s", part, other)
				}
				in[e.solution] = part
			}
		}
		again := divided(t, rapid.Permutation(list).Draw(t, "order"), &o)
		for _, part := range parts {
			if !slices.Equal(got[part], again[part]) {
				t.Fatalf("%s depends on the order of the seeds", part)
			}
		}
	})
}

// A bank that grows never moves a solution from testing to training or back.
func TestDivideStaysAsBanksGrow(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		list := someEntries(t, 60)
		old := list[:rapid.IntRange((len(list)+1)/2, len(list)).Draw(t, "old")]
		o := someOptions(t, len(old))
		before, after := divided(t, old, &o), divided(t, list, &o)
		if before == nil || after == nil {
			return
		}
		compared++
		solutions := func(entries []entry) map[seed.Key]bool {
			has := map[seed.Key]bool{}
			for _, e := range entries {
				has[e.solution] = true
			}
			return has
		}
		then, now := solutions(before[Test]), solutions(after[Test])
		for _, e := range after[Train] {
			if then[e.solution] {
				t.Fatalf("%v was for testing and is for training", e.solution)
			}
		}
		for _, e := range before[Train] {
			if now[e.solution] {
				t.Fatalf("%v was for training and is for testing", e.solution)
			}
		}
	})
	if compared < 10 {
		t.Errorf("only %d banks had enough seeds", compared)
	}
}

// most returns how many owners from one on can each have a class that no other one
// has, by trying all ways.
func most(wishes [][]seed.Key, taken map[seed.Key]bool) int {
	if len(wishes) == 0 {
		return 0
	}
	best := most(wishes[1:], taken)
	for _, class := range wishes[0] {
		if !taken[class] {
			taken[class] = true
			best = max(best, 1+most(wishes[1:], taken))
			delete(taken, class)
		}
	}
	return best
}

// Each class is given to one of those that wish it, and as many as possible get one.
func TestAssign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		class := rapid.Custom(func(t *rapid.T) seed.Key { return seed.Key(rapid.IntRange(1, 6).Draw(t, "class")) })
		wishes := rapid.SliceOfN(rapid.SliceOfN(class, 0, 4), 0, 6).Draw(t, "wishes")
		owner, wished, served := map[seed.Key]int{}, map[seed.Key]bool{}, 0
		for i, numbers := range assign(wishes) {
			for _, class := range wishes[i] {
				wished[class] = true
			}
			if len(numbers) > 0 {
				served++
			}
			for j, number := range numbers {
				class := wishes[i][number]
				if other, given := owner[class]; given {
					t.Fatalf("%d and %d have class %v", other, i, class)
				}
				owner[class] = i
				if j > 1 && number < numbers[j-1] {
					t.Fatalf("%d has %v, in another order than it wished", i, numbers)
				}
			}
		}
		if len(owner) != len(wished) {
			t.Fatalf("%d classes are given, of %d", len(owner), len(wished))
		}
		if want := most(wishes, map[seed.Key]bool{}); served != want {
			t.Fatalf("%d get a class, and %d can", served, want)
		}
	})
}
