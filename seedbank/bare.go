package seedbank

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// bareWindow is the greatest number of seeds that one call of BareSeeds goes through,
// which takes some milliseconds.
const bareWindow = 10_000

// BareSeeds returns seeds without rungs whose numbers are above after, in the order of
// the numbers, at most limit. It goes through some thousand seeds of the file, with
// rungs or without, and returns the number of the last one: where the next call goes
// on. At the end of the file, last is after.
func (b *Bank) BareSeeds(ctx context.Context, after SeedID, limit int) (seeds []seed.Seed, last SeedID, err error) {
	ids, last, err := b.bareIDs(ctx, after, limit)
	for _, id := range ids {
		if err != nil {
			break
		}
		var s seed.Seed
		s, err = b.Seed(ctx, id)
		seeds = append(seeds, s)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("looking for seeds of %s without rungs: %w", b.file.Path, tables.Plain(err))
	}
	return seeds, last, nil
}

func (b *Bank) bareIDs(ctx context.Context, after SeedID, limit int) (ids []SeedID, last SeedID, err error) {
	rows, err := b.file.DB.QueryContext(ctx, `SELECT id, rungs = x'00' FROM seeds WHERE id > ? ORDER BY id LIMIT ?`, int64(after), bareWindow)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for last = after; len(ids) < limit && rows.Next(); {
		var bare bool
		if err := rows.Scan(&last, &bare); err != nil {
			return nil, 0, tables.Scanned("seeds", int64(last), err)
		}
		if bare {
			ids = append(ids, last)
		}
	}
	return ids, last, rows.Err()
}
