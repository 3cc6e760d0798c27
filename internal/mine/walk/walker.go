// Package walk takes steps of walks: from a puzzle to neighbors, which differ from it in a
// few clues, and on to the best of them.
//
// An [Objective] is the quality that a walk tries to improve, such as the rating. An [Aim]
// is an objective with an optional symmetry. Programs name objectives in the strategy of a
// run. The rest of this package serves the packages that plan steps and take them.
//
// # Words
//
// A move takes clues away and adds others. A promise is an estimate of the value of a
// neighbor before it is rated. [Lessons] are what a walk has learned about its moves.
//
// # Guarantees
//
// A step depends only on its aim, its starting point and the numbers that [Step] has for it. It
// uses no floating point, because processors differ in that.
//
// A [Walker] serves one goroutine at a time; other types are values.
//
// # Not here
//
// The starting points of walks, and the storing of the seeds that they find (package
// mine).
//
// Start with [Objectives].
package walk

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A step has rounds. A round finds the neighbors of some puzzles, and rates the most
// promising neighbors. The first round begins with the starting point. Each later round
// continues from the most promising neighbors of the round before, and from the best
// puzzle that the step has rated. Finding a neighbor takes a hundredth of the time of
// rating it, so a step gets far with few ratings.
//
// Tried and lost: going back to the most promising neighbors of all rounds. Three of six
// walks that could go back came from ER 9 to 10 within a minute, and six of six that could
// not.
//
// A step of a walk with a symmetry has only one round; see takeSymmetric.
const mostAt = 2 // promising neighbors with which the next round goes on, besides the best rated puzzle

// Walker takes steps of walks. It has its own scratch memory.
type Walker struct {
	of           Aim
	goal         *Goal
	source       *rand.PCG
	random       *rand.Rand
	guesser      guesser
	neighborhood *neighborhood
	orbits       *orbitNeighborhood
	maker        *making.Maker

	drawn []sudoku.Puzzle
	met   map[seed.Key]bool // puzzles that the step has found
	list  []neighbor        // neighbors found in the round
	at    []sudoku.Puzzle   // puzzles whose neighbors the round finds
}

// neighbor is a puzzle that a step has found.
type neighbor struct {
	seed    seed.Seed // not rated until it is one of the most promising
	key     seed.Key
	move    int // number of the move that led to it
	promise promise
}

func NewWalker(of Aim, maker *making.Maker) *Walker {
	source := rand.NewPCG(0, 0)
	w := &Walker{
		of: of, goal: GoalOf(of), source: source, random: rand.New(source), maker: maker,
		met: map[seed.Key]bool{},
	}
	w.guesser.rater = &maker.Rater
	if of.Symmetry != transform.NoSymmetry {
		w.orbits = newOrbitNeighborhood(of.Symmetry, w.random)
	} else {
		w.neighborhood = newNeighborhood(w.random)
	}
	return w
}

// Step is a step of a walk.
type Step struct {
	RandomSeed uint64
	Number     uint64
	Least      int     // the worst value of a neighbor that is worth storing
	Top        int     // the best value of the starting points
	Budgets    budgets // for finding neighbors
	Found      moveTallies
}

// Take takes a step from a puzzle, and returns the seeds that it has found. No two of them
// are isomorphic. Seeds of a walk with a symmetry have the symmetric puzzles as rungs, and
// may be unrated themselves, as seeds of T&E(3): most of these are known, and rating them takes
// longest. It ends early if ctx is done.
func (w *Walker) Take(ctx context.Context, s *Step, from *sudoku.Puzzle) (rated []seed.Seed, err error) {
	w.source.Seed(s.RandomSeed, s.Number)
	if w.of.Symmetry != transform.NoSymmetry {
		return w.takeSymmetric(ctx, s, from)
	}
	return w.climb(ctx, s, from)
}

// climb takes a step from a puzzle, and returns the seeds that it has looked at closely, the
// best first.
func (w *Walker) climb(ctx context.Context, s *Step, from *sudoku.Puzzle) (rated []seed.Seed, err error) {
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
func (w *Walker) goOn(rated []seed.Seed) {
	w.at = w.at[:0]
	for i := range w.list[:min(len(w.list), mostAt)] {
		w.at = append(w.at, w.list[i].seed.Puzzle)
	}
	if len(rated) > 0 && !slices.Contains(w.at, rated[0].Puzzle) {
		w.at = append(w.at, rated[0].Puzzle)
	}
}

// look lists the neighbors of a puzzle that the step has not met.
func (w *Walker) look(p *sudoku.Puzzle, s *Step) {
	for m := range moves {
		var cost int
		w.drawn, cost = w.neighborhood.neighbors(w.drawn[:0], p, &moves[m], s.Budgets[m])
		s.Found[m].Cost += cost
		s.Found[m].Looked += len(w.drawn)
		for i := range w.drawn {
			n := neighbor{seed: w.maker.Seed(w.drawn[i], seed.Walk), move: m}
			if n.key = n.seed.Key(); w.met[n.key] {
				continue
			}
			w.met[n.key] = true
			s.Found[m].Unique++
			n.promise = w.goal.promise(&w.guesser, &n.seed.Puzzle)
			w.list = append(w.list, n)
		}
	}
}

// rate rates the most promising neighbors and appends them to rated, until there are
// enough or ctx is done.
func (w *Walker) rate(ctx context.Context, rated []seed.Seed, s *Step) ([]seed.Seed, error) {
	most := len(rated) + w.goal.mostRated
	for i := range w.list {
		n := &w.list[i]
		if len(rated) == most || ctx.Err() != nil {
			break
		}
		if !w.goal.possible(&w.guesser, &n.seed.Puzzle, s.Least) {
			continue
		}
		if !w.goal.isBest(&n.seed.Puzzle) {
			if err := w.maker.Rate(&n.seed); err != nil {
				return nil, err
			}
		}
		rated = append(rated, n.seed)
		w.note(&s.Found[n.move], &n.seed, s)
	}
	return rated, nil
}

// note tallies a neighbor that was rated.
func (w *Walker) note(t *MoveProgress, s *seed.Seed, step *Step) {
	t.Rated++
	value := w.goal.ValueOf(s)
	if w.goal.Better(value, step.Least) <= 0 {
		t.Stored++
	}
	if w.goal.Better(value, step.Top) < 0 {
		t.Records++
	}
}

// sort puts the best seeds first.
func (w *Walker) sort(seeds []seed.Seed) {
	slices.SortStableFunc(seeds, func(s, t seed.Seed) int { return w.goal.Better(w.goal.ValueOf(&s), w.goal.ValueOf(&t)) })
}

// Best returns the best seeds, if they are worth storing.
func (w *Walker) Best(seeds []seed.Seed, least int) []seed.Seed {
	w.sort(seeds)
	n := 0
	for n < min(len(seeds), w.goal.mostStored) && w.goal.Better(w.goal.ValueOf(&seeds[n]), least) <= 0 {
		n++
	}
	return seeds[:n]
}
