package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Find returns the seed of a canonical form, or [ErrNoMatch].
func (b *Bank) Find(ctx context.Context, canonical sudoku.Grid) (Seed, error) {
	seed, err := b.SeedNamed(ctx, KeyOf(canonical))
	if err == nil && seed.Puzzle.Clues() != canonical {
		return Seed{}, ErrNoMatch
	}
	return seed, err
}

// SeedNamed returns the seed of a key, or [ErrNoMatch].
func (b *Bank) SeedNamed(ctx context.Context, key Key) (Seed, error) {
	return b.seed(ctx, b.byKey, int64(key))
}

// statement is a query that is prepared when it is first used.
type statement func() (*sql.Stmt, error)

// hasKey is the query whether there is a seed of a key.
const hasKey = `SELECT EXISTS (SELECT 1 FROM seeds WHERE key = ?)`

func prepare(db *sql.DB, query string) statement {
	return sync.OnceValues(func() (*sql.Stmt, error) { return db.Prepare(query) })
}

// prepareSeedWhere returns the query of the one seed that fulfils a condition.
func prepareSeedWhere(db *sql.DB, condition string) statement {
	return prepare(db, `
		SELECT puzzle, er, ep, ed, hardest, uses, ladders, automorphisms, origin, run
		FROM seeds JOIN strata ON strata.id = stratum WHERE `+condition)
}

// seed returns the seed that a query finds.
func (b *Bank) seed(ctx context.Context, query statement, arguments ...any) (Seed, error) {
	seed, err := b.readSeed(ctx, query, arguments...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Seed{}, ErrNoMatch
	case err != nil:
		return Seed{}, fmt.Errorf("reading a seed of %s: %w", b.path, err)
	}
	return seed, nil
}

// readSeed reads a row.
func (b *Bank) readSeed(ctx context.Context, query statement, arguments ...any) (s Seed, err error) {
	prepared, err := query()
	if err != nil {
		return s, err
	}
	var packed, uses, ladders []byte
	var hardest int64
	var row Seed
	r := &row.Rating
	err = prepared.QueryRowContext(ctx, arguments...).
		Scan(&packed, &r.ER, &r.EP, &r.ED, &hardest, &uses, &ladders, &row.Automorphisms, &row.Origin, &row.Run)
	if err != nil {
		return s, err
	}
	if s, err = unpackPuzzle(packed); err != nil {
		return s, err
	}
	row.Puzzle = s.Puzzle
	err = b.readTechniques(ctx, &row, hardest, uses)
	if err == nil {
		row.Ladders, err = unpackLadders(ladders, func(id uint64) (rating.Technique, error) { return b.technique(ctx, int64(id)) })
	}
	if err != nil {
		return s, fmt.Errorf("seed %v: %w", row.Puzzle.Clues(), err)
	}
	return row, nil
}

// readTechniques sets the techniques of a seed from what the bank stores.
func (b *Bank) readTechniques(ctx context.Context, s *Seed, hardest int64, uses []byte) (err error) {
	if s.Rating.Hardest, err = b.technique(ctx, hardest); err != nil {
		return err
	}
	return unpackUses(uses, func(id uint64, steps uint16) error {
		t, err := b.technique(ctx, int64(id))
		if err == nil {
			s.Rating.Uses[t] = steps
		}
		return err
	})
}

// technique returns the technique of a number of the bank.
func (b *Bank) technique(ctx context.Context, id int64) (rating.Technique, error) {
	b.names.Lock()
	defer b.names.Unlock()
	name, ok := b.names.byID[id]
	if !ok { // not read yet, or another process has just added it
		if err := b.readNames(ctx); err != nil {
			return 0, err
		}
		if name, ok = b.names.byID[id]; !ok {
			return 0, fmt.Errorf("there is no technique %d in the bank", id)
		}
	}
	return techniqueNamed(name)
}

// readNames reads the names of the techniques.
func (b *Bank) readNames(ctx context.Context) error {
	rows, err := b.db.QueryContext(ctx, `SELECT id, name FROM techniques`)
	if err != nil {
		return err
	}
	defer rows.Close()
	b.names.byID = map[int64]string{}
	for rows.Next() {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		b.names.byID[id] = name
	}
	return rows.Err()
}

func techniqueNamed(name string) (rating.Technique, error) {
	t, ok := rating.ParseTechnique(name)
	if !ok {
		return 0, fmt.Errorf("technique %q is not known to this version of the program", name)
	}
	return t, nil
}
