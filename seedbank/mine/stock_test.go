package mine

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// drawStock returns a stock that lacks some levels and numbers of clues.
func drawStock(t *rapid.T) *stock {
	st, err := newStock(NeededLadders, 1)
	if err != nil {
		t.Fatal(err)
	}
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

// What a seed gets for a stock are rungs of its ladders, and only such as the stock
// lacked. All that the stock still lacks of the hold ladder, where hold usually serves and
// as long as the level lasts, are among them.
func TestNeededRungsAreRungsOfTheLadders(t *testing.T) {
	var m maker
	rapid.Check(t, func(t *rapid.T) {
		whole := m.seed(newPruner(rapid.Uint64().Draw(t, "puzzle")).puzzle(0), seed.Prune)
		if err := m.rate(&whole); err != nil {
			t.Fatal(err)
		}
		needed, kept := whole, whole
		if err := m.addLadders(&whole, nil); err != nil {
			t.Fatal(err)
		}
		m.climber.start(&m.rater, &needed, nil)
		hold, err := m.climber.climb(&ladders[0])
		if err != nil {
			t.Fatal(err)
		}
		st := drawStock(t)
		for i := range whole.Rungs {
			r := &whole.Rungs[i]
			if level, clues := rating.LevelOf(r.ER), clueCount(&whole, r); st.lacks().has(level, clues) {
				kept.AddRungs(*r)
			}
		}
		if err := m.addLadders(&needed, st.lacks()); err != nil {
			t.Fatal(err)
		}
		for _, r := range needed.Rungs {
			if !slices.Contains(kept.Rungs, r) {
				t.Fatalf("rung %+v is none of the ladder, or was not needed", r)
			}
			if st.add(&needed); st.lacks().has(rating.LevelOf(r.ER), clueCount(&whole, &r)) {
				t.Fatalf("rung %+v is not noted", r)
			}
		}
		level := whole.Rating.Level()
		for i := range hold {
			if rating.LevelOf(hold[i].ER) != level {
				break // a ladder ends where its level is not wanted, even if it would come back
			}
			clues, of := clueCount(&whole, &hold[i]), usual[level].hold
			if of.least <= clues && clues <= of.most && st.lacks().has(level, clues) {
				t.Fatalf("rung %+v was needed", hold[i])
			}
		}
	})
}

func clueCount(s *seed.Seed, r *seed.Rung) int { return s.Puzzle.NumClues() + r.Added.Len() }

// A stock that is full where ladders usually serve asks for no rating.
func TestNoLaddersForAFullStock(t *testing.T) {
	var m maker
	p := newPruner(8)
	st, err := newStock(NeededLadders, 1)
	if err != nil {
		t.Fatal(err)
	}
	for level, of := range usual {
		for _, span := range []span{of.hold, of.ease} {
			for clues := span.least; clues <= span.most; clues++ {
				st.has[level][clues] = 1
			}
		}
	}
	for i := range uint64(20) {
		s := m.seed(p.puzzle(i), seed.Prune)
		if err := m.rate(&s); err != nil {
			t.Fatal(err)
		}
		if err := m.addLadders(&s, st.lacks()); err != nil {
			t.Fatal(err)
		}
		if len(s.Rungs) > 0 || len(m.climber.tries) > 0 {
			t.Errorf("%d rungs, %d ratings", len(s.Rungs), len(m.climber.tries))
		}
	}
}

// Runs one after the other fill a bank up to what is enough, and hardly beyond.
func TestRunsFillTheBankToWhatIsEnough(t *testing.T) {
	const enough = 15
	ctx := context.Background()
	bank := newBank(t)
	for run := range uint64(3) {
		options := Options{Workers: 2, RandomSeed: run, Count: 100, Enough: enough}
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
	for _, name := range LadderNames() {
		if got, err := ParseLadders(name); err != nil || string(got) != name {
			t.Errorf("ParseLadders(%q) = %v, %v", name, got, err)
		}
	}
}
