package seedbank

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Recall returns the puzzle that an ID names. If clues are added that no rung of
// the bank adds, rate gives the rating; it is called at most once. The error wraps
// [ErrNoMatch] if the bank lacks the seed. See [seed.Seed.Recall] for others.
func (b *Bank) Recall(ctx context.Context, id seed.ID, rate seed.Rate) (seed.Isomorph, error) {
	s, err := b.SeedNamed(ctx, id.Seed)
	if err != nil {
		return seed.Isomorph{}, err
	}
	return s.Recall(id, rate)
}

// Known is what a bank knows of a puzzle.
type Known struct {
	ID   seed.ID
	Held bool // as a seed or a rung, with its rating; else only the seed is, to which the puzzle adds clues
}

// Identify returns what the bank knows of a puzzle, or [ErrNoMatch] if it has no
// seed whose isomorphs with clues added are this puzzle. Of several such seeds,
// one that has the rung counts; then that to which the fewest clues are added;
// then that with the least key.
func (b *Bank) Identify(ctx context.Context, canonizer *transform.Canonizer, p sudoku.Puzzle) (Known, error) {
	s, err := b.Find(ctx, canonizer.Canonical(p.Clues()).Grid)
	if err == nil {
		id, held, _ := s.Identify(canonizer, &p)
		return Known{id, held}, nil
	}
	if !errors.Is(err, tables.ErrNoMatch) {
		return Known{}, err
	}
	solution := seed.SolutionKey(canonizer, p)
	keys, err := b.SeedsOf(ctx, solution)
	if err != nil {
		return Known{}, err
	}
	return b.identifyAmong(ctx, canonizer, &p, keys)
}

// SeedsOf returns the keys of the seeds of a solution grid, which is named by the key of its
// canonical form.
func (b *Bank) SeedsOf(ctx context.Context, solution seed.Key) ([]seed.Key, error) {
	keys, err := b.file.SeedsOf(ctx, solution)
	if err != nil {
		return nil, fmt.Errorf("looking for the seeds of a solution in %s: %w", b.file.Path, tables.Plain(err))
	}
	return keys, nil
}

// identified is a seed that can name a puzzle.
type identified struct {
	Known
	clues int // of the seed
}

// compare returns a negative number if a names the puzzle rather than b.
func (a identified) compare(b identified) int {
	if a.Held != b.Held {
		if a.Held {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.clues, a.clues), cmp.Compare(a.ID.Seed, b.ID.Seed))
}

// identifyAmong identifies a puzzle among seeds with the same solution.
func (b *Bank) identifyAmong(ctx context.Context, canonizer *transform.Canonizer, p *sudoku.Puzzle, keys []seed.Key) (Known, error) {
	var found []identified
	for _, key := range keys {
		s, err := b.SeedNamed(ctx, key)
		if err != nil {
			return Known{}, err
		}
		if id, held, ok := s.Identify(canonizer, p); ok {
			found = append(found, identified{Known{id, held}, s.Puzzle.NumClues()})
		}
	}
	if len(found) == 0 {
		return Known{}, tables.ErrNoMatch
	}
	return slices.MinFunc(found, identified.compare).Known, nil
}
