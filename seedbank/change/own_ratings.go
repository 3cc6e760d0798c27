package change

import (
	"context"
	"maps"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// OwnRatings tells which seeds have ratings of the owner of the bank, by their keys: runs of no
// contributor have rated them and their rungs by the current rules, and the bank has them as they
// are. A rating of a contributor may be false.
func OwnRatings(ctx context.Context, bank *seedbank.Bank, seeds []seed.Seed) (own map[seed.Key]bool, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "looking for the raters of seeds of")
	held := map[seed.Key]uint32{}
	for i := range seeds {
		held[seeds[i].Key()] = seeds[i].Checksum()
	}
	raters, runs := map[seed.Key][]seedbank.RunID{}, map[seedbank.RunID]bool{}
	query := `SELECT key, checksum, coalesce(rated, run), rung_runs FROM seeds WHERE key IN (SELECT value FROM json_each(?))`
	err = tables.Each(ctx, file.DB, "seeds", query, []any{tables.ListOf(slices.Collect(maps.Keys(held)))}, func(row tables.Row) error {
		var key, checksum int64
		var run seedbank.RunID
		var packed []byte
		err := row.Scan(&key, &checksum, &run, &packed)
		if held[seed.Key(key)] != uint32(checksum) {
			return err
		}
		of := []seedbank.RunID{run}
		for credit := range tables.EachCredit(packed) {
			of = append(of, credit.Rated)
		}
		raters[seed.Key(key)] = of
		for _, run := range of {
			runs[run] = true
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	trusted, err := tables.Column[seedbank.RunID](ctx, file.DB, "runs", `SELECT id FROM runs WHERE id IN (SELECT value FROM json_each(?)) AND contributor IS NULL AND rater = ?`,
		tables.ListOf(slices.Collect(maps.Keys(runs))), rating.Version)
	own = map[seed.Key]bool{}
	for key, of := range raters {
		own[key] = !slices.ContainsFunc(of, func(run seedbank.RunID) bool { return !slices.Contains(trusted, run) })
	}
	return own, err
}
