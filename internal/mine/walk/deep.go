package walk

import (
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Hardly any puzzle needs trial and error of depth 3, however high its rating: none of the
// 256 hardest seeds of the starter bank does. But a puzzle that does has others like it as
// neighbors, and all minimal puzzles of its expansions do too. So a walk toward depth spreads
// as soon as it has one, or begins at one that was imported.

// deepest is the greatest value of [TowardDepth].
const deepest = depth.MaxTrials

// mayBeDeep is the value of [TowardDepth] as far as the rating tells: 1 at level 9, else 0.
func mayBeDeep(r *rating.Result, _ int) int {
	if r.Level() != rating.NumLevels {
		return 0
	}
	return 1
}

// MeasurePuzzle returns a function that returns the value of a puzzle for o, where its
// rating does not give it, else nil. The function serves one goroutine at a time. It keeps
// some of its answers, because the same puzzles are compared many times.
func (o Objective) MeasurePuzzle() func(*sudoku.Puzzle) int {
	if o != TowardDepth {
		return nil
	}
	var prober depth.Prober
	known := map[sudoku.Grid]int{}
	return func(p *sudoku.Puzzle) int {
		clues := p.Clues()
		value, ok := known[clues]
		if !ok {
			for value = 0; value < deepest && prober.Open(p, value) > 0; value++ {
			}
			if len(known) == mostKnown {
				clear(known)
			}
			known[clues] = value
		}
		return value
	}
}

// mostKnown is the number of answers that a function of [Objective.MeasurePuzzle] keeps.
const mostKnown = 1000

// deep guesses the depth of a puzzle from the candidates that trial and error leaves open.
func deep(g *guesser, p *sudoku.Puzzle) promise {
	one := g.prober.Open(p, 1)
	if one == 0 {
		return 0
	}
	return promise(one + 1000*g.prober.Open(p, 2))
}

// isDeep reports whether a puzzle has at least some depth.
func isDeep(g *guesser, p *sudoku.Puzzle, least int) bool {
	return least <= 0 || least <= deepest && g.prober.Open(p, least-1) > 0
}
