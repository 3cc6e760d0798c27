package repair

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// checkClaimed reports claimed seeds with impossible data. It does not check their
// claimed ratings.
func checkClaimed(ctx context.Context, f *tables.File, raters map[tables.RunID]int64, problem func(error)) error {
	var checker tables.SeedChecker
	return tables.Each(ctx, f.DB, "claimed", `SELECT `+tables.ClaimedColumns+`, rung_runs IS NOT NULL FROM claimed`, nil, func(row tables.Row) error {
		hasRecord := false
		s, err := tables.ScanClaimed(withMore{row, &hasRecord})
		if err == nil {
			err = checker.Check(&s.Seed)
		}
		if err == nil && hasRecord {
			err = checkRecord(s.Credits.Of, s.Credits.Pack(), len(s.Rungs), raters)
		}
		if err != nil {
			problem(fmt.Errorf("a claimed seed: %w", err))
		}
		return nil
	})
}

// withMore scans one more column.
type withMore struct {
	tables.Row
	more any
}

func (w withMore) Scan(to ...any) error { return w.Row.Scan(append(to, w.more)...) }

// checkCredits reports impossible values of column rung_runs of seeds, and claimed seeds with
// impossible data.
func checkCredits(ctx context.Context, f *tables.File, problem func(error)) error {
	if !f.HasDigests() {
		return nil
	}
	raters, err := f.ReadRaters(ctx)
	if err != nil {
		problem(err)
		return nil
	}
	err = tables.Each(ctx, f.DB, "seeds", `
		SELECT seeds.id, run, rated, rung_runs, puzzle, rungs FROM seeds WHERE rung_runs IS NOT NULL`, nil, func(row tables.Row) error {
		var id int64
		var run tables.RunID
		var rated sql.Null[tables.RunID]
		var packed, puzzle, rungs []byte
		if err := row.Scan(&id, &run, &rated, &packed, &puzzle, &rungs); err != nil {
			return err
		}
		patterns, err := seed.UnpackPatterns(nil, puzzle, rungs)
		if err == nil {
			err = checkRecord(tables.CreditOf(run, rated), packed, len(patterns)-1, raters)
		}
		if err != nil {
			problem(tables.DamagedRow("seeds", id, "%w", err))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return checkClaimed(ctx, f, raters, problem)
}

// checkRecord returns an error that says what is wrong with a value of column
// rung_runs that is not NULL.
func checkRecord(of tables.Credit, packed []byte, rungs int, raters map[tables.RunID]int64) error {
	if len(packed) == 0 {
		return tables.ErrCredits
	}
	all, err := tables.UnpackCredits(of, packed, rungs)
	if err != nil {
		return err
	}
	for _, c := range all.Rungs {
		for _, run := range [...]tables.RunID{c.Found, c.Rated} {
			if _, ok := raters[run]; !ok {
				return fmt.Errorf("there is no run %d", run)
			}
		}
	}
	return nil
}
