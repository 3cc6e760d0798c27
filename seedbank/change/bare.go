package change

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// bareWindow is the greatest number of seeds that one call of BareSeeds goes through,
// which takes some milliseconds.
const bareWindow = 10_000

// BareSeeds returns seeds of a bank without rungs whose numbers are above after, in the
// order of the numbers, at most limit. It goes through some thousand seeds of the file, with
// rungs or without, and returns the number of the last one: where the next call goes
// on. At the end of the file, last is after.
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

// errEnough ends a loop over rows.
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
