package seedbank

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Recall returns the puzzle that an ID names. If the ID adds clues and the bank
// has no rung with these clues, Recall calls rate for the rating, once; rate may only be
// nil if the ID adds no clues. The error wraps [ErrNoMatch] if the bank lacks the seed. See
// [seed.Seed.Recall] for other errors.
func (b *Bank) Recall(ctx context.Context, id seed.ID, rate seed.Rate) (seed.Isomorph, error) {
	s, err := b.SeedNamed(ctx, id.Seed)
	if err != nil {
		return seed.Isomorph{}, err
	}
	return s.Recall(id, rate)
}

// Known is the result of [Bank.Identify].
type Known struct {
	ID   seed.ID
	Held bool // the bank has the puzzle, as a seed or a rung, and its rating; else it has only the seed
}

// Identify finds the seed that a puzzle is an isomorph of, with or without added
// clues. The error is [ErrNoMatch] if the bank has no such seed. Among several,
// it prefers a seed that has the puzzle as a rung, then the seed with the fewest
// added clues, then the seed with the least key.
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

// Name calls [Bank.Identify]. It returns the ID of a puzzle, or "" if the bank
// has no such seed, and whether the bank has the puzzle itself.
func (b *Bank) Name(ctx context.Context, canonizer *transform.Canonizer, p sudoku.Puzzle) (id string, held bool, err error) {
	known, err := b.Identify(ctx, canonizer, p)
	switch {
	case errors.Is(err, tables.ErrNoMatch):
		return "", false, nil
	case err != nil:
		return "", false, err
	}
	return known.ID.String(), known.Held, nil
}

// SeedsOf returns the keys of the seeds of a solution grid, which is named by the key of its
// canonical form.
func (b *Bank) SeedsOf(ctx context.Context, solution seed.Key) (_ []seed.Key, err error) {
	defer b.file.Explain(&err, "looking for the seeds of a solution in")
	return tables.All(ctx, b.file.DB, "seeds", `SELECT key FROM seeds WHERE solution = ?`, []any{int64(solution)}, func(row tables.Row) (seed.Key, error) {
		var key int64
		err := row.Scan(&key)
		return seed.Key(key), err
	})
}

// identified is a seed that can name a puzzle.
type identified struct {
	Known
	clues int // of the seed
}

// compare returns a negative number if a is preferred to b.
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

// GridsOf returns the keys of the solution grids of some seeds, by the keys of the seeds. It
// leaves out the seeds that the bank lacks. See [seed.Seed.Solution].
func (b *Bank) GridsOf(ctx context.Context, seeds []seed.Key) (_ map[seed.Key]seed.Key, err error) {
	defer b.file.Explain(&err, "looking for the solutions of seeds in")
	grids := make(map[seed.Key]seed.Key, len(seeds))
	const query = `SELECT key, solution FROM seeds WHERE key IN (SELECT value FROM json_each(?))`
	for some := range slices.Chunk(seeds, mostListed) {
		err := tables.Each(ctx, b.file.DB, "seeds", query, []any{tables.ListOf(some)}, func(row tables.Row) error {
			var key, solution int64
			err := row.Scan(&key, &solution)
			grids[seed.Key(key)] = seed.Key(solution)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return grids, nil
}

// mostListed is the greatest number of keys of a list, which must not be longer than
// a row of a bank.
const mostListed = 10_000
