package dataset

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// someClasses draws classes, some of which share a solution.
func someClasses(t *rapid.T, most int) []class {
	keys := rapid.SliceOfNDistinct(rapid.Uint64(), 1, most, func(k uint64) uint64 { return k }).Draw(t, "keys")
	list := make([]class, len(keys))
	for i, key := range keys {
		list[i] = class{seed.Key(key), seed.Key(rapid.Uint64Range(1, uint64(len(keys))).Draw(t, "solution"))}
	}
	return list
}

func someOptions(t *rapid.T, classes int) Options {
	some := rapid.Uint64Range(0, uint64(classes/2+1))
	o := Options{Train: some.Draw(t, "train"), Test: some.Draw(t, "test"), Validation: some.Draw(t, "validation"), Augment: rapid.Uint64Range(1, 3).Draw(t, "augment")}
	o.Split = rapid.SampledFrom([]Split{ByClass, ByGrid}).Draw(t, "split")
	o.Request.RandomSeed = rapid.Uint64().Draw(t, "seed")
	return o
}

// partsOf returns the parts of each group.
func partsOf(s split, o *Options) map[seed.Key]map[Part]bool {
	in := map[seed.Key]map[Part]bool{}
	for part, classes := range s {
		for _, c := range classes {
			name := c.key
			if o.Split == ByGrid {
				name = c.solution
			}
			if in[name] == nil {
				in[name] = map[Part]bool{}
			}
			in[name][part] = true
		}
	}
	return in
}

// Parts have just as many classes as they need, no group is in two of them, and the
// order in which a bank has its seeds does not matter.
func TestDivide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := someClasses(t, 40)
		o := someOptions(t, len(list))
		s, err := divide(slices.Clone(list), &o)
		var few *TooFewError
		if errors.As(err, &few) {
			if few.There >= few.Wanted && o.Split == ByClass {
				t.Fatalf("%v, and there are %d", err, few.There)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if uint64(len(s[part])) != o.classes(part) {
				t.Fatalf("%s has %d classes, want %d", part, len(s[part]), o.classes(part))
			}
		}
		for group, in := range partsOf(s, &o) {
			if len(in) > 1 {
				t.Fatalf("%v is in %v", group, in)
			}
		}
		if leaks := leaksOf(s); leaks.Classes > 0 || o.Split == ByGrid && leaks.Grids > 0 {
			t.Fatalf("leaks: %+v", leaks)
		}
		again, err := divide(rapid.Permutation(list).Draw(t, "order"), &o)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if !slices.Equal(s[part], again[part]) {
				t.Fatalf("%s depends on the order of the seeds", part)
			}
		}
	})
}

// A bank that grows never moves a group from testing to training or back.
func TestDivideStaysAsBanksGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := someClasses(t, 60)
		o := someOptions(t, len(list))
		old := list[:rapid.IntRange(1, len(list)).Draw(t, "old")]
		before, err := divide(slices.Clone(old), &o)
		if err != nil {
			t.Skip(err)
		}
		after, err := divide(slices.Clone(list), &o)
		if err != nil {
			t.Skip(err)
		}
		then, now := partsOf(before, &o), partsOf(after, &o)
		for group := range then {
			if then[group][Test] && now[group][Train] || then[group][Train] && now[group][Test] {
				t.Fatalf("%v was in %v and is in %v", group, then[group], now[group])
			}
		}
	})
}

// The count of what parts share finds what is shared.
func TestLeaksAreFound(t *testing.T) {
	s := split{
		Train:      {{1, 10}, {2, 10}, {3, 11}},
		Test:       {{4, 10}, {3, 11}},
		Validation: {{3, 11}, {5, 12}},
	}
	if got, want := leaksOf(s), (Leaks{Classes: 1, Grids: 2}); got != want {
		t.Errorf("leaks: %+v, want %+v", got, want)
	}
}
