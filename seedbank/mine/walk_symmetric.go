package mine

import (
	"cmp"
	"context"
	"slices"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// leastRated is the least number of neighbors that a step with a symmetry may rate. The
// step has only one round.
const leastRated = 6

// takeSymmetric takes a step of a walk with a symmetry.
func (w *walker) takeSymmetric(ctx context.Context, s *step, from *sudoku.Puzzle) ([]seed.Seed, error) {
	ways := w.of.Symmetry.Arrangements(from.Clues().Filled())
	if len(ways) == 0 { // no plan has such a step
		return nil, nil
	}
	clear(w.met)
	whole := ways[w.random.IntN(len(ways))].Puzzle(*from)
	return w.rateSymmetric(ctx, w.mostPromising(w.orbits.neighbors(&whole)), s.least)
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

// rateSymmetric rates symmetric puzzles, as rungs of seeds, until there are enough or ctx
// is done.
func (w *walker) rateSymmetric(ctx context.Context, puzzles []sudoku.Puzzle, least int) (seeds []seed.Seed, err error) {
	for i := range puzzles {
		if len(seeds) == max(leastRated, w.goal.mostRated) || ctx.Err() != nil {
			break
		}
		canonical := w.maker.canonizer.Canonical(puzzles[i].Clues())
		key := seed.KeyOf(canonical.Grid)
		if w.met[key] || !w.goal.possible(&w.maker.rater, &puzzles[i], least) {
			continue
		}
		w.met[key] = true
		core := canonical.To.Puzzle(puzzles[i])
		clues := core.Clues().Filled()
		w.orbits.solver.Minimize(&core, slices.Collect(clues.All())) // in a fixed order, so that isomorphs have the same core
		s, rung := w.maker.whole(core, clues.AndNot(core.Clues().Filled()))
		if rung.Empty() {
			err = w.maker.rate(&s)
		} else {
			err = w.maker.addRung(&s, rung)
		}
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, s)
	}
	return seeds, nil
}
