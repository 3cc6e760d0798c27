package making

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Ladders do not depend on what their maker did before.
func TestLaddersDependOnTheSeedAlone(t *testing.T) {
	var used Maker
	rapid.Check(t, func(t *rapid.T) {
		p := NewPruner(rapid.Uint64().Draw(t, "puzzle")).Puzzle(0)
		q := transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "turn")).Puzzle(p)
		var fresh Maker
		a, b := fresh.Seed(p, seed.Prune), used.Seed(q, seed.Walk)
		for m, s := range map[*Maker]*seed.Seed{&fresh: &a, &used: &b} {
			if err := m.Rate(s); err != nil {
				t.Fatal(err)
			}
			m.AddSolution(s)
			if err := m.AddLadders(s, nil); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(a.Rungs, b.Rungs) || a.Solution != b.Solution {
			t.Errorf("%v: %+v\nturned: %+v", p.Clues(), a, b)
		}
		if err := a.Check(); err != nil {
			t.Error(err)
		}
	})
}

// laddered returns a random seed with its ladders, and the rungs of each.
func laddered(t *rapid.T, m *Maker) (s seed.Seed, rungs [len(ladders)][]seed.Rung) {
	s = m.Seed(NewPruner(rapid.Uint64().Draw(t, "puzzle")).Puzzle(0), seed.Prune)
	if err := m.Rate(&s); err != nil {
		t.Fatal(err)
	}
	m.climber.start(&m.Rater, &s, nil)
	for i := range ladders {
		var err error
		if rungs[i], err = m.climber.climb(&ladders[i]); err != nil {
			t.Fatal(err)
		}
	}
	return s, rungs
}

// A ladder adds one clue after the other, two only where numbers of clues do not
// count one by one, and does not end too early. Every rung has the rating of its
// puzzle.
func TestLaddersAreLadders(t *testing.T) {
	var m Maker
	var rater rating.Rater
	rapid.Check(t, func(t *rapid.T) {
		s, both := laddered(t, &m)
		for kind, rungs := range both {
			last := seed.Rung{ER: s.Rating.ER}
			for i := range rungs {
				r := &rungs[i]
				clues, more := s.Puzzle.NumClues()+r.Added.Len(), r.Added.Len()-last.Added.Len()
				if !last.Added.Within(r.Added) || more != 1 && (more != 2 || clues <= closely+1) || clues > mostClues {
					t.Fatalf("ladder %d: rung %d adds %v, the one below %v", kind, i, r.Added, last.Added)
				}
				if last.ER <= easiest {
					t.Fatalf("ladder %d: there is a rung after one rated %v", kind, last.ER)
				}
				p := s.Puzzle.With(r.Added)
				class, err := rater.Class(&p)
				if want := seed.NewRung(&class, r.Added); err != nil || *r != want {
					t.Fatalf("ladder %d: rung %+v, want %+v, %v", kind, *r, want, err)
				}
				last = *r
			}
			if clues := s.Puzzle.NumClues() + last.Added.Len(); last.ER > easiest && clues < mostClues-1 {
				t.Fatalf("ladder %d ends with %d clues at %v", kind, clues, last.ER)
			}
		}
	})
}

// On the whole, hold keeps the rating high, ease has it fall fast but touch more
// levels, and both need few ratings.
func TestLaddersServeTheirPurpose(t *testing.T) {
	const seeds = 100
	var m Maker
	p := NewPruner(6)
	var er, rungs, ratings [len(ladders)]int
	levels := 0
	for i := range uint64(seeds) {
		s := m.Seed(p.Puzzle(i), seed.Prune)
		if err := m.Rate(&s); err != nil {
			t.Fatal(err)
		}
		m.climber.start(&m.Rater, &s, nil)
		for kind := range ladders {
			before := len(m.climber.tries)
			list, err := m.climber.climb(&ladders[kind])
			if err != nil {
				t.Fatal(err)
			}
			ratings[kind] += len(m.climber.tries) - before
			rungs[kind] += len(list)
			touched := map[rating.Level]bool{}
			for j := range list {
				er[kind] += int(list[j].ER)
				touched[rating.LevelOf(list[j].ER)] = true
			}
			if kind == 1 {
				levels += len(touched)
			}
		}
	}
	t.Logf("tenths of ER %v, rungs %v, ratings %v; ease touches %d levels", er, rungs, ratings, levels)
	if hold, ease := er[0]/rungs[0], er[1]/rungs[1]; hold < 33 || ease > 25 {
		t.Errorf("the mean ratings are %d and %d tenths", hold, ease)
	}
	if levels < 240 {
		t.Errorf("ease touches %d levels", levels)
	}
	if ratings[0] > 3*rungs[0]/2 || ratings[1] > 8*rungs[1] {
		t.Errorf("%v ratings for %v rungs", ratings, rungs)
	}
}
