package mine

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A stock notes the rungs of a seed.
func TestStockNotesRungs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m making.Maker
		s := m.Seed(making.NewPruner(rapid.Uint64().Draw(t, "puzzle")).Puzzle(0), seed.Prune)
		st := drawStock(t)
		if err := m.Rate(&s); err != nil {
			t.Fatal(err)
		}
		if err := m.AddLadders(&s, st.lacks()); err != nil {
			t.Fatal(err)
		}
		st.add(&s)
		for i := range s.Rungs {
			r := &s.Rungs[i]
			if st.lacks().Has(rating.LevelOf(r.ER), s.Puzzle.NumClues()+r.Added.Len()) {
				t.Fatalf("rung %+v is not noted", r)
			}
		}
	})
}

// drawStock returns a stock that lacks some levels and numbers of clues.
func drawStock(t *rapid.T) *stock {
	st := newStock(work.NeededLadders, 1)
	full := rapid.SampledFrom([]int{0, 50, 95, 100}).Draw(t, "percent that is there")
	fullLevel := rapid.SampledFrom([]rating.Level{0, 2, 3, 7}).Draw(t, "level that is full")
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		for clues := range st.has[level] {
			if level == fullLevel || rapid.IntRange(1, 100).Draw(t, "percent") <= full {
				st.has[level][clues] = 1
			}
		}
	}
	return st
}

// Runs one after the other fill a bank up to what is enough, and hardly beyond.
func TestRunsFillTheBankToWhatIsEnough(t *testing.T) {
	const enough = 5
	ctx := context.Background()
	bank := newBank(t)
	for run := range uint64(2) {
		options := Options{Workers: 2, RandomSeed: run, Count: 50, Enough: enough}
		if _, err := Run(ctx, bank, options); err != nil {
			t.Fatal(err)
		}
	}
	all, err := bank.Select(ctx, seedbank.Filter{Rungs: true})
	if err != nil {
		t.Fatal(err)
	}
	filled := 0
	for level, of := range all.Stats().ByLevel {
		for clues, n := range of.ByClues {
			// The units under way do not know of each other.
			if n.Rungs > enough+2*localUnit {
				t.Errorf("level %d with %d clues: %d rungs", level, clues, n.Rungs)
			}
			if n.Sum() >= enough {
				filled++
			}
		}
	}
	if filled < 40 {
		t.Errorf("enough of %d levels and numbers of clues", filled)
	}
}

func TestUnknownLaddersAreRefused(t *testing.T) {
	bank := newBank(t)
	if _, err := Run(context.Background(), bank, Options{Ladders: "some", Count: 1}); err == nil {
		t.Error("a run makes some ladders")
	}
	for _, name := range work.LadderNames() {
		if got, err := work.ParseLadders(name); err != nil || string(got) != name {
			t.Errorf("ParseLadders(%q) = %v, %v", name, got, err)
		}
	}
}
