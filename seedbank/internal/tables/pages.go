package tables

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// PageRungs is the number of rungs on a page of a stratum, or of symmetric picks.
const PageRungs = 1024

// RungPlace is the place of a rung: the number of its seed and its index among
// the rungs of the seed, from 0. On a page of symmetric picks, place 0 is the
// seed itself, and its rungs have places from 1.
type RungPlace struct {
	Seed  SeedID
	Place int
}

// AppendPlace appends the place of a rung to a page. before is the seed of the
// last rung on the page, 0 if the page is empty.
func AppendPlace(page []byte, before SeedID, p RungPlace) []byte {
	page = binary.AppendVarint(page, int64(p.Seed-before))
	return binary.AppendUvarint(page, uint64(p.Place))
}

var errRungPage = errors.New("a page of rungs cannot be read")

// UnpackPlaces returns the rungs of a page.
func UnpackPlaces(page []byte) ([]RungPlace, error) {
	return AppendPlaces(make([]RungPlace, 0, min(len(page)/2, PageRungs)), page)
}

// AppendPlaces appends the rungs of a page to an empty list.
func AppendPlaces(places []RungPlace, page []byte) ([]RungPlace, error) {
	seed := SeedID(0)
	for len(page) > 0 {
		difference, n := binary.Varint(page)
		if n <= 0 {
			return nil, errRungPage
		}
		place, m := binary.Uvarint(page[n:])
		if m <= 0 || place > 1<<31-1 {
			return nil, errRungPage
		}
		if len(places) == PageRungs {
			return nil, errRungPage
		}
		seed += SeedID(difference)
		places = append(places, RungPlace{seed, int(place)})
		page = page[n+m:]
	}
	return places, nil
}

// Querier is a database or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// PickPage identifies a page of a stratum.
type PickPage struct {
	Table   *StrataTable
	Stratum int64
	Page    uint64
}

// ReadPage returns a page, packed.
func ReadPage(ctx context.Context, db Querier, at PickPage) (packed []byte, err error) {
	query := fmt.Sprintf(`SELECT %s FROM %s WHERE stratum = ? AND page = ?`, at.Table.Number, at.Table.Pages)
	err = db.QueryRowContext(ctx, query, at.Stratum, at.Page).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, DamagedRow(at.Table.Pages, at.Stratum, "page %d is missing", at.Page)
	}
	return packed, Scanned(at.Table.Pages, at.Stratum, err)
}

// EachPage calls yield for the pages of a stratum, packed, until yield returns an
// error.
func EachPage(ctx context.Context, db Querier, table *StrataTable, stratum int64, yield func(page uint64, packed []byte) error) error {
	query := fmt.Sprintf(`SELECT page, %s FROM %s WHERE stratum = ? ORDER BY page`, table.Number, table.Pages)
	return Each(ctx, db, table.Pages, query, []any{stratum}, func(row Row) error {
		var page uint64
		var packed sql.RawBytes
		if err := row.Scan(&page, &packed); err != nil {
			return err
		}
		if err := yield(page, packed); err != nil {
			return err
		}
		return nil
	})
}

// EachPlace calls yield for all picks of a stratum, with place 0 for a seed itself.
func EachPlace(ctx context.Context, db Querier, table *StrataTable, stratum int64, yield func(slot uint64, of RungPlace)) error {
	if table.Pages == "" {
		return Each(ctx, db, "seeds", `SELECT id, slot FROM seeds WHERE stratum = ?`, []any{stratum}, func(row Row) error {
			var of RungPlace
			var slot uint64
			err := row.Scan(&of.Seed, &slot)
			if err == nil {
				yield(slot, of)
			}
			return err
		})
	}
	var places []RungPlace
	return EachPage(ctx, db, table, stratum, func(page uint64, packed []byte) (err error) {
		if places, err = AppendPlaces(places[:0], packed); err != nil {
			return InRow(table.Pages, stratum, err)
		}
		for i, of := range places {
			if table == RungStrata { // this table lists no seeds
				of.Place++
			}
			yield(page*PageRungs+uint64(i), of)
		}
		return nil
	})
}

// PackedPage is a page as a bank keeps it.
type PackedPage struct {
	PickPage
	Places []byte // for [UnpackPlaces]
}

// PagesOf returns all pages of a table whose strata are wanted.
func PagesOf(ctx context.Context, db Querier, table *StrataTable, wanted func(stratum int64) bool) (pages []PackedPage, err error) {
	query := fmt.Sprintf(`SELECT stratum, page, %s FROM %s`, table.Number, table.Pages)
	err = Each(ctx, db, table.Pages, query, nil, func(row Row) error {
		page := PackedPage{PickPage: PickPage{Table: table}}
		var packed sql.RawBytes
		if err := row.Scan(&page.Stratum, &page.Page, &packed); err != nil {
			return err
		}
		if wanted(page.Stratum) {
			page.Places = slices.Clone(packed)
			pages = append(pages, page)
		}
		return nil
	})
	return pages, err
}
