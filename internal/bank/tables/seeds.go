package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// BatchPlaces is the number of seeds that one query looks up. With one query for
// each seed, the queries would take twice as long as all other work.
const BatchPlaces = 128

// prepareSeedsAt returns the query of the seeds at places. A place has a number,
// a stratum and a slot: either the number is NULL, or the other two are. The
// first three columns of the result are the place.
func prepareSeedsAt(db *sql.DB) statement {
	values := strings.Repeat(", (?, ?, ?)", BatchPlaces)[len(", "):]
	return prepare(db, `
		WITH wanted (id, stratum, slot) AS (VALUES `+values+`)
		SELECT seeds.id, 0, 0, `+SeedColumns+` FROM wanted CROSS JOIN seeds ON seeds.id = wanted.id JOIN strata ON strata.id = seeds.stratum
		UNION ALL
		SELECT 0, seeds.stratum, seeds.slot, `+SeedColumns+` FROM wanted
			CROSS JOIN seeds ON seeds.stratum = wanted.stratum AND seeds.slot = wanted.slot JOIN strata ON strata.id = seeds.stratum`)
}

// RaterOf returns the SQL for the run that rated a seed.
func (f *File) RaterOf() string {
	if !f.HasDigests() {
		return "run"
	}
	return "coalesce(rated, run)"
}

// RungRuns returns the SQL for the record of the runs of rungs.
func (f *File) RungRuns() string {
	if !f.HasDigests() {
		return "NULL"
	}
	return "rung_runs"
}

// SeedID is the number of a seed in its bank: another bank gives the same seed
// another number.
type SeedID int64

// RunID names a run in its bank.
type RunID int64

// SeedNamed returns the seed with a key, or [ErrNoMatch].
func (f *File) SeedNamed(ctx context.Context, key seed.Key) (seed.Seed, error) {
	s, err := f.SeedWhere(ctx, f.ByKey, int64(key))
	if err == nil && s.Key() != key {
		return seed.Seed{}, fmt.Errorf("reading a seed of %s: %v: %w", f.Path, key, ErrOtherKey)
	}
	return s, err
}

// Seed returns the seed with a number, or [ErrNoMatch].
func (f *File) Seed(ctx context.Context, id SeedID) (seed.Seed, error) {
	return f.SeedWhere(ctx, f.byID, int64(id))
}

// Has reports whether the bank holds the seed with a key.
func (f *File) Has(ctx context.Context, key seed.Key) (bool, error) {
	query, err := f.known()
	var has bool
	if err == nil {
		err = query.QueryRowContext(ctx, int64(key)).Scan(&has)
	}
	if err != nil {
		return false, fmt.Errorf("looking for a seed in %s: %w", f.Path, f.Plain(err))
	}
	return has, nil
}

// statement is a query that is prepared when it is first used.
type statement func() (*sql.Stmt, error)

func prepare(db *sql.DB, query string) statement {
	return sync.OnceValues(func() (*sql.Stmt, error) { return db.Prepare(query) })
}

// SeedColumns are the columns of a [SeedRow].
const SeedColumns = `seeds.id, key, puzzle, er, ep, ed, hardest, uses, rungs, checksum, automorphisms, solution, origin`

// prepareSeedWhere returns the query of the single seed that meets a condition.
func prepareSeedWhere(db *sql.DB, condition string) statement {
	return prepare(db, `SELECT `+SeedColumns+` FROM seeds JOIN strata ON strata.id = stratum WHERE `+condition)
}

// SeedWhere returns the seed that a query finds.
func (f *File) SeedWhere(ctx context.Context, query statement, arguments ...any) (seed.Seed, error) {
	s, err := f.ReadSeedWhere(ctx, query, arguments...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return seed.Seed{}, ErrNoMatch
	case err != nil:
		return seed.Seed{}, fmt.Errorf("reading a seed of %s: %w", f.Path, f.Plain(err))
	}
	return s, nil
}

// ReadSeedWhere reads the row that a query finds.
func (f *File) ReadSeedWhere(ctx context.Context, query statement, arguments ...any) (s seed.Seed, err error) {
	prepared, err := query()
	if err != nil {
		return s, err
	}
	var row SeedRow
	if err := prepared.QueryRowContext(ctx, arguments...).Scan(row.Columns()...); err != nil {
		return s, Scanned("seeds", row.ID, err)
	}
	return f.UnpackRow(ctx, &row)
}

// SeedRow is the row of a seed.
type SeedRow struct {
	ID, Key, hardest, solution, er, ep, ed, automorphisms, checksum int64
	puzzle, Uses, Rungs                                             []byte
	origin                                                          seed.Origin
}

// Columns returns pointers for scanning the [SeedColumns].
func (row *SeedRow) Columns() []any {
	return []any{&row.ID, &row.Key, &row.puzzle, &row.er, &row.ep, &row.ed, &row.hardest, &row.Uses, &row.Rungs,
		&row.checksum, &row.automorphisms, &row.solution, &row.origin}
}

// UnpackRow returns the seed of a row, or an error if its data is impossible.
func (f *File) UnpackRow(ctx context.Context, row *SeedRow) (s seed.Seed, err error) {
	solver := f.solvers.Get().(*sudoku.Solver)
	defer f.solvers.Put(solver)
	unpacker := Unpacker{solver: solver, technique: func(number uint64) (rating.Technique, error) { return f.Technique(ctx, number) }}
	err = unpacker.Unpack(&s, row)
	return s, err
}

// Unpacker makes seeds of rows. It serves one goroutine at a time.
type Unpacker struct {
	solver    *sudoku.Solver
	technique seed.Techniques
	checker   seed.Checker
}

// NewUnpacker returns a function that makes unpackers, which do without the data base: they
// know the techniques that the bank has now.
func (f *File) NewUnpacker(ctx context.Context) (func() *Unpacker, error) {
	techniques, err := ReadTechniques(ctx, f.DB)
	return func() *Unpacker { return UnpackerOf(techniques.Named) }, err
}

// UnpackerOf returns an unpacker that asks a function for techniques.
func UnpackerOf(named seed.Techniques) *Unpacker {
	return &Unpacker{solver: new(sudoku.Solver), technique: named}
}

// Technique returns the technique of a number of the bank.
func (u *Unpacker) Technique(number uint64) (rating.Technique, error) { return u.technique(number) }

// Unpack sets s to the seed of a row, if it can be true: its puzzle is solved, which proves
// that there is exactly one solution. The rungs take the memory of those that s has.
func (u *Unpacker) Unpack(s *seed.Seed, row *SeedRow) (err error) {
	for _, tenths := range [...]int64{row.er, row.ep, row.ed} {
		if tenths < 0 || tenths >= int64(rating.MaxTenths) {
			return DamagedRow("seeds", row.ID, "%w", ErrOutOfRange)
		}
	}
	s.Rating.ER, s.Rating.EP, s.Rating.ED = rating.Tenths(row.er), rating.Tenths(row.ep), rating.Tenths(row.ed)
	s.Automorphisms, s.Solution, s.Origin = uint64(row.automorphisms), seed.Key(row.solution), row.origin
	if s.Puzzle, err = seed.UnpackPuzzle(u.solver, row.puzzle); err != nil {
		return DamagedRow("seeds", row.ID, "%w", err)
	}
	if err := UnpackPath(s, uint64(row.hardest), row.Uses, row.Rungs, u.technique); err != nil {
		return InPath(row.ID, err)
	}
	err = seedProblem(s, seed.Key(row.Key))
	if err == nil && int64(u.checker.Checksum(s)) != row.checksum {
		err = ErrChecksum
	}
	if err != nil {
		return DamagedRow("seeds", row.ID, "%w", err)
	}
	return nil
}

// UnpackPath sets the techniques and rungs of a seed from what a bank stores, in the memory
// of the rungs that it has.
func UnpackPath(s *seed.Seed, hardest uint64, uses, rungs []byte, technique seed.Techniques) (err error) {
	if s.Rating.Hardest, err = technique(hardest); err != nil {
		return err
	}
	if err := seed.UnpackUses(uses, &s.Rating, technique); err != nil {
		return err
	}
	return seed.ReplaceRungs(rungs, s, technique)
}

// EachID calls yield for every seed that a query finds.
func (f *File) EachID(ctx context.Context, query string, yield func(SeedID), arguments ...any) error {
	return Each(ctx, f.DB, "seeds", query, arguments, func(row Row) error {
		var id SeedID
		if err := row.Scan(&id); err != nil {
			return err
		}
		yield(id)
		return nil
	})
}

// Size returns the size of the file in bytes, with what is still in its log.
func (f *File) Size(ctx context.Context) (int64, error) {
	return One[int64](ctx, f.DB, `SELECT page_count * page_size FROM pragma_page_count, pragma_page_size`)
}

// LastSeed returns the greatest number that a seed has, 0 if there is none.
func (f *File) LastSeed(ctx context.Context) (id SeedID, err error) {
	err = f.DB.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM seeds`).Scan(&id)
	return id, Scanned("seeds", 0, err)
}
