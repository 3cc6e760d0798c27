package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// someUnit is a unit of a few seconds, and someSeeds are what it gives.
var someUnit = &mine.Unit{Rater: rating.Version, Kind: mine.PruneUnit, RandomSeed: 5, Count: 20}

func someSeeds(t testing.TB) (seeds []seed.Seed) {
	t.Helper()
	err := new(mine.Worker).Do(t.Context(), someUnit, nil, func(f mine.Found) error {
		seeds = append(seeds, f.Seeds...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return seeds
}

func TestResultsRoundTrip(t *testing.T) {
	for _, want := range []*result{
		{Worker: "a", Unit: someUnit.Name(), Part: 3, found: found{Made: 20}, seeds: someSeeds(t)},
		{Worker: "b.c-d_e", Unit: someUnit.Name(), Done: someUnit},
	} {
		got, err := decodeResult(want.encode())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Done, got.Done); diff != "" || got.name() != want.name() || got.Made != want.Made {
			t.Errorf("%+v, written and read again: %+v %s", want, got, diff)
		}
		if !bytes.Equal(got.encode(), want.encode()) {
			t.Errorf("%+v has other seeds when it is read again", want)
		}
	}
}

func TestBadResults(t *testing.T) {
	good := (&result{Worker: "a", Unit: someUnit.Name(), found: found{Made: 1}}).encode()
	if _, err := decodeResult(good); err != nil {
		t.Fatal(err)
	}
	name := someUnit.Name()
	for _, message := range []string{
		"", "\n", "{}\n", "null\n", string(good[:len(good)-1]), string(good) + "sdku", `{"worker":"a b","unit":"` + name + `","part":0}` + "\n",
		`{"worker":"a","unit":"` + name + `","part":-1}` + "\n", `{"worker":"a","unit":"x","part":0}` + "\n",
		`{"worker":"a","unit":"` + name + `","part":0,"made":-1}` + "\n", `{"worker":"a","unit":"` + name + `","part":0,"more":1}` + "\n",
		`{"worker":"a","unit":"0123456789abcdef","part":0,"done":` + string(someUnit.Encode()) + "}\n",
		string(good) + string(bytes.Repeat([]byte("x"), bounds.Result)),
	} {
		if _, err := decodeResult([]byte(message)); !errors.Is(err, errResult) {
			t.Errorf("%.100q: %v", message, err)
		}
	}
	batch := seed.Batch{Rater: rating.Version + 1, Seeds: someSeeds(t)[:1]}
	if _, err := decodeResult(append(good, seed.Marshal(&batch)...)); !errors.Is(err, mine.ErrOtherRater) {
		t.Errorf("seeds of another rater: %v", err)
	}
}

func FuzzDecodeResult(f *testing.F) {
	f.Add((&result{Worker: "a", Unit: someUnit.Name(), found: found{Made: 20}, seeds: someSeeds(f)}).encode())
	f.Add((&result{Worker: "a", Unit: someUnit.Name(), Done: someUnit}).encode())
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
		var parts []mine.Found
		made, seeds := 0, 0
		for range rapid.IntRange(0, 400).Draw(rt, "parts") {
			n := rapid.IntRange(0, 12).Draw(rt, "seeds")
			part := mine.Found{Made: n + 1}
			for i := range n {
				part.Seeds = append(part.Seeds, pool[i%len(pool)])
			}
			parts = append(parts, part)
			made, seeds = made+part.Made, seeds+n
		}
		gather := func(worker string) (list []*result) {
			p := parcel{result: result{Worker: worker, Unit: someUnit.Name()}}
			for _, part := range parts {
				list = append(list, p.add(part)...)
			}
			return append(list, p.end(someUnit)...)
		}
		list := gather("a")
		for i, r := range list {
			if r.Part != i || len(r.encode()) > bounds.Result || (r.Done != nil) != (i == len(list)-1) {
				rt.Errorf("result %d of %d is part %d, with %d bytes, and done is %v", i, len(list), r.Part, len(r.encode()), r.Done != nil)
			}
			made, seeds = made-r.Made, seeds-len(r.seeds)
		}
		if made != 0 || seeds != 0 {
			rt.Errorf("%d puzzles and %d seeds were lost", made, seeds)
		}
		again := gather("another")
		for i := range list {
			if fmt.Sprint(list[i].name(), list[i].Made, len(list[i].seeds)) != fmt.Sprint(again[i].name(), again[i].Made, len(again[i].seeds)) {
				rt.Errorf("result %d is another when it is made again", i)
			}
		}
	})
}
