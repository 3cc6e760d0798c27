package change

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// unlist takes all rungs and symmetric picks of some seeds out of the strata that list them.
func (r *remover) unlist(seeds []*listedSeed) error {
	type stratum struct {
		table *tables.StrataTable
		key   tables.PickKey
	}
	leaving := map[stratum]map[seedbank.SeedID]bool{}
	add := func(table *tables.StrataTable, key tables.PickKey, id seedbank.SeedID) {
		at := stratum{table, key}
		if leaving[at] == nil {
			leaving[at] = map[seedbank.SeedID]bool{}
		}
		leaving[at][id] = true
	}
	for _, s := range seeds {
		pattern := s.Puzzle.Clues().Filled()
		for _, key := range tables.SeedKeyOf(&s.Seed).Symmetric(pattern) {
			add(tables.SymmetricStrata, key, s.id)
		}
		for i := range s.Rungs {
			key := tables.RungKeyOf(&s.Seed, &s.Rungs[i])
			add(tables.RungStrata, key, s.id)
			for _, key := range key.Symmetric(pattern.Or(s.Rungs[i].Added)) {
				add(tables.SymmetricStrata, key, s.id)
			}
		}
	}
	for at, ids := range leaving {
		if err := r.unlistFrom(at.table, at.key, ids); err != nil {
			return err
		}
	}
	return nil
}

// unlistFrom takes the picks of some seeds out of a stratum. The last picks get their numbers.
func (r *remover) unlistFrom(table *tables.StrataTable, key tables.PickKey, ids map[seedbank.SeedID]bool) error {
	if err := r.techniques.know(key.Hardest); err != nil {
		return err
	}
	var id, stored int64
	where := strings.ReplaceAll(table.Key, ",", " = ? AND") + " = ?"
	err := r.tx.QueryRowContext(r.ctx, fmt.Sprintf(`SELECT id, digest FROM %s WHERE %s`, table.Name, where), key.Values(table, r.techniques.number(key.Hardest))...).Scan(&id, &stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // all of them are isomorphs of others
	}
	if err != nil {
		return tables.Scanned(table.Name, id, err)
	}
	var places []tables.RungPlace
	err = tables.EachPage(r.ctx, r.tx, table, tables.OfStratum, []any{id}, func(_ tables.PickPage, more []tables.RungPlace, err error) error {
		places = append(places, more...)
		return err
	})
	if err != nil {
		return err
	}
	digest, changed := uint64(stored), map[int]bool{}
	before := len(places)
	for at := before - 1; at >= 0; at-- {
		if !ids[places[at].Seed] {
			continue
		}
		last := len(places) - 1
		gone, err := r.identityAt(table, places[at])
		if err != nil {
			return err
		}
		digest -= tables.InSlot(gone, uint64(at))
		values, err := r.book.take(table, id, uint64(at))
		if err != nil {
			return err
		}
		r.values.keep(gone, values)
		if at != last {
			moved, err := r.identityAt(table, places[last])
			if err != nil {
				return err
			}
			digest += tables.InSlot(moved, uint64(at)) - tables.InSlot(moved, uint64(last))
			places[at] = places[last]
			if err := r.book.move(table, id, uint64(last), uint64(at)); err != nil {
				return err
			}
		}
		changed[at/tables.PageRungs], changed[last/tables.PageRungs] = true, true
		places = places[:last]
	}
	if len(places) == before {
		return nil
	}
	if err := r.writePages(table, id, places, changed); err != nil {
		return err
	}
	_, err = r.tx.ExecContext(r.ctx, fmt.Sprintf(`UPDATE %s SET %s = ?, digest = ? WHERE id = ?`, table.Name, table.Number), len(places), int64(digest), id)
	return err
}

// identityAt returns the identity of a pick that a table lists.
func (r *remover) identityAt(table *tables.StrataTable, p tables.RungPlace) (uint64, error) {
	var key int64
	var puzzle, rungs []byte
	err := r.tx.QueryRowContext(r.ctx, `SELECT key, puzzle, rungs FROM seeds WHERE id = ?`, p.Seed).Scan(&key, &puzzle, &rungs)
	if err != nil {
		return 0, tables.Scanned("seeds", int64(p.Seed), err)
	}
	patterns, err := seed.UnpackPatterns(nil, puzzle, rungs)
	place := tables.PickPage{Table: table}.Numbered(p).Place
	if err != nil || place >= len(patterns) {
		return 0, tables.DamagedRow(table.Pages, int64(p.Seed), "there is no rung at place %d", p.Place)
	}
	return tables.IdentityOf(seed.Key(key), patterns[place]), nil
}

// writePages writes the changed pages of a stratum that lists some places.
func (r *remover) writePages(table *tables.StrataTable, stratum int64, places []tables.RungPlace, changed map[int]bool) error {
	page := 0
	for some := range slices.Chunk(places, tables.PageRungs) {
		if changed[page] {
			var packed []byte
			var last seedbank.SeedID
			for _, p := range some {
				packed = tables.AppendPlace(packed, last, p)
				last = p.Seed
			}
			_, err := r.tx.ExecContext(r.ctx, fmt.Sprintf(`INSERT OR REPLACE INTO %s (stratum, page, %s) VALUES (?, ?, ?)`, table.Pages, table.Number), stratum, page, packed)
			if err != nil {
				return err
			}
		}
		page++
	}
	_, err := r.tx.ExecContext(r.ctx, fmt.Sprintf(`DELETE FROM %s WHERE stratum = ? AND page >= ?`, table.Pages), stratum, page)
	return err
}
