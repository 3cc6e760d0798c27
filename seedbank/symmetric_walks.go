package seedbank

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// symmetricFrontier is the frontier of a walk with a symmetry.
func (b *Bank) symmetricFrontier(ctx context.Context, walk Walk, limit int) (starts []Start, err error) {
	values, err := b.valuesOf(ctx, walk)
	if err != nil {
		return nil, err
	}
	been, err := b.walkedBy(ctx, walk)
	for _, value := range values {
		if len(starts) >= limit || err != nil {
			break
		}
		var places []tables.RungPlace
		places, err = b.symmetricPlaces(ctx, walk, value)
		// The newest first, and of a seed the newest rung.
		slices.SortFunc(places, func(p, q tables.RungPlace) int {
			return cmp.Or(cmp.Compare(q.Seed, p.Seed), cmp.Compare(q.Place, p.Place))
		})
		for _, p := range places {
			if !been[p.Seed] {
				starts = append(starts, Start{ID: p.Seed, Place: p.Place, Value: value})
				been[p.Seed] = true
			}
		}
	}
	return starts[:min(len(starts), limit)], err
}

// walkedBy returns the seeds at which a walk has been.
func (b *Bank) walkedBy(ctx context.Context, walk Walk) (map[SeedID]bool, error) {
	rows, err := b.file.DB.QueryContext(ctx, `SELECT seed FROM walked WHERE objective = ?`, walk.name())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	been := map[SeedID]bool{}
	for rows.Next() {
		var id SeedID
		if err := rows.Scan(&id); err != nil {
			return nil, tables.Scanned("walked", 0, err)
		}
		been[id] = true
	}
	return been, rows.Err()
}

// symmetricPlaces returns the seeds and rungs that the bank lists for the symmetry
// of a walk and that have a value.
func (b *Bank) symmetricPlaces(ctx context.Context, walk Walk, value int) (places []tables.RungPlace, err error) {
	rows, err := b.file.DB.QueryContext(ctx, fmt.Sprintf(`
		SELECT stratum, symmetric_pages.picks FROM symmetric_strata JOIN symmetric_pages ON stratum = id
		WHERE symmetry = ? AND %s = ?`, bestFirst[walk.Toward].column), walk.Symmetry.String(), value)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var stratum int64
		var page sql.RawBytes
		if err := rows.Scan(&stratum, &page); err != nil {
			return nil, tables.Scanned("symmetric_pages", stratum, err)
		}
		some, err := tables.UnpackPlaces(page)
		if err != nil {
			return nil, tables.DamagedRow("symmetric_pages", stratum, "%w", err)
		}
		places = append(places, some...)
	}
	return places, rows.Err()
}
