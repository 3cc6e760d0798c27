package seedbank

import (
	"cmp"
	"context"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// readSome reads the seeds at places that are not at hand yet, many at a time and in
// the order of their storage. It does what it can: a seed that it cannot read is left
// to whoever needs it, and reports the error.
func (s *Selection) readSome(ctx context.Context, places []seedPlace) {
	places = slices.DeleteFunc(places, func(at seedPlace) bool { return s.shelf.known(at) != nil })
	slices.SortFunc(places, func(a, b seedPlace) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.stratum, b.stratum), cmp.Compare(a.slot, b.slot))
	})
	places = slices.Compact(places)
	for len(places) > 0 {
		n := min(len(places), tables.BatchPlaces)
		if err := s.shelf.readBatch(ctx, s.bank, places[:n]); err != nil {
			return
		}
		places = places[n:]
	}
}

// placedRow is a seed as a bank keeps it, with its place.
type placedRow struct {
	tables.SeedRow
	at seedPlace
}

// readBatch reads the seeds at places, at most batchPlaces.
func (h *Shelf) readBatch(ctx context.Context, b *Bank, places []seedPlace) error {
	rows, err := b.rowsAt(ctx, places)
	if err != nil {
		return err
	}
	var s seed.Seed
	for i := range rows {
		if s, err = b.file.UnpackRow(ctx, &rows[i].SeedRow); err != nil {
			return err
		}
		h.keep(rows[i].at, &s)
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
	rows, err := query.QueryContext(ctx, arguments[:cap(arguments)]...) // NULL finds nothing
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
