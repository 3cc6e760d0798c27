package seedbank

import (
	"cmp"
	"context"
	"slices"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// readAhead reads the seeds at places that are not in the cache yet, in large batches
// and in storage order. It ignores errors: a seed that it cannot read is read again
// when it is needed, and that read reports the error.
func (b *Bank) readAhead(ctx context.Context, cache *cache, places []seedPlace) {
	places = slices.DeleteFunc(places, func(at seedPlace) bool { return cache.known(at) != nil })
	slices.SortFunc(places, func(a, b seedPlace) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.stratum, b.stratum), cmp.Compare(a.slot, b.slot))
	})
	places = slices.Compact(places)
	for len(places) > 0 {
		n := min(len(places), tables.BatchPlaces)
		if err := b.readBatch(ctx, cache, places[:n]); err != nil {
			return
		}
		places = places[n:]
	}
}

// placedRow is the row of a seed with the place of the seed.
type placedRow struct {
	tables.SeedRow
	at seedPlace
}

// readBatch reads the seeds at places, at most batchPlaces.
func (b *Bank) readBatch(ctx context.Context, cache *cache, places []seedPlace) error {
	rows, err := b.rowsAt(ctx, places)
	if err != nil {
		return err
	}
	var s seed.Seed
	for i := range rows {
		if s, err = b.file.UnpackRow(ctx, &rows[i].SeedRow); err != nil {
			return err
		}
		cache.keep(rows[i].at, rows[i].at.sourceOf(&s))
	}
	return nil
}

// rowsAt reads the rows of seeds at places. They are closed when it returns,
// because a bank that is open to write has one connection.
func (b *Bank) rowsAt(ctx context.Context, places []seedPlace) (list []placedRow, err error) {
	query, err := b.file.AtPlaces()
	if err != nil {
		return nil, err
	}
	arguments := make([]any, 0, 3*tables.BatchPlaces)
	for _, at := range places {
		if at.id != 0 {
			arguments = append(arguments, int64(at.id), nil, nil)
		} else {
			arguments = append(arguments, nil, at.stratum, int64(at.slot))
		}
	}
	rows, err := query.QueryContext(ctx, arguments[:cap(arguments)]...) // unused arguments are NULL and match nothing
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var row placedRow
	columns := append([]any{&row.at.id, &row.at.stratum, &row.at.slot}, row.Columns()...)
	list = make([]placedRow, 0, len(places))
	for rows.Next() {
		if err := rows.Scan(columns...); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}
