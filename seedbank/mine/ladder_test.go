package mine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// A seed is the same, with its ladders, whether it was pruned, imported or found
// by a walk, but for its origin.
func TestSeedsAreTheSameWhateverTheirOrigin(t *testing.T) {
	ctx := context.Background()
	pruned, walked := newBank(t), newBank(t)
	run(t, pruned, Options{Workers: 2, RandomSeed: 1, Count: 12})
	run(t, walked, Options{Workers: 2, RandomSeed: 2, Count: 4})
	run(t, walked, Options{Workers: 2, RandomSeed: 2, Strategy: Walk{Toward: TowardClues}, Count: 12})
	for origin, bank := range map[seed.Origin]*change.Writer{seed.Prune: pruned, seed.Walk: walked} {
		random := rand.New(rand.NewPCG(1, 1))
		mined := seeds(t, bank)
		var arrivals []Arrival
		for _, s := range mined {
			arrivals = append(arrivals, Arrival{Clues: turned(s.Puzzle.Clues(), random)})
		}
		imported := newBank(t)
		if _, err := Run(ctx, imported, Options{Workers: 2, Strategy: Import{Arrivals: inBatches(arrivals)}}); err != nil {
			t.Fatal(err)
		}
		found, rungs := 0, 0
		for _, want := range mined {
			if want.Origin == origin {
				found++
				rungs += len(want.Rungs)
			}
			got, err := imported.SeedNamed(ctx, want.Key())
			if err != nil {
				t.Fatal(err)
			}
			if got.Puzzle != want.Puzzle || got.Rating != want.Rating || got.Solution != want.Solution ||
				got.Automorphisms != want.Automorphisms || !slices.Equal(got.Rungs, want.Rungs) {
				t.Errorf("%s: %+v\nimported: %+v", origin, want, got)
			}
		}
		if found < 12 || rungs < 12 {
			t.Errorf("%d seeds are from %s, with %d rungs", found, origin, rungs)
		}
	}
}

// Ladders do not depend on what their maker did before.
func TestLaddersDependOnTheSeedAlone(t *testing.T) {
	var used maker
	rapid.Check(t, func(t *rapid.T) {
		p := newPruner(rapid.Uint64().Draw(t, "puzzle")).puzzle(0)
		turn := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "turn"), 0))
		var fresh maker
		var solver sudoku.Solver
		q, err := solver.Prove(turned(p.Clues(), turn))
		if err != nil {
			t.Fatal(err)
		}
		a, b := fresh.seed(p, seed.Prune), used.seed(q, seed.Walk)
		for m, s := range map[*maker]*seed.Seed{&fresh: &a, &used: &b} {
			if err := m.rate(s); err != nil {
				t.Fatal(err)
			}
			m.addSolution(s)
			if err := m.addLadders(s, nil); err != nil {
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
func laddered(t *rapid.T, m *maker) (s seed.Seed, rungs [len(ladders)][]seed.Rung) {
	s = m.seed(newPruner(rapid.Uint64().Draw(t, "puzzle")).puzzle(0), seed.Prune)
	if err := m.rate(&s); err != nil {
		t.Fatal(err)
	}
	m.climber.start(&m.rater, &s, nil)
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
	var m maker
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
	var m maker
	p := newPruner(6)
	var er, rungs, ratings [len(ladders)]int
	levels := 0
	for i := range uint64(seeds) {
		s := m.seed(p.puzzle(i), seed.Prune)
		if err := m.rate(&s); err != nil {
			t.Fatal(err)
		}
		m.climber.start(&m.rater, &s, nil)
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
