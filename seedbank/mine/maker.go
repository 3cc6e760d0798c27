package mine

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// maker makes seeds from puzzles, step by step. It has its own scratch memory. Each step
// takes longer than the one before, and callers drop many seeds between the steps.
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

// addSolution gives a seed the key of its solution.
func (m *maker) addSolution(s *seed.Seed) { s.Solution = seed.SolutionKey(&m.canonizer, s.Puzzle) }

// rateUnrated rates a seed that has no rating yet.
func (m *maker) rateUnrated(s *seed.Seed) error {
	if s.Rating.ER > 0 {
		return nil
	}
	return m.rate(s)
}

// whole returns the seed of a puzzle that adds the clues of some cells to a core. It also
// returns these cells, as they lie in the canonical form of the core. Nothing is rated.
func (m *maker) whole(core sudoku.Puzzle, added sudoku.Cells) (s seed.Seed, rung sudoku.Cells) {
	canonical := m.canonizer.Canonical(core.Clues())
	s = seed.Seed{Puzzle: canonical.To.Puzzle(core), Automorphisms: canonical.Automorphisms, Origin: seed.Prune}
	return s, canonical.To.Cells(added)
}

// rung rates a seed with clues added.
func (m *maker) rung(s *seed.Seed, added sudoku.Cells) (seed.Rung, error) {
	p := s.Puzzle.With(added)
	class, err := m.rater.Class(&p)
	return seed.NewRung(&class, added), err
}

// addRung adds the rung with some cells to a seed, rated.
func (m *maker) addRung(s *seed.Seed, added sudoku.Cells) error {
	r, err := m.rung(s, added)
	if err == nil {
		s.AddRungs(r)
	}
	return err
}

// rerate rates a seed and its rungs.
func (m *maker) rerate(s *seed.Seed) (err error) {
	if err = m.rate(s); err != nil {
		return err
	}
	for i := range s.Rungs {
		if s.Rungs[i], err = m.rung(s, s.Rungs[i].Added); err != nil {
			return fmt.Errorf("a rung of seed %v: %w", s.Puzzle.Clues(), err)
		}
	}
	return nil
}
