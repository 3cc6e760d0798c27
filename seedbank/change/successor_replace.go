package change

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Changes says how a successor differs from the bank that it replaces.
type Changes struct {
	Ratings int // number of seeds whose ER, EP, ED or techniques differ
	Rungs   int // number of seeds whose rungs are rated differently
}

// Replace replaces the old bank by the successor, which must have all seeds, and
// closes both. If another program has the old bank open, or has added seeds to
// it, the error wraps [seedbank.ErrInUse], and both stay as they are.
func (s *Successor) Replace(ctx context.Context) (changes Changes, err error) {
	return s.replace(ctx, runtime.GOOS != "windows")
}

// replace does what Replace does. Unless it keeps the old bank locked, it closes it before it
// moves the file, because Windows replaces no file that is open. Then it notices no change in
// the moment between.
func (s *Successor) replace(ctx context.Context, locked bool) (changes Changes, err error) {
	path := s.old.Path
	defer s.old.Explain(&err, "replacing bank")
	if err := s.Close(); err != nil {
		return changes, err
	}
	old, err := open(ctx, path)
	if err != nil {
		return changes, err
	}
	defer old.Close()
	changes, version, err := old.complete(ctx, successorOf(path))
	if errors.Is(err, errAdded) && s.done < s.of {
		err = fmt.Errorf("the new one has %d of %d seeds", s.done, s.of)
	}
	if err != nil {
		return changes, err
	}
	err = old.write(ctx, func(tx *sql.Tx) error {
		if err := mustBeVersion(ctx, tx, version); err != nil || !locked {
			return err
		}
		return moveOver(path)
	})
	if err == nil && !locked {
		if err = old.Close(); err == nil {
			err = moveOver(path)
		}
	}
	return changes, err
}

// complete hands everything over to the successor in a file, and makes single files of both
// banks. It returns what handOver returns.
func (w *Writer) complete(ctx context.Context, successor string) (changes Changes, version int, err error) {
	// Leaving WAL mode fails if another connection is open. It also removes the
	// log, which would not belong to the new file.
	if err := w.leaveWAL(ctx, "main"); err != nil {
		return changes, 0, err
	}
	if _, err := w.file.DB.ExecContext(ctx, `ATTACH ? AS successor`, successor); err != nil {
		return changes, 0, err
	}
	err = w.write(ctx, func(tx *sql.Tx) error {
		changes, version, err = handOver(ctx, tx)
		return err
	})
	if err == nil {
		err = w.leaveWAL(ctx, "successor")
	}
	if err == nil {
		_, err = w.file.DB.ExecContext(ctx, `DETACH successor`)
	}
	return changes, version, err
}

// leaveWAL switches an attached bank from WAL mode to a single file.
func (w *Writer) leaveWAL(ctx context.Context, name string) error {
	var mode string
	if err := w.file.DB.QueryRowContext(ctx, `PRAGMA `+name+`.journal_mode = DELETE`).Scan(&mode); err != nil {
		return err
	}
	if mode != "delete" {
		return tables.ErrBusy
	}
	return nil
}

// dataVersion returns a number that changes when another connection has written.
func dataVersion(ctx context.Context, db tables.Querier) (int, error) {
	return tables.One[int](ctx, db, `PRAGMA main.data_version`)
}

// handOver copies everything except seeds, and what Insert stores with them, to the successor. It
// returns the differences of the two banks and the data version of the old one.
func handOver(ctx context.Context, tx *sql.Tx) (changes Changes, version int, err error) {
	if err := mustShareSeeds(ctx, tx); err != nil {
		return changes, 0, err
	}
	if err := mustShareRungs(ctx, tx, "main", "successor"); err != nil {
		return changes, 0, err
	}
	if err := copyRuns(ctx, tx, "main", "successor"); err != nil {
		return changes, 0, err
	}
	if _, err := tx.ExecContext(ctx, copyRecords); err != nil {
		return changes, 0, err
	}
	if changes, err = countChanges(ctx, tx); err != nil {
		return changes, 0, err
	}
	version, err = dataVersion(ctx, tx)
	return changes, version, err
}

// mustShareSeeds returns an error if one of the two banks has a seed that the other lacks.
func mustShareSeeds(ctx context.Context, tx *sql.Tx) error {
	var added, gone bool
	err := tx.QueryRowContext(ctx, `SELECT
		EXISTS (SELECT 1 FROM main.seeds AS old WHERE NOT EXISTS (SELECT 1 FROM successor.seeds AS new WHERE new.key = old.key)),
		EXISTS (SELECT 1 FROM successor.seeds AS new WHERE NOT EXISTS (SELECT 1 FROM main.seeds AS old WHERE old.key = new.key))`).Scan(&added, &gone)
	switch {
	case err != nil:
		return err
	case gone:
		return fmt.Errorf("%w: seeds were taken back that the new one still has; remove it and start again", tables.ErrInUse)
	case added:
		return errAdded
	}
	return nil
}

// errAdded says that the old bank has seeds that the successor lacks.
var errAdded = fmt.Errorf("%w: seeds were added that the new one does not have yet; start again", tables.ErrInUse)

// errOtherRungs says that seeds of the old bank have got rungs since the successor copied them, or
// lost some.
var errOtherRungs = fmt.Errorf("%w: rungs were added or taken back since; start again", tables.ErrInUse)

// mustShareRungs returns errOtherRungs unless the seeds that two attached banks share have the same
// rungs, found by the same runs.
func mustShareRungs(ctx context.Context, tx *sql.Tx, from, to string) error {
	return tables.Each(ctx, tx, "seeds", fmt.Sprintf(`
		SELECT old.puzzle, old.run, old.rated, old.rungs, old.rung_runs, new.run, new.rated, new.rungs, new.rung_runs
		FROM %s.seeds AS new JOIN %s.seeds AS old ON old.key = new.key
		WHERE new.checksum <> old.checksum OR new.run <> old.run OR new.rung_runs IS NOT old.rung_runs`, to, from), nil, func(row tables.Row) error {
		var puzzle sql.RawBytes
		var old, now foundRungs
		err := row.Scan(&puzzle, &old.run, &old.rated, &old.rungs, &old.rungRuns, &now.run, &now.rated, &now.rungs, &now.rungRuns)
		if err == nil {
			err = errors.Join(old.unpack(puzzle), now.unpack(puzzle))
		}
		if err == nil && !slices.Equal(old.found, now.found) {
			err = errOtherRungs
		}
		return err
	})
}

// foundRungs are the patterns of a seed and its rungs, with the runs that found them.
type foundRungs struct {
	run             seedbank.RunID
	rated           sql.Null[seedbank.RunID]
	rungs, rungRuns sql.RawBytes
	found           []foundPattern
}

type foundPattern struct {
	pattern sudoku.Cells
	by      seedbank.RunID
}

func (r *foundRungs) unpack(puzzle []byte) error {
	patterns, err := seed.UnpackPatterns(nil, puzzle, r.rungs)
	if err != nil {
		return err
	}
	credits, err := tables.UnpackCredits(tables.CreditOf(r.run, r.rated), r.rungRuns, len(patterns)-1)
	if err != nil {
		return err
	}
	for i, pattern := range patterns {
		by := r.run
		if i > 0 {
			by = credits.Rung(i - 1).Found
		}
		r.found = append(r.found, foundPattern{pattern, by})
	}
	return nil
}

// copyRecords replaces all records of the successor that refer to runs and seeds or name
// places. It may have some from an earlier attempt, which the old bank has lost since. Marks of
// what was verified stay, because each bank has its own.
//
// If seeds were taken back from the old bank since the successor was begun, others may have got
// their numbers, and the successor their minutes and labels: it loses all.
const copyRecords = `
	DELETE FROM successor.minutes WHERE ` + withdrawn + `;
	DELETE FROM successor.labels WHERE ` + withdrawn + `;
	DELETE FROM successor.walked;
	INSERT INTO successor.walked (objective, seed)
		SELECT objective, new.id FROM main.walked JOIN main.seeds AS old ON old.id = seed JOIN successor.seeds AS new ON new.key = old.key;
	DELETE FROM successor.bookmarks WHERE name NOT LIKE 'verified%';
	INSERT INTO successor.bookmarks (name, place) SELECT name, place FROM main.bookmarks WHERE name NOT LIKE 'verified%';
	DELETE FROM successor.claimed;
	INSERT INTO successor.claimed (` + tables.ClaimedColumns + `) SELECT ` + tables.ClaimedColumns + ` FROM main.claimed;
	DELETE FROM successor.units;
	INSERT INTO successor.units (name, run, unit) SELECT name, run, unit FROM main.units`

// withdrawn is whether two banks differ in the number of withdrawals.
const withdrawn = `(SELECT place FROM main.bookmarks WHERE name = '` + WithdrawalsMark + `')
	IS NOT (SELECT place FROM successor.bookmarks WHERE name = '` + WithdrawalsMark + `')`

// countChanges compares the seeds whose checksums differ in the two banks.
func countChanges(ctx context.Context, tx *sql.Tx) (changes Changes, err error) {
	err = tables.Each(ctx, tx, "seeds", `
		SELECT was.er, old.ep, old.ed, was.hardest, was.automorphisms, old.uses, old.rungs,
			is_.er, new.ep, new.ed, is_.hardest, is_.automorphisms, new.uses, new.rungs
		FROM main.seeds AS old JOIN main.strata AS was ON was.id = old.stratum
		JOIN successor.seeds AS new ON new.key = old.key JOIN successor.strata AS is_ ON is_.id = new.stratum
		WHERE new.checksum <> old.checksum`, nil, func(row tables.Row) error {
		var old, now ratedRow
		if err := row.Scan(append(old.columns(), now.columns()...)...); err != nil {
			return err
		}
		if old.Rating != now.Rating || !bytes.Equal(old.uses, now.uses) {
			changes.Ratings++
		}
		if err := errors.Join(old.unpack(), now.unpack()); err != nil {
			return err
		}
		if !slices.Equal(old.Rungs, now.Rungs) {
			changes.Rungs++
		}
		return nil
	})
	return changes, err
}

// ratedRow is the stored rating of a seed and its rungs. Techniques are numbers,
// which are the same in both banks.
type ratedRow struct {
	seed.Seed
	uses, rungs sql.RawBytes
}

func (r *ratedRow) columns() []any {
	return []any{&r.Rating.ER, &r.Rating.EP, &r.Rating.ED, &r.Rating.Hardest, &r.Automorphisms, &r.uses, &r.rungs}
}

func (r *ratedRow) unpack() error {
	number := func(n uint64) (rating.Technique, error) { return rating.Technique(n), nil }
	return seed.UnpackRungs(r.rungs, &r.Seed, number)
}

// mustBeVersion returns an error if the old bank was written to since handOver.
func mustBeVersion(ctx context.Context, tx *sql.Tx, version int) error {
	now, err := dataVersion(ctx, tx)
	if err == nil && now != version {
		err = fmt.Errorf("%w: something was added; start again", tables.ErrInUse)
	}
	return err
}

// moveOver renames the successor to the name of the old bank.
func moveOver(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := os.Chmod(successorOf(path), info.Mode().Perm()); err != nil {
		return err
	}
	return atomicfile.Rename(successorOf(path), path)
}
