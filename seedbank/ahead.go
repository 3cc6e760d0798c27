package seedbank

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// batchPlaces is the number of seeds that one query looks up. A query of its own
// for each seed takes twice as long as all the rest.
const batchPlaces = 128

// prepareSeedsAt returns the query of the seeds at places, given by their number,
// their stratum and their slot: either the number is NULL, or the other two are.
// The first three columns are the place.
func prepareSeedsAt(db *sql.DB) statement {
	values := strings.Repeat(", (?, ?, ?)", batchPlaces)[len(", "):]
	return prepare(db, `
		WITH wanted (id, stratum, slot) AS (VALUES `+values+`)
		SELECT seeds.id, 0, 0, `+seedColumns+` FROM wanted CROSS JOIN seeds ON seeds.id = wanted.id JOIN strata ON strata.id = seeds.stratum
		UNION ALL
		SELECT 0, seeds.stratum, seeds.slot, `+seedColumns+` FROM wanted
			CROSS JOIN seeds ON seeds.stratum = wanted.stratum AND seeds.slot = wanted.slot JOIN strata ON strata.id = seeds.stratum`)
}

// readAhead reads the seeds at places that are not at hand yet, many at a time and in
// the order of their storage. It does what it can: a seed that it cannot read is left
// to whoever needs it, and reports the error.
func (b *Bank) readAhead(ctx context.Context, cache *cache, places []seedPlace) {
	places = slices.DeleteFunc(places, func(at seedPlace) bool { return cache.known(at) != nil })
	slices.SortFunc(places, func(a, b seedPlace) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.stratum, b.stratum), cmp.Compare(a.slot, b.slot))
	})
	places = slices.Compact(places)
	for len(places) > 0 {
		n := min(len(places), batchPlaces)
		if err := b.readBatch(ctx, cache, places[:n]); err != nil {
			return
		}
		places = places[n:]
	}
}

// placedRow is a seed as a bank keeps it, with its place.
type placedRow struct {
	seedRow
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
		if s, err = b.unpackRow(ctx, &rows[i].seedRow); err != nil {
			return err
		}
		cache.keep(rows[i].at, rows[i].at.sourceOf(&s))
	}
	return nil
}

// rowsAt reads the rows of seeds at places. They are closed when it returns,
// because a bank that is open to write has one connection.
func (b *Bank) rowsAt(ctx context.Context, places []seedPlace) (list []placedRow, err error) {
	query, err := b.atPlaces()
	if err != nil {
		return nil, err
	}
	arguments := make([]any, 0, 3*batchPlaces)
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
	columns := append([]any{&row.at.id, &row.at.stratum, &row.at.slot}, row.columns()...)
	list = make([]placedRow, 0, len(places))
	for rows.Next() {
		if err := rows.Scan(columns...); err != nil {
			return nil, err
		}
		list = append(list, row)
	}
	return list, rows.Err()
}
