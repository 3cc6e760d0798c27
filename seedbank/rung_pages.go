package seedbank

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
)

// pageRungs is the number of rungs on a page of a stratum, or of symmetric picks.
const pageRungs = 1024

// rungPlace says where a rung is kept: with a seed, and at which place among its
// rungs, from 0. On a page of symmetric picks place 0 is the seed itself, and its
// rungs follow from place 1 on.
type rungPlace struct {
	seed  seedID
	place int
}

// appendPlace appends the place of a rung to a page whose last rung is of the
// seed before, 0 on a page that is empty.
func appendPlace(page []byte, before seedID, p rungPlace) []byte {
	page = binary.AppendVarint(page, int64(p.seed-before))
	return binary.AppendUvarint(page, uint64(p.place))
}

var errRungPage = errors.New("a page of rungs cannot be read")

// unpackPlaces returns the rungs of a page.
func unpackPlaces(page []byte) ([]rungPlace, error) {
	places := make([]rungPlace, 0, min(len(page)/2, pageRungs))
	seed := seedID(0)
	for len(page) > 0 {
		difference, n := binary.Varint(page)
		if n <= 0 {
			return nil, errRungPage
		}
		place, m := binary.Uvarint(page[n:])
		if m <= 0 || place > 1<<31-1 {
			return nil, errRungPage
		}
		if len(places) == pageRungs {
			return nil, errRungPage
		}
		seed += seedID(difference)
		places = append(places, rungPlace{seed, int(place)})
		page = page[n+m:]
	}
	return places, nil
}

// querier is a data base or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// pickPage names a page of a stratum.
type pickPage struct {
	table   *strataTable
	stratum int64
	page    uint64
}

// readPage returns a page, packed.
func readPage(ctx context.Context, db querier, at pickPage) (packed []byte, err error) {
	query := fmt.Sprintf(`SELECT %s FROM %s WHERE stratum = ? AND page = ?`, at.table.number, at.table.pages)
	err = db.QueryRowContext(ctx, query, at.stratum, at.page).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, damagedRow(at.table.pages, at.stratum, "page %d is missing", at.page)
	}
	return packed, scanned(at.table.pages, at.stratum, err)
}

// eachPage calls yield for the pages of a stratum, packed, until yield returns an
// error.
func eachPage(ctx context.Context, db querier, table *strataTable, stratum int64, yield func(page uint64, packed []byte) error) error {
	query := fmt.Sprintf(`SELECT page, %s FROM %s WHERE stratum = ? ORDER BY page`, table.number, table.pages)
	rows, err := db.QueryContext(ctx, query, stratum)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var page uint64
		var packed sql.RawBytes
		if err := rows.Scan(&page, &packed); err != nil {
			return scanned(table.pages, stratum, err)
		}
		if err := yield(page, packed); err != nil {
			return err
		}
	}
	return rows.Err()
}
