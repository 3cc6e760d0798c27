package making

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// drawLacks returns some levels and numbers of clues.
func drawLacks(t *rapid.T) *Lacks {
	l := new(Lacks)
	full := rapid.SampledFrom([]int{0, 50, 95, 100}).Draw(t, "percent that is there")
	fullLevel := rapid.SampledFrom([]rating.Level{0, 2, 3, 7}).Draw(t, "level that is full")
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		for bit := range 64 {
			if level != fullLevel && rapid.IntRange(1, 100).Draw(t, "percent") > full {
				l[level] |= 1 << bit
			}
		}
	}
	return l
}

// What a seed gets are rungs of its ladders, and only such as are lacking. All that are
// lacking of the hold ladder, where hold usually serves and
// as long as the level lasts, are among them.
func TestNeededRungsAreRungsOfTheLadders(t *testing.T) {
	var m Maker
	rapid.Check(t, func(t *rapid.T) {
		whole := m.Seed(NewPruner(rapid.Uint64().Draw(t, "puzzle")).Puzzle(0), seed.Prune)
		if err := m.Rate(&whole); err != nil {
			t.Fatal(err)
		}
		needed, kept := whole, whole
		if err := m.AddLadders(&whole, nil); err != nil {
			t.Fatal(err)
		}
		m.climber.start(&m.Rater, &needed, nil)
		hold, err := m.climber.climb(&ladders[0])
		if err != nil {
			t.Fatal(err)
		}
		lacks := drawLacks(t)
		for i := range whole.Rungs {
			r := &whole.Rungs[i]
			if level, clues := rating.LevelOf(r.ER), clueCount(&whole, r); lacks.Has(level, clues) {
				kept.AddRungs(*r)
			}
		}
		if err := m.AddLadders(&needed, lacks); err != nil {
			t.Fatal(err)
		}
		for _, r := range needed.Rungs {
			if !slices.Contains(kept.Rungs, r) {
				t.Fatalf("rung %+v is none of the ladder, or was not needed", r)
			}
		}
		level := whole.Rating.Level()
		for i := range hold {
			if rating.LevelOf(hold[i].ER) != level {
				break // a ladder ends where its level is not wanted, even if it would come back
			}
			clues, of := clueCount(&whole, &hold[i]), usual[level].hold
			has := func(r seed.Rung) bool { return rating.LevelOf(r.ER) == level && clueCount(&whole, &r) == clues }
			if of.least <= clues && clues <= of.most && lacks.Has(level, clues) && !slices.ContainsFunc(needed.Rungs, has) {
				t.Fatalf("rung %+v was needed", hold[i])
			}
		}
	})
}

func clueCount(s *seed.Seed, r *seed.Rung) int { return s.Puzzle.NumClues() + r.Added.Len() }

// Where nothing is lacking that ladders usually serve, nothing is rated.
func TestNoLaddersForAFullStock(t *testing.T) {
	var m Maker
	p := NewPruner(8)
	lacks := new(Lacks)
	for level := range lacks {
		lacks[level] = ^uint64(0)
		for _, of := range []span{usual[level].hold, usual[level].ease} {
			for clues := max(of.least, seedbank.LeastClues); clues <= of.most; clues++ {
				lacks[level] &^= 1 << (clues - seedbank.LeastClues)
			}
		}
	}
	for i := range uint64(20) {
		s := m.Seed(p.Puzzle(i), seed.Prune)
		if err := m.Rate(&s); err != nil {
			t.Fatal(err)
		}
		if err := m.AddLadders(&s, lacks); err != nil {
			t.Fatal(err)
		}
		if len(s.Rungs) > 0 || len(m.climber.tries) > 0 {
			t.Errorf("%d rungs, %d ratings", len(s.Rungs), len(m.climber.tries))
		}
	}
}
