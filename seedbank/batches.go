package seedbank

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// batchSeeds is the largest number of seeds that are read at once.
const batchSeeds = 1000

// Batches yields the seeds that pass a filter, with their rungs, in batches and
// without repetition. The order is that of their keys as signed numbers, the same
// in every bank. The seed itself must pass, and then all its rungs come with it. So
// [Filter.Rungs] makes rungs pass in [Bank.Select], but here only with a symmetry or a
// pattern, see [Filter.Passes]. Seeds stored in the meantime may be left out.
//
// Batches ends at the first error and yields it. A stored seed with impossible
// data is an error.
func (b *Bank) Batches(ctx context.Context, filter Filter) iter.Seq2[*seed.Batch, error] {
	return func(yield func(*seed.Batch, error) bool) {
		fail := func(err error) { yield(nil, fmt.Errorf("reading the seeds of %s: %w", b.file.Path, b.file.Plain(err))) }
		if err := filter.Check(); err != nil {
			fail(err)
			return
		}
		b, leave, err := b.atOneMoment(ctx, &filter)
		if err != nil {
			fail(err)
			return
		}
		defer leave()
		passes, err := b.passing(ctx, &filter)
		if err != nil {
			fail(err)
			return
		}
		for first, more := int64(math.MinInt64), true; more; {
			rows, isMore, err := b.rowsFrom(ctx, first, &filter, batchSeeds)
			if err != nil {
				fail(err)
				return
			}
			batches, err := b.batchesOf(ctx, rows, passes)
			for i := range batches {
				if !yield(&batches[i], nil) {
					return
				}
			}
			if err != nil {
				fail(err)
				return
			}
			if more = isMore && rows[len(rows)-1].Key < math.MaxInt64; more {
				first = rows[len(rows)-1].Key + 1
			}
		}
	}
}

// runRow is the row of a seed, with the oldest rater among the seed and its
// rungs.
type runRow struct {
	tables.SeedRow
	stratum, slot int64
	rater         int64
	rungRuns      []byte
}

// rowsFrom reads up to limit seeds whose strata pass a filter, in the order of their keys
// from first on. It reports whether there may be more. It closes the rows before it
// returns, because a bank that is open to write has one connection.
func (b *Bank) rowsFrom(ctx context.Context, first int64, filter *Filter, limit int) (list []runRow, more bool, err error) {
	list, more, err = b.scanRowsFrom(ctx, first, filter, limit)
	if err != nil || !slices.ContainsFunc(list, func(row runRow) bool { return row.rungRuns != nil }) {
		return list, more, err
	}
	raters, err := b.file.ReadRaters(ctx)
	if err != nil {
		return nil, false, err
	}
	for i := range list {
		row := &list[i]
		if row.rater, err = tables.OldestRater(row.rater, row.rungRuns, raters); err != nil {
			return nil, false, tables.DamagedRow("seeds", row.ID, "%w", err)
		}
	}
	return list, more, nil
}

// Reasons why a stored seed is damaged.
var (
	errNoStratum = errors.New("its stratum is lost")
	errNoRun     = errors.New("its run is lost")
)

func (b *Bank) scanRowsFrom(ctx context.Context, first int64, filter *Filter, limit int) (list []runRow, more bool, err error) {
	condition, arguments := filter.conditionOnSeeds()
	// LEFT JOIN gives the order of the index of the keys, and seeds whose stratum or run is
	// lost: those are damage.
	rows, err := b.file.DB.QueryContext(ctx, `
		SELECT seeds.id, strata.id IS NULL, runs.id IS NULL, stratum, slot, rater, `+b.file.RungRuns()+`, `+tables.SeedColumns+` FROM seeds LEFT JOIN strata ON strata.id = stratum LEFT JOIN runs ON runs.id = `+b.file.RaterOf()+`
		WHERE key >= ? AND (strata.id IS NULL OR runs.id IS NULL OR 1`+condition+`) ORDER BY key LIMIT ?`, append(append([]any{first}, arguments...), limit)...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	bytes := 0
	for !more && rows.Next() {
		var row runRow
		var id int64
		var noStratum, noRun bool // set before what they have fails to be read
		err := rows.Scan(append([]any{&id, &noStratum, &noRun, &row.stratum, &row.slot, &row.rater, &row.rungRuns}, row.Columns()...)...)
		switch {
		case noStratum:
			return nil, false, tables.DamagedRow("seeds", id, "%w", errNoStratum)
		case noRun:
			return nil, false, tables.DamagedRow("seeds", id, "%w", errNoRun)
		case err != nil:
			return nil, false, tables.Scanned("seeds", id, err)
		}
		list = append(list, row)
		bytes += len(row.Rungs) + len(row.Uses) + len(row.rungRuns)
		more = len(list) == limit || bytes >= bounds.RowsAtOnce
	}
	return list, more, rows.Err()
}

// batchesOf returns the seeds of rows that pass. Consecutive seeds of the
// same rater form one batch. After an error it also returns the batches before it.
func (b *Bank) batchesOf(ctx context.Context, rows []runRow, passes passes) (batches []seed.Batch, err error) {
	for i := range rows {
		row := &rows[i]
		s, err := b.file.UnpackRow(ctx, &row.SeedRow)
		if err == nil && (row.rater < 0 || row.rater > math.MaxInt32) {
			err = tables.DamagedRow("seeds", row.ID, "the rater of its run: %w", tables.ErrOutOfRange)
		}
		if err != nil {
			return batches, err
		}
		if !passes(&s, row.stratum, uint64(row.slot)) {
			continue
		}
		if last := len(batches) - 1; last >= 0 && batches[last].Rater == int(row.rater) {
			batches[last].Seeds = append(batches[last].Seeds, s)
		} else {
			batches = append(batches, seed.Batch{Rater: int(row.rater), Seeds: []seed.Seed{s}})
		}
	}
	return batches, nil
}
