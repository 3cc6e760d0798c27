package work

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// What somebody knows is left out of what a unit gives, and changes nothing else.
func TestKnownSeedsAreLeftOut(t *testing.T) {
	for name, u := range someUnits {
		all := map[seed.Key]bool{}
		for _, part := range doUnit(t, u) {
			for i := range part.Seeds {
				all[part.Seeds[i].Key()] = true
			}
		}
		keys := slices.Sorted(maps.Keys(all))
		half := keys[:len(keys)/2]
		var w Worker
		made, known := 0, 0
		rest := map[seed.Key]bool{}
		knows := func(key seed.Key, _ sudoku.Cells) (bool, error) { return slices.Contains(half, key), nil }
		err := w.Do(t.Context(), u, knows, func(f Found) error {
			made, known = made+f.Made, known+f.Known
			for i := range f.Seeds {
				rest[f.Seeds[i].Key()] = true
			}
			return nil
		})
		for _, key := range half {
			rest[key] = true
		}
		if err != nil || made != u.Count || known < len(half) || !maps.Equal(rest, all) {
			t.Errorf("%s: %d known of %d, %d made; error %v", name, known, len(half), made, err)
		}
	}
}

// doUnit does a unit and returns its parts. They come as batches, as on the way from
// another machine.
func doUnit(t *testing.T, u *Unit) (parts []Found) {
	t.Helper()
	return doUnitWith(t, new(Worker), u)
}

func doUnitWith(t *testing.T, w *Worker, u *Unit) (parts []Found) {
	t.Helper()
	err := w.Do(context.Background(), u, nil, func(f Found) error {
		parts = append(parts, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// seedsOf returns the seeds of parts as one message.
func seedsOf(parts []Found) []byte {
	b := &seed.Batch{Rater: rating.Version}
	for i := range parts {
		b.Seeds = append(b.Seeds, parts[i].Seeds...)
	}
	return seed.Marshal(b)
}

var someUnits = map[string]*Unit{
	"prune":     {Rater: rating.Version, Kind: PruneUnit, RandomSeed: 3, First: 100, Count: 20},
	"hard ones": {Rater: rating.Version, Kind: PruneUnit, Count: 60, Wanted: []Wanted{{seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 6, High: 8}}}}},
	"symmetric": {Rater: rating.Version, Kind: SymmetricUnit, Count: 10, Symmetry: transform.Rotate180.String()},
}

// The same unit gives the same parts, whoever does it.
func TestUnitsAreRepeatable(t *testing.T) {
	for name, u := range someUnits {
		again, err := DecodeUnit(u.Encode())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(u, again, cmp.AllowUnexported(sudoku.Cells{})); diff != "" {
			t.Errorf("%s: written and read again:\n%s", name, diff)
		}
		parts, partsAgain := doUnit(t, u), doUnit(t, again)
		made := 0
		for i := range parts {
			made += parts[i].Made
		}
		if made != u.Count || string(seedsOf(parts)) != string(seedsOf(partsAgain)) || len(parts) != len(partsAgain) {
			t.Errorf("%s: %d puzzles made of %d, in %d parts, then %d", name, made, u.Count, len(parts), len(partsAgain))
		}
	}
}

func TestInterruptedUnit(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var w Worker
	err := w.Do(ctx, someUnits["prune"], nil, func(Found) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a unit that was interrupted: %v", err)
	}
}

func TestBadUnits(t *testing.T) {
	for _, text := range []string{
		``, `{}`, `null`, `{"kind":"prune"}`, `{"kind":"dance","rater":1,"count":1}`,
		`{"kind":"prune","rater":1,"count":-1}`, `{"kind":"prune","rater":1,"count":10000000}`,
		`{"kind":"prune","rater":1,"count":1,"first":18446744073709551615}`,
		`{"kind":"prune","rater":1,"count":1,"more":1}`, `{"kind":"prune","rater":1,"count":1} 7`,
		`{"kind":"prune","rater":1,"count":1,"wanted":[{"level":"12"}]}`,
		`{"kind":"symmetric","rater":1,"count":1}`, `{"kind":"symmetric","rater":1,"count":1,"symmetry":"round"}`,
		`{"kind":"walk","rater":1,"toward":"er"}`, `{"kind":"walk","rater":1,"toward":"home","from":"1","slices":1}`,
		`{"kind":"ladders","rater":1,"seeds":"c2RrdQ=="}`,
	} {
		if _, err := DecodeUnit([]byte(text)); !errors.Is(err, ErrUnit) || strings.HasSuffix(err.Error(), " ") {
			t.Errorf("%s: %v", text, err)
		}
	}
	other := *someUnits["prune"]
	other.Rater++
	if _, err := DecodeUnit(other.Encode()); !errors.Is(err, ErrOtherRater) {
		t.Errorf("a unit for another rater: %v", err)
	}
}

func FuzzDecodeUnit(f *testing.F) {
	for _, name := range slices.Sorted(maps.Keys(someUnits)) {
		f.Add(someUnits[name].Encode())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		u, err := DecodeUnit(text)
		if err != nil {
			return
		}
		if again, err := DecodeUnit(u.Encode()); err != nil || string(again.Encode()) != string(u.Encode()) {
			t.Errorf("%s, written and read again: %v", text, err)
		}
	})
}
