package change

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// migrate applies the migrations that a bank lacks.
func migrate(ctx context.Context, db *sql.DB) error {
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.FS, goose.WithLogger(goose.NopLogger()),
		goose.WithExcludeNames([]string{migrations.Symmetric, migrations.Digests}),
		goose.WithGoMigrations(goose.NewGoMigration(2, &goose.GoFunc{RunTx: listSymmetric}, nil),
			goose.NewGoMigration(4, &goose.GoFunc{RunTx: addDigests}, nil)))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// apply executes a file of migrations.
func apply(ctx context.Context, tx *sql.Tx, name string) error {
	text, err := migrations.FS.ReadFile(name)
	if err == nil {
		_, err = tx.ExecContext(ctx, string(text))
	}
	return err
}

// listSymmetric makes the tables of symmetric picks and fills them from the seeds.
// One transaction does all, so that a bank never has half-filled tables.
func listSymmetric(ctx context.Context, tx *sql.Tx) error {
	if err := apply(ctx, tx, migrations.Symmetric); err != nil {
		return err
	}
	found, err := symmetricPicks(ctx, tx)
	if err != nil || len(found) == 0 {
		return err
	}
	listed, err := listedAmong(ctx, tx, found)
	if err != nil {
		return err
	}
	list, err := newLister(ctx, tx, tables.SymmetricStrata, &techniqueNumbers{ctx: ctx, tx: tx}, tables.SymmetricFormat)
	if err != nil {
		return err
	}
	for i := range found {
		p := &found[i]
		if p.Place > 0 && !listed[tables.RungPlace{Seed: p.Seed, Place: p.Place - 1}] {
			continue
		}
		for _, key := range p.keys {
			if err := list.add(key, p.RungPlace, 0, tables.PickValues{}); err != nil {
				return err
			}
		}
	}
	return list.finish()
}

// symmetricPick is a pick that can be arranged symmetrically, with its place and
// the keys of the strata that list it.
type symmetricPick struct {
	tables.RungPlace
	keys []tables.PickKey
}

// symmetricPicks returns the seeds and rungs that can be arranged symmetrically.
// They are few: one in a hundred thousand picks that were not mined for a
// symmetry.
func symmetricPicks(ctx context.Context, tx *sql.Tx) (found []symmetricPick, err error) {
	named, err := tables.ReadTechniques(ctx, tx)
	if err != nil {
		return nil, err
	}
	err = tables.Each(ctx, tx, "seeds", `
		SELECT seeds.id, puzzle, er, ep, ed, hardest, automorphisms, rungs
		FROM seeds JOIN strata ON strata.id = stratum ORDER BY seeds.id`, nil, func(row tables.Row) error {
		var id seedbank.SeedID
		var hardest uint64
		var puzzle, rungs sql.RawBytes
		s := seed.Seed{}
		r := &s.Rating
		if err := row.Scan(&id, &puzzle, &r.ER, &r.EP, &r.ED, &hardest, &s.Automorphisms, &rungs); err != nil {
			return err
		}
		clues, err := seed.UnpackGrid(puzzle)
		if err == nil {
			r.Hardest, err = named.Named(hardest)
		}
		if err == nil {
			err = seed.UnpackRungs(rungs, &s, named.Named)
		}
		if err != nil {
			return tables.DamagedRow("seeds", int64(id), "%w", err)
		}
		found = appendSymmetric(found, &s, id, clues.Filled())
		return nil
	})
	return found, err
}

// appendSymmetric appends those of a seed and its rungs that can be arranged
// symmetrically. It takes the pattern of the seed as an argument and does not
// read s.Puzzle.
func appendSymmetric(found []symmetricPick, s *seed.Seed, id seedbank.SeedID, pattern sudoku.Cells) []symmetricPick {
	add := func(key tables.PickKey, pattern sudoku.Cells, place int) {
		key.Clues = pattern.Len()
		if keys := key.Symmetric(pattern); keys != nil {
			found = append(found, symmetricPick{tables.RungPlace{Seed: id, Place: place}, keys})
		}
	}
	add(tables.SeedKeyOf(s), pattern, 0)
	for i := range s.Rungs {
		add(tables.RungKeyOf(s, &s.Rungs[i]), pattern.Or(s.Rungs[i].Added), i+1)
	}
	return found
}

// listedAmong returns the places of the picks that are rungs listed in
// rung_strata. A rung that is not listed is isomorphic to another one, and listing
// it would repeat puzzles.
func listedAmong(ctx context.Context, tx *sql.Tx, picks []symmetricPick) (map[tables.RungPlace]bool, error) {
	listed := map[tables.RungPlace]bool{}
	for i := range picks {
		if p := &picks[i]; p.Place > 0 {
			listed[tables.RungPlace{Seed: p.Seed, Place: p.Place - 1}] = false
		}
	}
	err := tables.EachPage(ctx, tx, tables.RungStrata, "", nil, func(_ tables.PickPage, places []tables.RungPlace, err error) error {
		for _, p := range places {
			if _, ok := listed[p]; ok {
				listed[p] = true
			}
		}
		return err
	})
	return listed, err
}

// addDigests upgrades a bank to format 4, in one transaction. It computes the digests of all
// strata from the rows.
func addDigests(ctx context.Context, tx *sql.Tx) error {
	if err := apply(ctx, tx, migrations.Digests); err != nil {
		return err
	}
	found, err := tables.ReadOrders(ctx, tx, tables.StrataTables)
	if err != nil {
		return err
	}
	for _, table := range tables.StrataTables {
		set, err := tx.PrepareContext(ctx, `UPDATE `+table.Name+` SET digest = ? WHERE id = ?`)
		if err != nil {
			return err
		}
		for name, order := range found {
			if name.Table != table {
				continue
			}
			if _, err := set.ExecContext(ctx, int64(order.Digest), name.ID); err != nil {
				return err
			}
		}
	}
	return nil
}
