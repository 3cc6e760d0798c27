package seedbank_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func TestFilterIsAPredicate(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	rapid.Check(t, func(t *rapid.T) {
		var f seedbank.Filter
		if rapid.Bool().Draw(t, "by level") {
			f.Levels.Low = rapid.SampledFrom([]rating.Level{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "low")
			f.Levels.High = max(f.Levels.Low, rapid.SampledFrom([]rating.Level{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "high"))
		}
		if rapid.Bool().Draw(t, "by ER") {
			f.ER.Low = seedtest.SomeSeeds()[rapid.IntRange(0, 99).Draw(t, "low ER")].Rating.ER
			f.ER.High = max(f.ER.Low, seedtest.SomeSeeds()[rapid.IntRange(0, 99).Draw(t, "high ER")].Rating.ER)
		}
		if rapid.Bool().Draw(t, "by clues") {
			f.Clues.Low = rapid.IntRange(20, 30).Draw(t, "low clues")
			f.Clues.High = max(f.Clues.Low, rapid.IntRange(20, 30).Draw(t, "high clues"))
		}
		want := seedtest.ByKey(slices.DeleteFunc(slices.Clone(seedtest.SomeSeeds()), func(s seed.Seed) bool {
			return !f.Levels.Has(s.Rating.Level()) || !f.ER.Has(s.Rating.ER) || !f.Clues.Has(s.Puzzle.NumClues())
		}))
		selection, err := bank.Select(seedtest.Background, f)
		if err != nil {
			t.Fatal(err)
		}
		for i := range selection.Len() {
			pick, err := selection.At(seedtest.Background, i)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := want[pick.Key()]; !ok || pick.Added() != 0 {
				t.Fatalf("%+v selects %v, rung %v", f, pick.Puzzle().Clues(), pick.Added())
			}
		}
		if int(selection.Len()) != len(want) {
			t.Fatalf("%+v selects %d seeds, want %d", f, selection.Len(), len(want))
		}
	})
}

// Chi-square: with 299 degrees of freedom a fair draw exceeds 400 once in
// 10,000 times; the random seed is fixed.
func TestDrawIsUniform(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	selection, err := bank.Select(seedtest.Background, seedbank.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	const draws = 6000
	random := rand.New(rand.NewPCG(3, 4))
	drawn := map[seed.Key]int{}
	for range draws {
		pick, err := selection.Draw(seedtest.Background, random)
		if err != nil {
			t.Fatal(err)
		}
		drawn[pick.Key()]++
	}
	expected := float64(draws) / float64(len(seedtest.SomeSeeds()))
	chi := 0.0
	for _, s := range seedtest.SomeSeeds() {
		off := float64(drawn[s.Key()]) - expected
		chi += off * off / expected
	}
	if chi > 400 {
		t.Errorf("chi-square %.0f over %d seeds", chi, len(seedtest.SomeSeeds()))
	}
}

func TestDrawFromNothing(t *testing.T) {
	selection, err := seedtest.MakeBank(t).Select(seedtest.Background, seedbank.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := selection.Draw(seedtest.Background, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, seedbank.ErrNoMatch) {
		t.Errorf("got %v, want %v", err, seedbank.ErrNoMatch)
	}
}

func BenchmarkDraw(b *testing.B) {
	bank := seedtest.MakeBank(b)
	seedtest.Insert(b, bank, seedtest.SomeSeeds())
	selection, err := bank.Select(seedtest.Background, seedbank.Filter{})
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		if _, err := selection.Draw(seedtest.Background, random); err != nil {
			b.Fatal(err)
		}
	}
}

// A filter with a value that no puzzle has, or with a range that is upside down, is refused.
func TestImpossibleFilters(t *testing.T) {
	byLevel := func(low, high int) (f seedbank.Filter) {
		f.CluesByLevel[4] = seedbank.Range[int]{Low: low, High: high}
		return f
	}
	for _, f := range []seedbank.Filter{
		{Early: seedbank.Diamond + 1}, byLevel(30, 29), byLevel(16, 20), byLevel(30, 81),
		{Clues: seedbank.Range[int]{Low: 30, High: 29}}, {Levels: seedbank.Only(rating.Level(10))},
	} {
		if f.Check() == nil {
			t.Errorf("%+v passes", f)
		}
	}
	for _, f := range []seedbank.Filter{{Early: seedbank.Diamond}, byLevel(17, 80)} {
		if err := f.Check(); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
}
