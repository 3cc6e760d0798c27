package mine

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// maker makes seeds of puzzles, step by step. It has its own scratch memory.
// The steps are separate because each takes longer than the one before, and
// many seeds are dropped in between.
type maker struct {
	canonizer transform.Canonizer
	rater     rating.Rater
	climber   climber
}

// seed returns a minimal puzzle as a seed that is not rated and not complete.
func (m *maker) seed(p sudoku.Puzzle, origin seed.Origin) seed.Seed {
	canonical := m.canonizer.Canonical(p.Clues())
	return seed.Seed{
		Puzzle:        canonical.To.Puzzle(p),
		Automorphisms: canonical.Automorphisms,
		Origin:        origin,
	}
}

// rate rates a seed.
func (m *maker) rate(s *seed.Seed) (err error) {
	if s.Rating, err = m.rater.Rate(&s.Puzzle); err != nil {
		return fmt.Errorf("rating %v: %w", s.Puzzle.Clues(), err)
	}
	return nil
}

// complete gives a rated seed the key of its solution, and the rungs of its ladders
// that a stock lacks.
func (m *maker) complete(s *seed.Seed, stock *stock) error {
	m.addSolution(s)
	return m.addLadders(s, stock)
}

func (m *maker) addSolution(s *seed.Seed) { s.Solution = seed.SolutionKey(&m.canonizer, s.Puzzle) }
