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
		if m <= 0 || place > 1<<31-1 || len(places) == PageRungs {
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

// ReadPlaces returns what a page lists.
func ReadPlaces(ctx context.Context, db Querier, at PickPage) ([]RungPlace, error) {
	packed, err := ReadPage(ctx, db, at)
	if err != nil {
		return nil, err
	}
	places, err := UnpackPlaces(packed)
	return places, at.damaged(err)
}

// damaged returns err, if it is not nil, as the error of the page.
func (at PickPage) damaged(err error) error {
	if err == nil {
		return nil
	}
	return DamagedRow(at.Table.Pages, at.Stratum, "page %d: %w", at.Page, err)
}

// OfStratum is a condition of [EachPage] for the number of a stratum.
const OfStratum = `WHERE stratum = ?`

// EachPage calls yield for the pages of the strata of a table that meet a condition in SQL, in
// their order, with what they list or what is wrong with the page. The list is overwritten
// afterwards.
func EachPage(ctx context.Context, db Querier, table *StrataTable, condition string, arguments []any, yield func(PickPage, []RungPlace, error) error) error {
	query := fmt.Sprintf(`SELECT stratum, page, %s FROM %s %s ORDER BY stratum, page`, table.Number, table.Pages, condition)
	var places []RungPlace
	return Each(ctx, db, table.Pages, query, arguments, func(row Row) (err error) {
		at := PickPage{Table: table}
		var packed sql.RawBytes
		if err := row.Scan(&at.Stratum, &at.Page, &packed); err != nil {
			return err
		}
		places, err = AppendPlaces(places[:0], packed)
		return yield(at, places, at.damaged(err))
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
	return EachPage(ctx, db, table, OfStratum, []any{stratum}, func(at PickPage, places []RungPlace, err error) error {
		for i, of := range places {
			yield(at.Page*PageRungs+uint64(i), at.Numbered(of))
		}
		return err
	})
}

// Numbered returns a place on a page as a bank numbers places, with 0 for a seed itself.
func (at PickPage) Numbered(of RungPlace) RungPlace {
	if at.Table == RungStrata { // this table lists no seeds
		of.Place++
	}
	return of
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
