package change

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// bareWindow is the greatest number of seeds that one call of BareSeeds reads. This
// takes some milliseconds.
const bareWindow = 10_000

// BareSeeds returns up to limit seeds without rungs whose numbers are above after, in the
// order of their numbers. One call examines some thousand seeds, with or without rungs. The
// result last is the number of the last seed examined, which the next call takes as after.
// At the end of the bank, last equals after.
func BareSeeds(ctx context.Context, bank *seedbank.Bank, after seedbank.SeedID, limit int) (seeds []seed.Seed, last seedbank.SeedID, err error) {
	file := bank.Rows()
	ids, last, err := bareIDs(ctx, file, after, limit)
	for _, id := range ids {
		if err != nil {
			break
		}
		var s seed.Seed
		s, err = bank.Seed(ctx, id)
		seeds = append(seeds, s)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("looking for seeds of %s without rungs: %w", file.Path, tables.Plain(err))
	}
	return seeds, last, nil
}

// errEnough ends a loop over rows early.
var errEnough = errors.New("there are enough")

func bareIDs(ctx context.Context, file *tables.File, after seedbank.SeedID, limit int) (ids []seedbank.SeedID, last seedbank.SeedID, err error) {
	last = after
	query := `SELECT id, rungs = x'00' FROM seeds WHERE id > ? ORDER BY id LIMIT ?`
	err = file.Each(ctx, "seeds", query, []any{after, bareWindow}, func(row tables.Row) error {
		if len(ids) == limit {
			return errEnough
		}
		var bare bool
		err := row.Scan(&last, &bare)
		if bare {
			ids = append(ids, last)
		}
		return err
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return ids, last, err
}
