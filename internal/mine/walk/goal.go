package walk

import (
	"cmp"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Goal says how to walk toward an objective. Rating a neighbor of ER 10 takes a hundred
// times longer than guessing how hard it is.
type Goal struct {
	cost       int // cost of the neighbors of a puzzle, in solutions that the solver finds
	rounds     int // number of rounds of a step
	mostRated  int // greatest number of neighbors that a round rates
	mostStored int // greatest number of neighbors that a step stores

	// Better compares two values. It is negative if the first is better. A value plus up
	// is the next better value.
	Better func(a, b int) int
	up     int
	best   int // the best possible value; 0 if it is not known

	// Spreads says that steps begin only at seeds of the best value found, and store no
	// others, and that moves expand. The values are few, and hardly a puzzle of one has
	// neighbors of the next.
	Spreads bool

	// promise guesses the value of a neighbor before it is rated.
	promise func(g *guesser, p *sudoku.Puzzle) promise

	// possible reports, before a neighbor is rated, whether it can reach the least
	// value to store.
	possible func(g *guesser, p *sudoku.Puzzle, least int) bool

	// [GoalOf] sets the following fields; the tables lack them.
	value     func(r *rating.Result, clues int) int
	of        func(p *sudoku.Puzzle) int // nil: value says all
	symmetric bool                       // the walk has a symmetry
}

// goals are the goals of objectives with ways of their own to guess a value.
var goals = map[Objective]Goal{
	TowardER:    {cost: 36_000, rounds: 16, mostRated: 2, mostStored: 8, Better: higher, up: +1, promise: hard, possible: anyPossible},
	TowardEP:    {cost: 36_000, rounds: 16, mostRated: 2, mostStored: 8, Better: higher, up: +1, promise: hardWithoutDigit, possible: startsWithoutDigit},
	TowardED:    {cost: 36_000, rounds: 4, mostRated: 6, mostStored: 8, Better: higher, up: +1, promise: hardEarly, possible: startsHard},
	TowardDepth: {cost: 36_000, rounds: 4, mostRated: 20, mostStored: 80, Better: higher, up: +1, best: deepest, Spreads: true, promise: deep, possible: isDeep},
	TowardClues: {cost: 36_000, rounds: 4, mostRated: 20, mostStored: 20, Better: cmp.Compare[int], up: -1, promise: fewClued, possible: hasFew},
}

// otherGoal is the goal of the objectives whose values cannot be guessed: techniques, and
// effort at a level.
var otherGoal = Goal{cost: 9_000, rounds: 4, mostRated: 60, mostStored: 20, Better: higher, up: +1, promise: unknowable, possible: anyPossible}

// fewFrom is the goal of few clues, down to a number.
func fewFrom(clues int) Goal {
	return Goal{
		cost: 36_000, rounds: 4, mostRated: 20, mostStored: 20, Better: higher, up: +1, best: 81 - clues,
		promise: func(g *guesser, p *sudoku.Puzzle) promise {
			if p.NumClues() < clues {
				return -behind
			}
			return fewClued(g, p)
		},
		possible: func(_ *guesser, p *sudoku.Puzzle, least int) bool {
			return p.NumClues() >= clues && 81-p.NumClues() >= least
		},
	}
}

// GoalOf returns the goal of a walk.
func GoalOf(w Aim) *Goal {
	g, ok := goals[w.Toward]
	if !ok {
		g = otherGoal
	}
	if least, ok := w.Toward.LeastClues(); ok {
		g = fewFrom(least)
	}
	g.value, g.of, g.symmetric = w.Toward.Measure(), w.Toward.MeasurePuzzle(), w.Symmetry != transform.NoSymmetry
	return &g
}

// isBest reports whether a puzzle has the best possible value, whatever its rating is.
func (g *Goal) isBest(p *sudoku.Puzzle) bool { return g.of != nil && g.of(p) == g.best }

// ValueOf returns the value of a seed, which may be unrated if its value is the best. In a walk
// with a symmetry it returns the value of the symmetric puzzle: the first rung, or the seed if it
// has no rung.
func (g *Goal) ValueOf(s *seed.Seed) int {
	if g.symmetric && len(s.Rungs) > 0 {
		rated := s.Rungs[0].Result()
		return g.value(&rated, s.Puzzle.NumClues()+s.Rungs[0].Added.Len())
	}
	if s.Rating.ER == 0 && g.isBest(&s.Puzzle) {
		return g.best
	}
	value := g.value(&s.Rating, s.Puzzle.NumClues())
	if value != 0 && g.of != nil {
		value = g.of(&s.Puzzle)
	}
	return value
}

// LeastWorth returns the worst value of a neighbor that is worth storing. ahead is the
// number of starting points of a walk, and last is the worst value among them. least is
// the worst value among the starting points of the next steps.
func (g *Goal) LeastWorth(ahead, least, last int) int {
	if ahead >= MostAhead && last == least && least != g.best {
		least += g.up
	}
	return least
}

func higher(a, b int) int { return cmp.Compare(b, a) }

func anyPossible(*guesser, *sudoku.Puzzle, int) bool { return true }

// startsWithoutDigit is the function possible for EP. The EP of a puzzle whose first step
// places a digit is the rating of this step.
func startsWithoutDigit(g *guesser, p *sudoku.Puzzle, least int) bool {
	return !g.rater.StartsBelow(p, min(rating.Tenths(least), placing))
}

func startsHard(g *guesser, p *sudoku.Puzzle, least int) bool {
	return !g.rater.StartsBelow(p, rating.Tenths(least))
}

func hasFew(_ *guesser, p *sudoku.Puzzle, least int) bool { return p.NumClues() <= least }

// MostAhead is the number up to which starting points are counted. From it on, a walk stores only
// better seeds.
const MostAhead = 1000
