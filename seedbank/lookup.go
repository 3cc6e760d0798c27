package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// SeedID is the number of a seed in its bank: another bank gives the same seed
// another number.
type SeedID int64

// Find returns the seed of a canonical form, or [ErrNoMatch].
func (b *file) Find(ctx context.Context, canonical sudoku.Grid) (seed.Seed, error) {
	s, err := b.SeedNamed(ctx, seed.KeyOf(canonical))
	if err == nil && s.Puzzle.Clues() != canonical {
		return seed.Seed{}, ErrNoMatch
	}
	return s, err
}

// SeedNamed returns the seed of a key, or [ErrNoMatch].
func (b *file) SeedNamed(ctx context.Context, key seed.Key) (seed.Seed, error) {
	s, err := b.seed(ctx, b.byKey, int64(key))
	if err == nil && s.Key() != key {
		return seed.Seed{}, fmt.Errorf("reading a seed of %s: %v: %w", b.path, key, errOtherKey)
	}
	return s, err
}

var errOtherKey = errors.New("its key does not belong to its puzzle")

// Seed returns the seed of a number, or [ErrNoMatch].
func (b *file) Seed(ctx context.Context, id SeedID) (seed.Seed, error) {
	return b.seed(ctx, b.byID, int64(id))
}

// Has reports whether the bank holds the seed of a key.
func (b *file) Has(ctx context.Context, key seed.Key) (bool, error) {
	query, err := b.known()
	var has bool
	if err == nil {
		err = query.QueryRowContext(ctx, int64(key)).Scan(&has)
	}
	if err != nil {
		return false, fmt.Errorf("looking for a seed in %s: %w", b.path, plain(err))
	}
	return has, nil
}

// statement is a query that is prepared when it is first used.
type statement func() (*sql.Stmt, error)

// hasKey is the query whether there is a seed of a key.
const hasKey = `SELECT EXISTS (SELECT 1 FROM seeds WHERE key = ?)`

func prepare(db *sql.DB, query string) statement {
	return sync.OnceValues(func() (*sql.Stmt, error) { return db.Prepare(query) })
}

// seedColumns are the columns of a [seedRow].
const seedColumns = `seeds.id, key, puzzle, er, ep, ed, hardest, uses, rungs, checksum, automorphisms, solution, origin`

// prepareSeedWhere returns the query of the one seed that fulfils a condition.
func prepareSeedWhere(db *sql.DB, condition string) statement {
	return prepare(db, `SELECT `+seedColumns+` FROM seeds JOIN strata ON strata.id = stratum WHERE `+condition)
}

// seed returns the seed that a query finds.
func (b *file) seed(ctx context.Context, query statement, arguments ...any) (seed.Seed, error) {
	s, err := b.readSeed(ctx, query, arguments...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return seed.Seed{}, ErrNoMatch
	case err != nil:
		return seed.Seed{}, fmt.Errorf("reading a seed of %s: %w", b.path, plain(err))
	}
	return s, nil
}

// readSeed reads the row that a query finds.
func (b *file) readSeed(ctx context.Context, query statement, arguments ...any) (s seed.Seed, err error) {
	prepared, err := query()
	if err != nil {
		return s, err
	}
	var row seedRow
	if err := prepared.QueryRowContext(ctx, arguments...).Scan(row.columns()...); err != nil {
		return s, scanned("seeds", row.id, err)
	}
	return b.unpackRow(ctx, &row)
}

// seedRow is a seed as a bank keeps it.
type seedRow struct {
	id, key, hardest, solution, er, ep, ed, automorphisms, checksum int64
	puzzle, uses, rungs                                             []byte
	origin                                                          seed.Origin
}

// columns returns where to scan the [seedColumns].
func (row *seedRow) columns() []any {
	return []any{&row.id, &row.key, &row.puzzle, &row.er, &row.ep, &row.ed, &row.hardest, &row.uses, &row.rungs,
		&row.checksum, &row.automorphisms, &row.solution, &row.origin}
}

// unpackRow returns the seed of a row, if it can be true.
func (b *file) unpackRow(ctx context.Context, row *seedRow) (s seed.Seed, err error) {
	for _, tenths := range []int64{row.er, row.ep, row.ed} {
		if tenths < 0 || tenths >= int64(rating.MaxTenths) {
			return s, damagedRow("seeds", row.id, "%w", errOutOfRange)
		}
	}
	s.Rating.ER, s.Rating.EP, s.Rating.ED = rating.Tenths(row.er), rating.Tenths(row.ep), rating.Tenths(row.ed)
	s.Automorphisms, s.Solution, s.Origin = uint64(row.automorphisms), seed.Key(row.solution), row.origin
	solver := b.solvers.Get().(*sudoku.Solver)
	defer b.solvers.Put(solver)
	if s.Puzzle, err = seed.UnpackPuzzle(solver, row.puzzle); err != nil {
		return s, damagedRow("seeds", row.id, "%w", err)
	}
	technique := func(number uint64) (t rating.Technique, err error) { return b.technique(ctx, number) }
	if err := unpackPath(&s, uint64(row.hardest), row.uses, row.rungs, technique); err != nil {
		return s, inRow("seeds", row.id, err)
	}
	err = seedProblem(&s, seed.Key(row.key))
	if err == nil && int64(s.Checksum()) != row.checksum {
		err = errChecksum
	}
	if err != nil {
		return s, damagedRow("seeds", row.id, "%w", err)
	}
	return s, nil
}

// unpackPath sets the techniques and rungs of a seed from what a bank stores.
func unpackPath(s *seed.Seed, hardest uint64, uses, rungs []byte, technique seed.Techniques) (err error) {
	if s.Rating.Hardest, err = technique(hardest); err != nil {
		return err
	}
	if err := seed.UnpackUses(uses, &s.Rating, technique); err != nil {
		return err
	}
	return seed.UnpackRungs(rungs, s, technique)
}

// eachID calls yield for every seed that a query finds.
func (b *file) eachID(ctx context.Context, query string, yield func(SeedID), arguments ...any) error {
	rows, err := b.db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id SeedID
		if err := rows.Scan(&id); err != nil {
			return scanned("seeds", 0, err)
		}
		yield(id)
	}
	return rows.Err()
}
