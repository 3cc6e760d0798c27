// Package making makes puzzles of random grids, and seeds of puzzles.
//
// A [Pruner] makes minimal and symmetric puzzles, and a [Shaper] puzzles with a given
// pattern or solution. A [Maker] makes seeds of them step by step: canonical form, rating,
// solution, and rungs, such as those of ladders. [Lacks] says which rungs are wanted from ladders.
//
// # Guarantees
//
// A puzzle depends only on its random seed and its number. The ladders of a seed depend
// only on the seed. Which of their rungs it gets depends on [Lacks].
//
// All types with scratch memory serve one goroutine at a time.
//
// Start with [Maker].
package making

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Maker makes seeds from puzzles, step by step. It has its own scratch memory. Rating takes
// longer than the canonical form, and ladders take longer than rating, so callers drop many seeds
// between the steps.
type Maker struct {
	Canonizer transform.Canonizer
	Rater     rating.Rater
	climber   climber
}

// Seed returns a minimal puzzle as a seed that is not rated and not complete.
func (m *Maker) Seed(p sudoku.Puzzle, origin seed.Origin) seed.Seed {
	s, _ := m.Whole(p, sudoku.Cells{})
	s.Origin = origin
	return s
}

// Rate rates a seed.
func (m *Maker) Rate(s *seed.Seed) (err error) {
	if s.Rating, err = m.Rater.Rate(&s.Puzzle); err != nil {
		return fmt.Errorf("rating %v: %w", s.Puzzle.Clues(), err)
	}
	return nil
}

// AddSolution sets the key of the solution of a seed.
func (m *Maker) AddSolution(s *seed.Seed) { s.Solution = seed.SolutionKey(&m.Canonizer, s.Puzzle) }

// Whole returns the seed of a minimal puzzle, the core, and the images of the added cells
// in its canonical form. It rates nothing.
func (m *Maker) Whole(core sudoku.Puzzle, added sudoku.Cells) (s seed.Seed, rung sudoku.Cells) {
	canonical := m.Canonizer.Canonical(core.Clues())
	s = seed.Seed{Puzzle: canonical.To.Puzzle(core), Automorphisms: canonical.Automorphisms, Origin: seed.Prune}
	return s, canonical.To.Cells(added)
}

// Rung rates a seed with clues added.
func (m *Maker) Rung(s *seed.Seed, added sudoku.Cells) (seed.Rung, error) {
	p := s.Puzzle.With(added)
	class, err := m.Rater.Class(&p)
	return seed.NewRung(&class, added), err
}

// AddRung adds the rung with some cells to a seed, rated.
func (m *Maker) AddRung(s *seed.Seed, added sudoku.Cells) error {
	r, err := m.Rung(s, added)
	if err == nil {
		s.AddRungs(r)
	}
	return err
}

// Rerate rates a seed and its rungs.
func (m *Maker) Rerate(s *seed.Seed) (err error) {
	if err = m.Rate(s); err != nil {
		return err
	}
	for i := range s.Rungs {
		if s.Rungs[i], err = m.Rung(s, s.Rungs[i].Added); err != nil {
			return fmt.Errorf("a rung of seed %v: %w", s.Puzzle.Clues(), err)
		}
	}
	return nil
}
