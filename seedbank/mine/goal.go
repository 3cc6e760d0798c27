package mine

import (
	"cmp"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// goal says how to walk toward an objective. To rate a neighbor of ER 10 takes a thousand
// times longer than to count its trials.
type goal struct {
	mostRated  int // neighbors that a round of a step rates, at most
	mostStored int // of these it stores, at most

	// value is the value of a puzzle, as in [seedbank.Start]. better compares two
	// values, and is negative if the first is better. A value plus up is the next
	// better one.
	value  func(r *rating.Result, clues int) int
	better func(a, b int) int
	up     int

	// promise says how promising a neighbor is, before it is rated. Trials tell how
	// hard a puzzle is for the solver. Their rank correlation with ER is 0.76 to 0.93
	// among the neighbors of a puzzle, 0.85 among seeds rated 8.4 to 11.1, and 0.5 among
	// those rated 9.5 and up.
	promise func(solver *sudoku.Solver, p *sudoku.Puzzle) int

	// possible reports, before a neighbor is rated, whether it can reach the least
	// value to store.
	possible func(r *rating.Rater, p *sudoku.Puzzle, least int) bool
}

// goals has all objectives.
var goals = map[seedbank.Objective]*goal{
	seedbank.TowardER: {
		mostRated:  6,
		mostStored: 8,
		value:      func(r *rating.Result, _ int) int { return int(r.ER) },
		better:     higher,
		up:         +1,
		promise:    trials,
		possible:   anyPossible,
	},
	seedbank.TowardEP: {
		mostRated:  6,
		mostStored: 8,
		value:      func(r *rating.Result, _ int) int { return int(r.EP) },
		better:     higher,
		up:         +1,
		promise:    trials,
		possible:   anyPossible,
	},
	seedbank.TowardED: {
		mostRated:  6,
		mostStored: 8,
		value:      func(r *rating.Result, _ int) int { return int(r.ED) },
		better:     higher,
		up:         +1,
		promise:    trials,
		possible:   hardFromTheStart,
	},
	seedbank.TowardClues: {
		mostRated:  20,
		mostStored: 20,
		value:      func(_ *rating.Result, clues int) int { return clues },
		better:     cmp.Compare[int],
		up:         -1,
		promise:    fewClued,
		possible:   func(_ *rating.Rater, p *sudoku.Puzzle, least int) bool { return p.NumClues() <= least },
	},
}

func higher(a, b int) int { return cmp.Compare(b, a) }

func trials(solver *sudoku.Solver, p *sudoku.Puzzle) int { return solver.Trials(p.Clues()) }

func fewClued(_ *sudoku.Solver, p *sudoku.Puzzle) int { return -p.NumClues() }

func hardFromTheStart(r *rating.Rater, p *sudoku.Puzzle, least int) bool {
	return !r.StartsBelow(p, rating.Tenths(least))
}

func anyPossible(*rating.Rater, *sudoku.Puzzle, int) bool { return true }

// valueOf returns the value of a seed, or of its first rung if the walk has a
// symmetry and the seed is there for the sake of that rung.
func valueOf(w seedbank.Walk, s *seed.Seed) int {
	rated, clues := s.Rating, s.Puzzle.NumClues()
	if w.Symmetry != transform.NoSymmetry && len(s.Rungs) > 0 {
		rated, clues = s.Rungs[0].Result(), clues+s.Rungs[0].Added.Len()
	}
	return goals[w.Toward].value(&rated, clues)
}
