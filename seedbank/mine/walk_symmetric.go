package mine

import (
	"cmp"
	"context"
	"slices"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// leastRated is how many neighbors a step with a symmetry may rate at least. It has one
// round.
const leastRated = 6

// takeSymmetric takes a step of a walk with a symmetry, from a seed or its rung. The
// seeds of the puzzles it finds are rated last, when it is known which are kept.
func (w *walker) takeSymmetric(ctx context.Context, s *step, from *seed.Seed) (f findings, err error) {
	whole := from.Puzzle
	if place := s.from.Place; 0 < place && place <= len(from.Rungs) {
		whole = whole.With(from.Rungs[place-1].Added)
	}
	f = findings{step: s, ended: true}
	ways := w.walk.Symmetry.Arrangements(whole.Clues().Filled())
	if len(ways) == 0 { // the bank lists what it has not
		return f, nil
	}
	whole = ways[w.orbits.random.IntN(len(ways))].Puzzle(whole)
	seeds, err := w.rateSymmetric(ctx, w.mostPromising(w.orbits.neighbors(&whole)), s.least)
	if err != nil {
		return f, err
	}
	f.seeds = w.best(seeds, s.least)
	f.passedOver, f.ended = len(seeds)-len(f.seeds), ctx.Err() == nil
	for i := range f.seeds {
		f.seeds[i].Origin = seed.Walk
		if err := w.maker.rateUnrated(&f.seeds[i]); err != nil {
			return f, err
		}
	}
	return f, nil
}

// mostPromising puts the most promising puzzles first.
func (w *walker) mostPromising(puzzles []sudoku.Puzzle) []sudoku.Puzzle {
	list := make([]promised, len(puzzles))
	for i := range puzzles {
		list[i] = promised{puzzles[i], w.goal.promise(&w.guesser, &puzzles[i])}
	}
	slices.SortStableFunc(list, func(a, b promised) int { return cmp.Compare(b.promise, a.promise) })
	for i := range list {
		puzzles[i] = list[i].Puzzle
	}
	return puzzles
}

type promised struct {
	sudoku.Puzzle
	promise promise
}

// rateSymmetric rates the symmetric puzzles that are new, as rungs of seeds, until
// there are enough or ctx is done.
func (w *walker) rateSymmetric(ctx context.Context, puzzles []sudoku.Puzzle, least int) (seeds []seed.Seed, err error) {
	for i := range puzzles {
		if len(seeds) == max(leastRated, w.goal.mostRated) || ctx.Err() != nil {
			break
		}
		canonical := w.maker.canonizer.Canonical(puzzles[i].Clues())
		if w.walk.meets(seed.KeyOf(canonical.Grid)) || !w.goal.possible(&w.maker.rater, &puzzles[i], least) {
			continue
		}
		core := canonical.To.Puzzle(puzzles[i])
		clues := core.Clues().Filled()
		w.orbits.solver.Minimize(&core, slices.Collect(clues.All())) // in a fixed order, so that isomorphs have the same core
		s, isNew, err := w.maker.symmetric(w.walk.store, core, clues.AndNot(core.Clues().Filled()))
		if err == nil && isNew && len(s.Rungs) == 0 {
			err = w.maker.rate(&s)
		}
		if err != nil {
			return nil, err
		}
		if isNew {
			seeds = append(seeds, s)
		}
	}
	return seeds, nil
}
