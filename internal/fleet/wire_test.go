package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// someUnit is a unit of a few seeds, and someSeeds are what it gives, for the test alone.
var someUnit = &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: attackedSeed, Count: 20}

func someSeeds(t testing.TB) []seed.Seed {
	t.Helper()
	return mustDo(t, someUnit).seeds
}

func TestResultsRoundTrip(t *testing.T) {
	for _, want := range []*result{
		{Unit: someUnit.Name(), Part: 3, seeds: someSeeds(t)},
		{Unit: someUnit.Name(), Part: 1, Done: someUnit, Sent: 7, Numbers: work.Numbers{Made: 20, Known: 1}},
	} {
		got, err := decodeResult(want.encode())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Done, got.Done); diff != "" || got.Unit != want.Unit || got.Part != want.Part || got.Known != want.Known || got.Made != want.Made || got.Sent != want.Sent {
			t.Errorf("%+v, written and read again: %+v %s", want, got, diff)
		}
		if !bytes.Equal(got.encode(), want.encode()) {
			t.Errorf("%+v has other seeds when it is read again", want)
		}
	}
}

func TestBadResults(t *testing.T) {
	good := (&result{Unit: someUnit.Name()}).encode()
	if _, err := decodeResult(good); err != nil {
		t.Fatal(err)
	}
	name := someUnit.Name()
	for _, message := range []string{
		"", "\n", "{}\n", "null\n", string(good[:len(good)-1]), string(good) + "sdku", `{"unit":"` + name + `","part":-1}` + "\n", `{"unit":"x","part":0}` + "\n",
		`{"unit":"` + name + `","part":0,"made":-1}` + "\n", `{"unit":"` + name + `","part":0,"made":1}` + "\n",
		`{"unit":"` + name + `","part":1,"sent":1}` + "\n",
		`{"unit":"` + name + `","part":1,"made":20,"sent":-1,"done":` + string(someUnit.Encode()) + "}\n",
		`{"unit":"` + name + `","part":1,"made":1073741824,"done":` + string(someUnit.Encode()) + "}\n", `{"unit":"` + name + `","part":0,"more":1}` + "\n",
		// Sums of the numbers of moves are bookmarks: those that do not fit would end every hub of the bank.
		`{"unit":"` + name + `","part":0,"done":` + string(someUnit.Encode()) + `,"moves":[{"Cost":-1}]}` + "\n",
		`{"unit":"` + name + `","part":0,"done":` + string(someUnit.Encode()) + `,"moves":[{"Rated":1000000000000000000}]}` + "\n",
		`{"unit":"` + name + `","part":0,"done":` + string(someUnit.Encode()) + `,"tried":{"Grids":-1}}` + "\n",
		`{"unit":"0123456789abcdef","part":0,"done":` + string(someUnit.Encode()) + "}\n",
		string(good) + string(bytes.Repeat([]byte("x"), bounds.Result)),
	} {
		if _, err := decodeResult([]byte(message)); !errors.Is(err, errResult) {
			t.Errorf("%.100q: %v", message, err)
		}
	}
	batch := seed.Batch{Rater: rating.Version + 1, Seeds: someSeeds(t)[:1]}
	if _, err := decodeResult(append(good, seed.Marshal(&batch)...)); !errors.Is(err, work.ErrOtherRater) {
		t.Errorf("seeds of another rater: %v", err)
	}
}

func FuzzDecodeResult(f *testing.F) {
	f.Add((&result{Unit: someUnit.Name(), seeds: someSeeds(f)}).encode())
	f.Add((&result{Unit: someUnit.Name(), Done: someUnit, Numbers: work.Numbers{Made: 20, Unwanted: 20}}).encode())
	f.Fuzz(func(t *testing.T, message []byte) {
		r, err := decodeResult(message)
		if err != nil {
			return
		}
		if again, err := decodeResult(r.encode()); err != nil || !bytes.Equal(again.encode(), r.encode()) {
			t.Errorf("%q, read, written and read again: %v", message, err)
		}
	})
}

// However much a unit gives, its results are short enough to send, numbered without a
// gap, and the same whoever does it. Nothing of it is lost.
func TestParcels(t *testing.T) {
	pool := someSeeds(t)
	rapid.Check(t, func(rt *rapid.T) {
		var parts []work.Found
		made, seeds := 0, 0
		for range rapid.IntRange(0, 400).Draw(rt, "parts") {
			n := rapid.IntRange(0, 12).Draw(rt, "seeds")
			part := work.Found{Numbers: work.Numbers{Made: n + 1}}
			for i := range n {
				part.Seeds = append(part.Seeds, pool[i%len(pool)])
			}
			parts = append(parts, part)
			made, seeds = made+part.Made, seeds+n
		}
		gather := func() (list []*result) {
			p := parcel{result: result{Unit: someUnit.Name()}}
			for _, part := range parts {
				list = append(list, p.add(part)...)
			}
			return append(list, p.end(someUnit)...)
		}
		list, whole := gather(), seeds
		for i, r := range list {
			if r.Part != i || len(r.encode()) > bounds.Result || (r.Done != nil) != (i == len(list)-1) {
				rt.Errorf("result %d of %d is part %d, with %d bytes, and done is %v", i, len(list), r.Part, len(r.encode()), r.Done != nil)
			}
			if r.Done != nil && r.total() != whole {
				rt.Errorf("the last result tells of %d seeds, of %d", r.total(), whole)
			}
			made, seeds = made-r.made(), seeds-len(r.seeds)
		}
		if made != 0 || seeds != 0 {
			rt.Errorf("%d puzzles and %d seeds were lost", made, seeds)
		}
		again := gather()
		for i := range list {
			if fmt.Sprint(list[i].Part, list[i].Made, list[i].Sent, len(list[i].seeds)) != fmt.Sprint(again[i].Part, again[i].Made, again[i].Sent, len(again[i].seeds)) {
				rt.Errorf("result %d is another when it is made again", i)
			}
		}
	})
}

// What a result says of its unit must fit together.
func TestInconsistentResults(t *testing.T) {
	seeds := someSeeds(t)
	walk := &work.Unit{Rater: rating.Version, Kind: work.WalkUnit}
	for _, test := range []struct {
		r    result
		want bool
	}{
		{result{seeds: seeds}, true},
		{result{Done: someUnit, Numbers: work.Numbers{Made: 20, Unwanted: 20 - len(seeds)}, seeds: seeds}, true},
		{result{Done: someUnit, Numbers: work.Numbers{Made: 20, Known: 5, Unwanted: 15}}, true},
		{result{Done: someUnit, Numbers: work.Numbers{Made: 20, Known: 5, Unwanted: 14}}, false},
		{result{Done: someUnit, Numbers: work.Numbers{Made: 19, Unwanted: 19}}, false},
		{result{Done: someUnit, Numbers: work.Numbers{Made: 1 << 20, Unwanted: 1 << 20}}, false},
		{result{Done: someUnit}, false},
		{result{Done: someUnit, Part: 1, Sent: 21, Numbers: work.Numbers{Made: 20}}, false},
		{result{Done: someUnit, Part: 0, Sent: 1, Numbers: work.Numbers{Made: 20, Unwanted: 19}}, false},
		{result{Done: someUnit, Part: 2, Sent: 1, Numbers: work.Numbers{Made: 20, Unwanted: 19}}, false},
		{result{Done: someUnit, Part: 1, Sent: 1, Numbers: work.Numbers{Made: 20, Unwanted: 19}}, true},
		{result{Done: walk, Numbers: work.Numbers{Made: len(seeds) + 9, PassedOver: 9}, seeds: seeds}, true},
		{result{Done: walk, Numbers: work.Numbers{Made: len(seeds) - 1}, seeds: seeds}, false},
	} {
		if err := test.r.consistent(); (err == nil) != test.want {
			t.Errorf("%d puzzles, %d seeds before in %d parts and %d now: %v", test.r.Made, test.r.Sent, test.r.Part, len(test.r.seeds), err)
		}
	}
}
