package tables

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// SeedChecker checks seeds from untrusted sources. The zero value is ready. It has its
// own scratch memory and serves one goroutine at a time.
type SeedChecker struct {
	solver    sudoku.Solver
	canonizer transform.Canonizer
}

// Check returns an error that says what is false about a seed. It trusts that the
// puzzle has one solution, and it does not rate anything.
func (c *SeedChecker) Check(s *seed.Seed) error {
	if err := seedProblem(s, s.Key()); err != nil {
		return err
	}
	unrated := func(r seed.Rung) bool { return r.ER >= rating.MaxTenths || rating.LevelOf(r.ER) == 0 }
	if unrated(s.RungAt(0)) || slices.ContainsFunc(s.Rungs, unrated) {
		return ErrOutOfRange
	}
	if !c.solver.Minimal(&s.Puzzle) {
		return errNotMinimal
	}
	if err := c.CheckForm(s); err != nil {
		return err
	}
	return c.checkRungs(s)
}

var errNotMinimal = errors.New("it is not minimal")

// CheckForm is the part of [SeedChecker.Check] that takes hardly any time: whether the puzzle is in
// canonical form, and what the seed says of its symmetry and its solution.
func (c *SeedChecker) CheckForm(s *seed.Seed) error {
	canonical := c.canonizer.Canonical(s.Puzzle.Clues())
	switch {
	case s.Puzzle.NumClues() > MostClues:
		return errNotMinimal
	case canonical.Grid != s.Puzzle.Clues():
		return errors.New("it is not in canonical form")
	case canonical.Automorphisms != s.Automorphisms:
		return errors.New("its number of automorphisms is wrong")
	case seed.SolutionKey(&c.canonizer, s.Puzzle) != s.Solution:
		return errors.New("the key of its solution is wrong")
	}
	return nil
}

// checkRungs checks the numbers of automorphisms of rungs. It only needs the
// automorphisms of the solution, because every automorphism of a puzzle is one of
// its solution.
func (c *SeedChecker) checkRungs(s *seed.Seed) error {
	rigid := transform.Rigid(s.Puzzle.Solution())
	for i := range s.Rungs {
		r := &s.Rungs[i]
		automorphisms := uint64(1)
		if !rigid {
			automorphisms = c.canonizer.Canonical(s.Puzzle.With(r.Added).Clues()).Automorphisms
		}
		if r.Automorphisms != automorphisms {
			return fmt.Errorf("the automorphisms of rung %d are miscounted", i+1)
		}
	}
	return nil
}
