package seedbank

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// batchSeeds is the number of seeds that are read at once, at most.
const batchSeeds = 1000

// Batches yields the seeds that pass a filter, some at a time and each once, with
// their rungs. They come in the order of their keys as signed numbers, which is
// the same in every bank. Rungs are not filtered: [Filter.Rungs] has no meaning
// here. What others store meanwhile may be left out.
//
// Batches ends at the first error, which it yields: a seed that cannot be true is
// one.
func (b *Bank) Batches(ctx context.Context, filter Filter) iter.Seq2[*seed.Batch, error] {
	return func(yield func(*seed.Batch, error) bool) {
		fail := func(err error) { yield(nil, fmt.Errorf("reading the seeds of %s: %w", b.file.Path, tables.Plain(err))) }
		if err := filter.Check(); err != nil {
			fail(err)
			return
		}
		for first, more := int64(math.MinInt64), true; more; {
			rows, isMore, err := b.rowsFrom(ctx, first, &filter, batchSeeds)
			if err != nil {
				fail(err)
				return
			}
			batches, err := b.batchesOf(ctx, rows, &filter)
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

// runRow is a seed as a file keeps it, with the oldest rater of it and its rungs.
type runRow struct {
	tables.SeedRow
	rater    int64
	rungRuns []byte
}

// rowsFrom reads the next seeds whose strata pass a filter, in the order of their keys, at
// most limit, and reports whether there may be more. The rows are closed when it returns,
// because a bank that is open to write has one connection.
func (b *Bank) rowsFrom(ctx context.Context, first int64, filter *Filter, limit int) (list []runRow, more bool, err error) {
	list, more, err = b.scanRowsFrom(ctx, first, filter, limit)
	if err == nil {
		err = b.ageRows(ctx, list)
	}
	return list, more, err
}

// ageRows sets the raters of rows to the raters of rungs that an older version has rated.
func (b *Bank) ageRows(ctx context.Context, list []runRow) error {
	if !slices.ContainsFunc(list, func(row runRow) bool { return row.rungRuns != nil }) {
		return nil
	}
	raters, err := b.file.ReadRaters(ctx)
	if err != nil {
		return err
	}
	for i := range list {
		row := &list[i]
		if row.rater, err = tables.OldestRater(row.rater, row.rungRuns, raters); err != nil {
			return tables.DamagedRow("seeds", row.ID, "%w", err)
		}
	}
	return nil
}

func (b *Bank) scanRowsFrom(ctx context.Context, first int64, filter *Filter, limit int) (list []runRow, more bool, err error) {
	condition, arguments := filter.conditionOnSeeds()
	// CROSS JOIN: the index of the keys has to come first, for the sake of the order.
	rows, err := b.file.DB.QueryContext(ctx, `
		SELECT rater, `+b.file.RungRuns()+`, `+tables.SeedColumns+` FROM seeds CROSS JOIN strata ON strata.id = stratum CROSS JOIN runs ON runs.id = `+b.file.RaterOf()+`
		WHERE key >= ?`+condition+` ORDER BY key LIMIT ?`, append(append([]any{first}, arguments...), limit)...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	bytes := 0
	for !more && rows.Next() {
		var row runRow
		if err := rows.Scan(append([]any{&row.rater, &row.rungRuns}, row.Columns()...)...); err != nil {
			return nil, false, tables.Scanned("seeds", row.ID, err)
		}
		list = append(list, row)
		bytes += len(row.Rungs) + len(row.Uses) + len(row.rungRuns)
		more = len(list) == limit || bytes >= bounds.RowsAtOnce
	}
	return list, more, rows.Err()
}

// batchesOf returns the seeds of rows that pass a filter. Seeds of the same rater
// that follow each other are one batch. With an error it returns the batches before
// it.
func (b *Bank) batchesOf(ctx context.Context, rows []runRow, filter *Filter) (batches []seed.Batch, err error) {
	for i := range rows {
		row := &rows[i]
		s, err := b.file.UnpackRow(ctx, &row.SeedRow)
		if err == nil && (row.rater < 0 || row.rater > math.MaxInt32) {
			err = tables.DamagedRow("seeds", row.ID, "the rater of its run: %w", tables.ErrOutOfRange)
		}
		if err != nil {
			return batches, err
		}
		if !filter.Passes(&s) {
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
