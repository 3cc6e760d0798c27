package walk

import (
	"cmp"
	"context"
	"slices"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// leastRated is the least number of neighbors that a step with a symmetry may rate.
// Such a step has only one round.
const leastRated = 6

// takeSymmetric takes a step of a walk with a symmetry.
func (w *Walker) takeSymmetric(ctx context.Context, s *Step, from *sudoku.Puzzle) ([]seed.Seed, error) {
	ways := w.of.Symmetry.Arrangements(from.Clues().Filled())
	if len(ways) == 0 { // no plan makes such a step
		return nil, nil
	}
	clear(w.met)
	whole := ways[w.random.IntN(len(ways))].Puzzle(*from)
	return w.rateSymmetric(ctx, w.mostPromising(w.orbits.neighbors(&whole)), s.Least)
}

// mostPromising puts the most promising puzzles first.
func (w *Walker) mostPromising(puzzles []sudoku.Puzzle) []sudoku.Puzzle {
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

// rateSymmetric rates symmetric puzzles, as rungs of seeds, until there are enough or ctx
// is done.
func (w *Walker) rateSymmetric(ctx context.Context, puzzles []sudoku.Puzzle, least int) (seeds []seed.Seed, err error) {
	for i := range puzzles {
		if len(seeds) == max(leastRated, w.goal.mostRated) || ctx.Err() != nil {
			break
		}
		canonical := w.maker.Canonizer.Canonical(puzzles[i].Clues())
		key := seed.KeyOf(canonical.Grid)
		if w.met[key] || !w.goal.possible(&w.guesser, &puzzles[i], least) {
			continue
		}
		w.met[key] = true
		core := canonical.To.Puzzle(puzzles[i])
		clues := core.Clues().Filled()
		w.orbits.solver.Minimize(&core, slices.Collect(clues.All())) // in a fixed order, so that isomorphs have the same core
		s, rung := w.maker.Whole(core, clues.AndNot(core.Clues().Filled()))
		if rung.Empty() {
			err = w.maker.Rate(&s)
		} else {
			err = w.maker.AddRung(&s, rung)
		}
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, s)
	}
	return seeds, nil
}
