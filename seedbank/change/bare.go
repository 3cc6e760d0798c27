package change

import (
	"context"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
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
	defer file.Explain(&err, "looking for seeds without rungs in")
	ids, last, err := bareIDs(ctx, file, after, limit)
	for i := 0; err == nil && i < len(ids); i++ {
		var s seed.Seed
		s, err = bank.Seed(ctx, ids[i])
		seeds = append(seeds, s)
	}
	return seeds, last, err
}

func bareIDs(ctx context.Context, file *tables.File, after seedbank.SeedID, limit int) (ids []seedbank.SeedID, last seedbank.SeedID, err error) {
	last = after
	query := `SELECT id, rungs = x'00' FROM seeds WHERE id > ? ORDER BY id LIMIT ?`
	err = tables.Each(ctx, file.DB, "seeds", query, []any{after, bareWindow}, func(row tables.Row) error {
		if len(ids) == limit {
			return tables.ErrEnough
		}
		var bare bool
		err := row.Scan(&last, &bare)
		if bare {
			ids = append(ids, last)
		}
		return err
	})
	return ids, last, err
}
