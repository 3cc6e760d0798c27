package draw_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// taken returns the puzzles of a request.
func taken(t rapid.TB, bank *seedbank.Bank, r draw.Request) (list []seed.Isomorph) {
	for m, err := range r.Draw(context.Background(), bank) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// Techniques take turns: as long as all have puzzles, none has two more than another. There
// is no puzzle twice, and a stream that skips puzzles goes on where they end.
func TestVarietyTakesTurns(t *testing.T) {
	bank := banktest.Starter(t)
	for _, style := range []draw.Style{draw.Plain, draw.Print} {
		rapid.Check(t, func(t *rapid.T) {
			r := draw.Request{
				Levels: seedbank.Only(rating.Level(rapid.IntRange(3, 8).Draw(t, "level"))), Style: style,
				N: rapid.Uint64Range(1, 60).Draw(t, "n"), RandomSeed: rapid.Uint64Range(0, 9).Draw(t, "seed"), Variety: true,
			}
			all := taken(t, bank, r)
			seen := map[seed.ID]bool{}
			counts := map[rating.Technique]int{}
			for i := range all {
				if id := all[i].ID(); seen[id] {
					t.Fatalf("%v is there twice", id)
				} else {
					seen[id] = true
				}
				counts[all[i].Rating().Hardest]++
			}
			least, most := len(all), 0
			for _, n := range counts {
				least, most = min(least, n), max(most, n)
			}
			if most > least+1 {
				t.Fatalf("techniques come %v times", counts)
			}
			r.Skip = rapid.Uint64Range(0, r.N-1).Draw(t, "skip")
			r.N -= r.Skip
			for i, m := range taken(t, bank, r) {
				if want := all[int(r.Skip)+i].ID(); m.ID() != want {
					t.Fatalf("after %d puzzles number %d is %v, not %v", r.Skip, i, m.ID(), want)
				}
			}
		})
	}
}

// A technique that is used up is left out, and the others go on: all seeds come once, as
// without variety, and there are no more.
func TestVarietyHasAll(t *testing.T) {
	bank := banktest.Starter(t)
	r := draw.Request{Levels: seedbank.Only(rating.Level(7)), ER: seedbank.Only(rating.Tenths(75)), Distinct: true, RandomSeed: 4}
	selection, err := r.Select(t.Context(), bank)
	if err != nil {
		t.Fatal(err)
	}
	if r.N, err = selection.Seeds(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := map[seed.Key]bool{}
	for _, m := range taken(t, bank, r) {
		want[m.Pick().Key()] = true
	}
	r.Variety = true
	counts := map[rating.Technique]int{}
	for _, m := range taken(t, bank, r) {
		if !want[m.Pick().Key()] {
			t.Fatalf("%v is there twice, or is new", m.ID())
		}
		delete(want, m.Pick().Key())
		counts[m.Rating().Hardest]++
	}
	if len(want) > 0 || len(counts) < 2 {
		t.Errorf("%d seeds are missing; techniques %v", len(want), counts)
	}
	r.N++
	var few *draw.TooFewError
	for _, err := range r.Draw(t.Context(), bank) {
		if !errors.As(err, &few) {
			t.Fatalf("one more than there are: %v", err)
		}
		break
	}
}

// The number of each part is known, so a stream that skips all but the last few puzzles
// need not draw them.
func TestVarietySkipsFar(t *testing.T) {
	bank := banktest.Starter(t)
	r := draw.Request{Levels: seedbank.Only(rating.Level(6)), Variety: true, N: 3, Skip: 1e15}
	first := taken(t, bank, r)
	r.Skip++
	if next := taken(t, bank, r); next[0].ID() != first[1].ID() || next[1].ID() != first[2].ID() {
		t.Errorf("%v and then %v", first[1].ID(), next[0].ID())
	}
}
