package seedbank

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Recall returns the puzzle that an ID names, or [ErrNoMatch] if the bank does
// not hold it.
func (b *Bank) Recall(ctx context.Context, id ID) (*Drawn, error) {
	seed, err := b.SeedNamed(ctx, id.Seed)
	if err != nil {
		return nil, err
	}
	pick, ok := seed.Pick(id.Rung)
	if !ok {
		return nil, fmt.Errorf("%w: seed %v has no rung %d", ErrNoMatch, id.Seed, id.Rung)
	}
	from := newSource(&pick, 0)
	return &Drawn{from: &from, turn: transform.FromIndex(id.Index)}, nil
}

// Identify returns the ID of a puzzle that is an isomorph of a seed or of a
// rung, or [ErrNoMatch].
//
// A grid with automorphisms becomes the same puzzle by several isomorphisms;
// the ID has the one of the least index.
func (b *Bank) Identify(ctx context.Context, canonizer *transform.Canonizer, p *sudoku.Puzzle) (ID, error) {
	canonical := canonizer.Canonical(p.Clues())
	_, err := b.Find(ctx, canonical.Grid)
	if errors.Is(err, ErrNoMatch) {
		return b.identifyRung(ctx, canonizer, p, &canonical)
	}
	if err != nil {
		return ID{}, err
	}
	return identify(canonizer, canonical.Grid, canonical.To.Inverse(), ID{Seed: KeyOf(canonical.Grid)}), nil
}

// identifyRung looks for a puzzle among the rungs of all seeds whose solution is
// an isomorph of its solution.
func (b *Bank) identifyRung(ctx context.Context, canonizer *transform.Canonizer, p *sudoku.Puzzle, canonical *transform.Canonical) (ID, error) {
	solution := canonizer.Canonical(p.Solution())
	seeds, err := b.seedsOf(ctx, KeyOf(solution.Grid))
	if err != nil {
		return ID{}, fmt.Errorf("looking for a rung in %s: %w", b.path, err)
	}
	for _, key := range seeds {
		seed, err := b.SeedNamed(ctx, key)
		if err != nil {
			return ID{}, err
		}
		id := ID{Seed: key}
		rungKeys(&seed, canonizer, func(number uint8, _ *Rung, key Key) bool {
			if key == KeyOf(canonical.Grid) {
				id.Rung = number
			}
			return id.Rung == 0
		})
		if pick, _ := seed.Pick(id.Rung); id.Rung != 0 {
			there := canonizer.Canonical(pick.Puzzle.Clues()).To
			return identify(canonizer, pick.Puzzle.Clues(), there.Then(canonical.To.Inverse()), id), nil
		}
	}
	return ID{}, ErrNoMatch
}

// seedsOf returns the keys of the seeds whose solution has a canonical form of
// some key.
func (b *Bank) seedsOf(ctx context.Context, grid Key) (keys []Key, err error) {
	rows, err := b.db.QueryContext(ctx, `SELECT key FROM seeds WHERE grid = ?`, int64(grid))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			return nil, err
		}
		keys = append(keys, Key(key))
	}
	return keys, rows.Err()
}

// identify completes the ID of the image of a seed or rung under turn.
func identify(canonizer *transform.Canonizer, g sudoku.Grid, turn transform.Isomorphism, id ID) ID {
	id.Index = turn.Index()
	for _, automorphism := range canonizer.Automorphisms(g) {
		id.Index = min(id.Index, automorphism.Then(turn).Index())
	}
	return id
}
