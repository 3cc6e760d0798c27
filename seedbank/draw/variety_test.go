package draw_test

import (
	"context"
	"errors"
	"math"
	"slices"
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

// turns has what plain puzzles turn on, once they are rated.
var turns = map[seed.ID]string{}

// turnOf says what a puzzle turns on. The labels of symmetric puzzles are not known.
func turnOf(t rapid.TB, m *seed.Isomorph, style draw.Style) string {
	if turn, ok := turns[m.ID()]; ok && style == draw.Plain {
		return turn
	}
	p := m.Puzzle()
	turn := m.Rating().Hardest.String()
	if style == draw.Plain {
		labels, err := new(rating.Rater).LabelsClass(&p)
		if err != nil {
			t.Fatal(err)
		}
		for l := range labels.Turn.All() {
			turn = l.String()
		}
		turns[m.ID()] = turn
	}
	return turn
}

// What puzzles turn on takes turns: as long as all have puzzles, none has two more than
// another. There is no puzzle twice, and a stream that skips puzzles goes on where they end.
func TestVarietyTakesTurns(t *testing.T) {
	bank := banktest.Starter(t)
	rapid.Check(t, func(t *rapid.T) {
		style := rapid.SampledFrom([]draw.Style{draw.Plain, draw.Print}).Draw(t, "style") // of plain puzzles, the bank knows labels
		r := draw.Request{
			Levels: seedbank.Only(rating.Level(rapid.IntRange(3, 8).Draw(t, "level"))), Style: style,
			N: rapid.Uint64Range(1, 60).Draw(t, "n"), RandomSeed: rapid.Uint64Range(0, 2).Draw(t, "seed"), Variety: draw.AnyVariety,
		}
		all := taken(t, bank, r)
		seen := map[seed.ID]bool{}
		counts := map[string]int{}
		for i := range all {
			if id := all[i].ID(); seen[id] {
				t.Fatalf("%v is there twice", id)
			} else {
				seen[id] = true
			}
			counts[turnOf(t, &all[i], style)]++
		}
		least, most := len(all), 0
		for _, n := range counts {
			least, most = min(least, n), max(most, n)
		}
		if most > least+1 {
			t.Fatalf("they come %v times", counts)
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

// What a bank knows decides what takes turns, and a request that names a version of the
// labels gets no other.
func TestVarietyIsSettled(t *testing.T) {
	bank := banktest.Starter(t)
	for _, test := range []struct {
		asked draw.Variety
		want  string
	}{{draw.AnyVariety, "labels@2"}, {draw.ByLabel, "labels@2"}, {draw.ByTechnique, "techniques"}} {
		r := draw.Request{Levels: seedbank.Only(rating.Level(7)), Variety: test.asked, N: 4, RandomSeed: 5}
		stream := r.Stream(t.Context(), bank)
		if got := stream.Request.Values()["variety"]; stream.Err() != nil || !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s is settled as %v, %v, not as %s", test.asked, got, stream.Err(), test.want)
		}
		again, err := draw.Parse(stream.Request.Values())
		if err != nil {
			t.Fatal(err)
		}
		first, second := taken(t, bank, r), taken(t, bank, again)
		for i := range first {
			if first[i].ID() != second[i].ID() {
				t.Errorf("%s gives %v, and settled %v", test.asked, first[i].ID(), second[i].ID())
			}
		}
	}
	r := draw.Request{Levels: seedbank.Only(rating.Level(7)), Variety: draw.ByLabel, N: 1}
	r.Labels.Version = 1
	if _, err := r.Stream(t.Context(), bank).Open(t.Context()); !errors.Is(err, seedbank.ErrOtherLabels) {
		t.Errorf("version 1: %v", err)
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
	r.Variety = draw.AnyVariety
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
	r := draw.Request{Levels: seedbank.Only(rating.Level(6)), Variety: draw.AnyVariety, N: 3, Skip: 1e15}
	first := taken(t, bank, r)
	r.Skip++
	if next := taken(t, bank, r); next[0].ID() != first[1].ID() || next[1].ID() != first[2].ID() {
		t.Errorf("%v and then %v", first[1].ID(), next[0].ID())
	}
}

// A stream skips again as if it skipped everything at once, also beyond the end of a part.
func TestVarietySkipsAgain(t *testing.T) {
	bank := banktest.Starter(t)
	r := draw.Request{Levels: seedbank.Only(rating.Level(6)), Variety: draw.ByTechnique}
	selection, err := r.Select(t.Context(), bank)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := selection.ByTechnique(t.Context())
	if err != nil || len(parts) < 2 {
		t.Fatal(len(parts), err)
	}
	turns, least := uint64(len(parts)), uint64(math.MaxUint64)
	for _, p := range parts {
		if n := p.Puzzles(); n.Hi == 0 {
			least = min(least, n.Lo)
		}
	}
	afterSkips := func(skips ...uint64) seed.ID {
		stream, err := r.Stream(t.Context(), bank).Open(t.Context())
		for _, n := range skips {
			err = errors.Join(err, stream.Skip(t.Context(), n))
		}
		if err != nil {
			t.Fatal(err)
		}
		m, err := stream.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return m.ID()
	}
	for _, first := range []uint64{0, 1, 2, turns, 2*turns - 1, least / 2 * turns, least/2*turns + 1} {
		if got, want := afterSkips(first, 0, least*turns), afterSkips(first+least*turns); got != want {
			t.Errorf("after %d and %d puzzles comes %v, not %v", first, least*turns, got, want)
		}
	}
}
