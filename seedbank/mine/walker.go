package mine

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A step has rounds. A round finds the neighbors of some puzzles, and rates the most
// promising neighbors. The first round begins with the starting point. Each later round
// goes on with the most promising neighbors of the round before, and with the best puzzle
// that the step has rated. To find a neighbor takes a hundredth of the time of rating it,
// so a step gets far with few ratings.
//
// Tried and lost: going back to the most promising neighbors of all rounds. Three of six
// walks that could go back came from ER 9 to 10 within a minute, and six of six that could
// not.
//
// A step of a walk with a symmetry has only one round; see takeSymmetric.
const mostAt = 2 // promising neighbors with which the next round goes on, besides the best rated puzzle

// walker takes steps of a walk. It has its own scratch memory.
type walker struct {
	of           Aim
	goal         *goal
	source       *rand.PCG
	random       *rand.Rand
	guesser      guesser
	neighborhood *neighborhood
	orbits       *orbitNeighborhood
	maker        *maker

	drawn []sudoku.Puzzle
	met   map[seed.Key]bool // by the step
	list  []neighbor        // of the round
	at    []sudoku.Puzzle   // the puzzles whose neighbors the round looks at
}

// neighbor is a puzzle that a step looks at.
type neighbor struct {
	seed    seed.Seed // not rated until it is one of the most promising
	key     seed.Key
	move    int // number of the move that led to it
	promise promise
}

func newWalker(of Aim, maker *maker) *walker {
	source := rand.NewPCG(0, 0)
	w := &walker{
		of: of, goal: goalOf(of), source: source, random: rand.New(source), maker: maker,
		met: map[seed.Key]bool{},
	}
	w.guesser.rater = &maker.rater
	if of.Symmetry != transform.NoSymmetry {
		w.orbits = newOrbitNeighborhood(of.Symmetry, w.random)
	} else {
		w.neighborhood = newNeighborhood(w.random)
	}
	return w
}

// step is a step of a walk.
type step struct {
	randomSeed uint64
	number     uint64
	least      int     // the worst value of a neighbor that is worth storing
	top        int     // the best value of the starting points
	budgets    budgets // to look at neighbors
	found      moveTallies
}

// take takes a step from a puzzle, and returns the seeds that it has found. No two of them
// are isomorphic. Seeds of a walk with a symmetry have the symmetric puzzles as rungs, and
// may be unrated themselves. It ends early if ctx is done.
func (w *walker) take(ctx context.Context, s *step, from *sudoku.Puzzle) (rated []seed.Seed, err error) {
	w.source.Seed(s.randomSeed, s.number)
	if w.of.Symmetry != transform.NoSymmetry {
		return w.takeSymmetric(ctx, s, from)
	}
	return w.climb(ctx, s, from)
}

// climb takes a step from a puzzle, and returns the seeds that it has rated, the best
// first.
func (w *walker) climb(ctx context.Context, s *step, from *sudoku.Puzzle) (rated []seed.Seed, err error) {
	clear(w.met)
	w.met[seed.KeyOf(from.Clues())] = true
	w.at = append(w.at[:0], *from)
	for range w.goal.rounds {
		if ctx.Err() != nil {
			break
		}
		w.list = w.list[:0]
		for i := range w.at {
			w.look(&w.at[i], s)
		}
		w.random.Shuffle(len(w.list), func(i, j int) { w.list[i], w.list[j] = w.list[j], w.list[i] })
		slices.SortStableFunc(w.list, func(a, b neighbor) int { return cmp.Compare(b.promise, a.promise) })
		if rated, err = w.rate(ctx, rated, s); err != nil {
			return nil, err
		}
		w.sort(rated)
		w.goOn(rated)
	}
	return rated, nil
}

// goOn chooses the puzzles for the next round.
func (w *walker) goOn(rated []seed.Seed) {
	w.at = w.at[:0]
	for i := range w.list[:min(len(w.list), mostAt)] {
		w.at = append(w.at, w.list[i].seed.Puzzle)
	}
	if len(rated) > 0 && !slices.Contains(w.at, rated[0].Puzzle) {
		w.at = append(w.at, rated[0].Puzzle)
	}
}

// look lists the neighbors of a puzzle that the step has not met.
func (w *walker) look(p *sudoku.Puzzle, s *step) {
	for m := range moves {
		var cost int
		w.drawn, cost = w.neighborhood.neighbors(w.drawn[:0], p, &moves[m], s.budgets[m])
		s.found[m].Cost += cost
		s.found[m].Looked += len(w.drawn)
		for i := range w.drawn {
			n := neighbor{seed: w.maker.seed(w.drawn[i], seed.Walk), move: m}
			if n.key = n.seed.Key(); w.met[n.key] {
				continue
			}
			w.met[n.key] = true
			s.found[m].Unique++
			n.promise = w.goal.promise(&w.guesser, &n.seed.Puzzle)
			w.list = append(w.list, n)
		}
	}
}

// rate appends the most promising neighbors, rated, until there are enough or ctx is
// done.
func (w *walker) rate(ctx context.Context, rated []seed.Seed, s *step) ([]seed.Seed, error) {
	most := len(rated) + w.goal.mostRated
	for i := range w.list {
		n := &w.list[i]
		if len(rated) == most || ctx.Err() != nil {
			break
		}
		if !w.goal.possible(&w.maker.rater, &n.seed.Puzzle, s.least) {
			continue
		}
		if err := w.maker.rate(&n.seed); err != nil {
			return nil, err
		}
		rated = append(rated, n.seed)
		w.note(&s.found[n.move], &n.seed, s)
	}
	return rated, nil
}

// note tallies a neighbor that was rated.
func (w *walker) note(t *MoveProgress, s *seed.Seed, step *step) {
	t.Rated++
	value := w.goal.valueOf(s)
	if w.goal.better(value, step.least) <= 0 {
		t.Stored++
	}
	if w.goal.better(value, step.top) < 0 {
		t.Records++
	}
}

// sort puts the best seeds first.
func (w *walker) sort(seeds []seed.Seed) {
	slices.SortStableFunc(seeds, func(s, t seed.Seed) int { return w.goal.better(w.goal.valueOf(&s), w.goal.valueOf(&t)) })
}

// best returns the best seeds, if they are worth storing.
func (w *walker) best(seeds []seed.Seed, least int) []seed.Seed {
	w.sort(seeds)
	n := 0
	for n < min(len(seeds), w.goal.mostStored) && w.goal.better(w.goal.valueOf(&seeds[n]), least) <= 0 {
		n++
	}
	return seeds[:n]
}
