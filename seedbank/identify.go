package seedbank

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Puzzle returns the puzzle that an ID names and its seed, or [ErrNoMatch] if
// the bank does not hold the seed.
func (b *Bank) Puzzle(ctx context.Context, id ID) (sudoku.Puzzle, Seed, error) {
	seed, err := b.SeedNamed(ctx, id.Seed)
	if err == nil && id.Rung != 0 {
		err = fmt.Errorf("%w: seed %v has no rung %d", ErrNoMatch, id.Seed, id.Rung)
	}
	if err != nil {
		return sudoku.Puzzle{}, Seed{}, err
	}
	return transform.FromIndex(id.Index).Puzzle(seed.Puzzle), seed, nil
}

// Identify returns the ID of an isomorph of a seed, or [ErrNoMatch].
//
// A seed with automorphisms becomes the same puzzle by several isomorphisms;
// the ID has the one of the least index.
func (b *Bank) Identify(ctx context.Context, canonizer *transform.Canonizer, g *sudoku.Grid) (ID, error) {
	canonical := canonizer.Canonical(g)
	if _, err := b.Find(ctx, &canonical.Grid); err != nil {
		return ID{}, err
	}
	return identify(canonizer, &canonical.Grid, canonical.To.Inverse()), nil
}

// identify returns the ID of the image of a seed under turn.
func identify(canonizer *transform.Canonizer, seed *sudoku.Grid, turn transform.Isomorphism) ID {
	id := ID{Seed: KeyOf(seed), Index: turn.Index()}
	for _, automorphism := range canonizer.Automorphisms(seed) {
		id.Index = min(id.Index, automorphism.Then(turn).Index())
	}
	return id
}
