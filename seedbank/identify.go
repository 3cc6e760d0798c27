package seedbank

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Recall returns the puzzle that an ID names. The error wraps [ErrNoMatch] if the
// bank lacks the seed, and also [seed.ErrNoRung] if it has the seed but not the
// rung.
func (b *Bank) Recall(ctx context.Context, id seed.ID) (seed.Isomorph, error) {
	s, err := b.SeedNamed(ctx, id.Seed)
	if err != nil {
		return seed.Isomorph{}, err
	}
	pick, err := s.Pick(id.Rung)
	if err != nil {
		return seed.Isomorph{}, fmt.Errorf("%w: %w", ErrNoMatch, err)
	}
	return pick.Turn(transform.FromIndex(id.Index)), nil
}

// Identify returns the isomorph of a seed or rung that a puzzle is, or
// [ErrNoMatch].
func (b *Bank) Identify(ctx context.Context, canonizer *transform.Canonizer, p sudoku.Puzzle) (seed.Isomorph, error) {
	canonical := canonizer.Canonical(p.Clues())
	s, err := b.Find(ctx, canonical.Grid)
	if errors.Is(err, ErrNoMatch) {
		return b.identifyRung(ctx, canonizer, p, &canonical)
	}
	if err != nil {
		return seed.Isomorph{}, err
	}
	pick, err := s.Pick(0)
	if err != nil {
		return seed.Isomorph{}, err
	}
	return pick.Turn(canonical.To.Inverse()), nil
}

// identifyRung looks for a puzzle among the rungs of all seeds that have the same
// solution up to symmetry.
func (b *Bank) identifyRung(ctx context.Context, canonizer *transform.Canonizer, p sudoku.Puzzle, canonical *transform.Canonical) (seed.Isomorph, error) {
	solution := seed.SolutionKey(canonizer, p)
	file := b.fileOf(solution)
	seeds, err := file.seedsOf(ctx, solution)
	if err != nil {
		return seed.Isomorph{}, fmt.Errorf("looking for a rung in %s: %w", file.path, plain(err))
	}
	for _, key := range seeds {
		s, err := file.SeedNamed(ctx, key)
		if err != nil {
			return seed.Isomorph{}, err
		}
		for i := range s.Rungs {
			if s.Puzzle.NumClues()+s.Rungs[i].Added.Len() != p.NumClues() {
				continue
			}
			rung := s.Puzzle.With(s.Rungs[i].Added)
			there := canonizer.Canonical(rung.Clues())
			if there.Grid == canonical.Grid {
				return s.PickRung(i).Turn(there.To.Then(canonical.To.Inverse())), nil
			}
		}
	}
	return seed.Isomorph{}, ErrNoMatch
}

// seedsOf returns the keys of the seeds of a solution.
func (b *Bank) seedsOf(ctx context.Context, solution seed.Key) (keys []seed.Key, err error) {
	rows, err := b.db.QueryContext(ctx, `SELECT key FROM seeds WHERE solution = ?`, int64(solution))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			return nil, scanned("seeds", 0, err)
		}
		keys = append(keys, seed.Key(key))
	}
	return keys, rows.Err()
}
