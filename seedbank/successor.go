package seedbank

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Outdated returns how many seeds were rated by the rules of an older rater.
func (b *Bank) Outdated(ctx context.Context) (seeds int, err error) {
	for _, file := range b.files {
		n, err := file.outdated(ctx)
		if err != nil {
			return 0, fmt.Errorf("looking for old ratings in %s: %w", file.path, plain(err))
		}
		seeds += n
	}
	return seeds, nil
}

func (b *Bank) outdated(ctx context.Context) (seeds int, err error) {
	// Only if there are such runs are all seeds looked at.
	var some bool
	err = b.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM runs WHERE rater < ?)`, rating.Version).Scan(&some)
	if err == nil && some {
		err = b.db.QueryRowContext(ctx, `
			SELECT count(*) FROM seeds WHERE `+b.raterOf()+` IN (SELECT id FROM runs WHERE rater < ?)`, rating.Version).Scan(&seeds)
	}
	return seeds, err
}

// Successor is a bank in the making, beside another one whose place it takes
// when it holds all its seeds with ratings by the rules of today. A rating
// decides where in the bank a seed and its rungs are, so nearly everything but
// the puzzles may change; meanwhile the old bank stays as it is, and can be read.
//
//	old bank   1 2 3 4 5 6 7 8 9    by their ids
//	successor  1 2 3 4              closed and opened again: goes on with 5
//
// Everything a bank holds passes: seeds in the order of their ids, runs with
// their numbers, and what walks have been at.
type Successor struct {
	old, next *Bank
	last      SeedID // seed of the old bank that the successor has
	done, of  int    // seeds
	rater     RunID  // of what is rated anew, 0 as long as nothing is
}

// successorOf returns the file of a successor.
func successorOf(path string) string { return path + ".rerated" }

// OpenSuccessor opens the successor of the bank in a file, or begins one.
func OpenSuccessor(ctx context.Context, path string) (*Successor, error) {
	s, err := openSuccessor(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("opening the successor of bank %s: %w", path, plain(err))
	}
	return s, nil
}

func openSuccessor(ctx context.Context, path string) (*Successor, error) {
	path, err := filepath.EvalSymlinks(path) // the file is replaced, not what points to it
	if err != nil {
		return nil, err
	}
	if err := bringUpToDate(ctx, path); err != nil {
		return nil, err
	}
	s := &Successor{}
	if s.next, err = openNext(ctx, successorOf(path)); err != nil {
		return nil, err
	}
	if err = s.next.attach(ctx, path); err == nil {
		err = errors.Join(s.begin(ctx), s.next.detach(ctx))
	}
	if err == nil {
		s.old, err = openReadOnly(ctx, path)
	}
	if err != nil {
		return nil, errors.Join(err, s.next.Close())
	}
	return s, nil
}

// bringUpToDate opens a bank once to write: one of an older format cannot be
// read by the side of a newer one.
func bringUpToDate(ctx context.Context, path string) error {
	bank, err := open(ctx, path)
	if err != nil {
		return err
	}
	return bank.Close()
}

// openNext opens the file of a successor. One that was begun by the rules of an
// older rater, or of a newer one, is of no use.
func openNext(ctx context.Context, path string) (*Bank, error) {
	next, err := open(ctx, path)
	if err != nil {
		return nil, err
	}
	var usable bool
	err = next.db.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM seeds JOIN runs ON runs.id = coalesce(rated, run) WHERE rater < ?)`, rating.Version).Scan(&usable)
	if err != nil || usable {
		return next, err
	}
	if err = errors.Join(next.Close(), os.Remove(path)); err != nil {
		return nil, err
	}
	return open(ctx, path)
}

// begin copies what seeds refer to and finds where to go on.
func (s *Successor) begin(ctx context.Context) error {
	var foreign bool
	err := s.next.db.QueryRowContext(ctx, `
		SELECT coalesce((SELECT id FROM other.seeds WHERE key = (SELECT key FROM seeds ORDER BY id DESC LIMIT 1)), 0),
			(SELECT count(*) FROM seeds), (SELECT count(*) FROM other.seeds)`).Scan(&s.last, &s.done, &s.of)
	if err == nil {
		err = s.next.db.QueryRowContext(ctx, `SELECT ? <> (SELECT count(*) FROM other.seeds WHERE id <= ?)`, s.done, s.last).Scan(&foreign)
	}
	if err == nil && foreign {
		err = fmt.Errorf("%s is the successor of another bank: remove it", s.next.path)
	}
	if err != nil {
		return err
	}
	return s.next.write(ctx, func(tx *sql.Tx) error {
		// Techniques keep their numbers, so that what both banks pack with them
		// can be compared.
		if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO techniques SELECT id, name FROM other.techniques`); err != nil {
			return err
		}
		return copyRuns(ctx, tx, "other", "main")
	})
}

// copyRuns copies the records of all runs from one attached bank to another, with their
// contributors.
func copyRuns(ctx context.Context, tx *sql.Tx, from, to string) error {
	_, err := tx.ExecContext(ctx, fmt.Sprintf(`
		INSERT OR REPLACE INTO %[1]s.contributors (id, name) SELECT id, name FROM %[2]s.contributors;
		INSERT INTO %[1]s.runs (id, started, ended, arguments, random_seed, program, rater, made, stored, contributor)
		SELECT id, started, ended, arguments, random_seed, program, rater, made, stored, contributor FROM %[2]s.runs WHERE true
		ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, made = excluded.made, stored = excluded.stored`, to, from))
	return err
}

// Close closes both banks. What the successor has is kept.
func (s *Successor) Close() error { return errors.Join(s.old.Close(), s.next.Close()) }

// Done returns how many seeds the successor has, and how many the old bank had
// when it was opened.
func (s *Successor) Done() (done, of int) { return s.done, s.of }

// OldSeed is a seed of the old bank that the successor does not have yet.
type OldSeed struct {
	ID       SeedID
	Run      RunID // that found it
	Rated    RunID // that rated it last
	Outdated bool  // rated by the rules of an older rater
}

// missingAtOnce is the number of seeds that are looked up at a time.
const missingAtOnce = 1000

// Missing yields the seeds that the successor does not have, in their order, n
// at a time. It ends at the first error, which it yields.
func (s *Successor) Missing(ctx context.Context, n int) iter.Seq2[[]OldSeed, error] {
	return func(yield func([]OldSeed, error) bool) {
		for last := s.last; ; {
			missing, err := s.missingAfter(ctx, last)
			if err != nil {
				yield(nil, err)
				return
			}
			if len(missing) == 0 {
				return
			}
			for some := range slices.Chunk(missing, n) {
				if !yield(some, nil) {
					return
				}
			}
			last = missing[len(missing)-1].ID
		}
	}
}

func (s *Successor) missingAfter(ctx context.Context, last SeedID) (missing []OldSeed, err error) {
	rows, err := s.old.db.QueryContext(ctx, `
		SELECT seeds.id, run, coalesce(rated, run), rater < ? FROM seeds JOIN runs ON runs.id = coalesce(rated, run) WHERE seeds.id > ? ORDER BY seeds.id LIMIT ?`,
		rating.Version, last, missingAtOnce)
	if err != nil {
		return nil, fmt.Errorf("reading seeds of %s: %w", s.old.path, plain(err))
	}
	defer rows.Close()
	for rows.Next() {
		var old OldSeed
		if err := rows.Scan(&old.ID, &old.Run, &old.Rated, &old.Outdated); err != nil {
			return nil, scanned("seeds", int64(old.ID), err)
		}
		missing = append(missing, old)
	}
	return missing, rows.Err()
}

// Seed returns a seed of the old bank.
func (s *Successor) Seed(ctx context.Context, id SeedID) (seed.Seed, error) {
	return s.old.Seed(ctx, id)
}

// RatedSeed is a seed with a rating by the rules of today, and the run that
// found it.
type RatedSeed struct {
	Seed seed.Seed
	Run  RunID

	// Rated is the run that rated the seed; 0: it is rated anew.
	Rated RunID
}

// Insert stores seeds, which must come in the order of [Successor.Missing], none
// left out.
func (s *Successor) Insert(ctx context.Context, seeds []RatedSeed) error {
	err := s.next.write(ctx, func(tx *sql.Tx) error {
		in, err := newInserter(ctx, tx)
		if err != nil {
			return err
		}
		for i := range seeds {
			if in.rated, err = s.raterOf(ctx, tx, &seeds[i]); err != nil {
				return err
			}
			if _, err := in.insert(&seeds[i].Seed, seeds[i].Run); err != nil {
				return fmt.Errorf("seed %v: %w", seeds[i].Seed.Puzzle.Clues(), err)
			}
		}
		return in.finish()
	})
	if err != nil {
		return fmt.Errorf("storing seeds in %s: %w", s.next.path, plain(err))
	}
	s.done += len(seeds)
	return nil
}

// raterOf returns the run that is to be noted as the one that rated a seed. For those
// that are rated anew it is a run of its own.
func (s *Successor) raterOf(ctx context.Context, tx *sql.Tx, rated *RatedSeed) (run sql.Null[RunID], err error) {
	if rated.Rated != 0 {
		return sql.Null[RunID]{V: rated.Rated, Valid: rated.Rated != rated.Run}, nil
	}
	if s.rater == 0 {
		s.rater, err = raterRun(ctx, tx, &Run{Started: time.Now(), Arguments: rerating, Program: buildinfo.Module()})
	}
	return sql.Null[RunID]{V: s.rater, Valid: true}, err
}

// rerating is what the run of a rerating has as its arguments.
const rerating = "bank rerate"

// Changes says how a successor differs from the bank that it replaces.
type Changes struct {
	Ratings int // seeds whose ER, EP, ED or techniques are others
	Rungs   int // seeds whose rungs are rated differently
}

// Replace puts the successor, which must have all seeds, in the place of the old
// bank, and closes both. If anything else has the old bank open, or has added to
// it, the error wraps [ErrInUse], and both stay as they are.
func (s *Successor) Replace(ctx context.Context) (Changes, error) {
	path := s.old.path
	changes, err := Changes{}, s.Close()
	if err == nil {
		changes, err = replace(ctx, path)
	}
	if err != nil {
		return changes, fmt.Errorf("replacing bank %s: %w", path, plain(err))
	}
	return changes, nil
}

func replace(ctx context.Context, path string) (changes Changes, err error) {
	old, err := open(ctx, path)
	if err != nil {
		return changes, err
	}
	defer old.Close()
	// Only who is alone can leave WAL mode. It leaves no log behind that would
	// not belong to the new file.
	if err := old.leaveWAL(ctx, "main"); err != nil {
		return changes, err
	}
	if _, err := old.db.ExecContext(ctx, `ATTACH ? AS successor`, successorOf(path)); err != nil {
		return changes, err
	}
	var version int
	err = old.write(ctx, func(tx *sql.Tx) error {
		changes, version, err = handOver(ctx, tx)
		return err
	})
	if err == nil {
		err = old.leaveWAL(ctx, "successor")
	}
	if err == nil {
		_, err = old.db.ExecContext(ctx, `DETACH successor`)
	}
	if err != nil {
		return changes, err
	}
	return changes, old.write(ctx, func(tx *sql.Tx) error { return moveOver(ctx, tx, path, version) })
}

// leaveWAL makes an attached bank a single file.
func (b *Bank) leaveWAL(ctx context.Context, name string) error {
	var mode string
	if err := b.db.QueryRowContext(ctx, `PRAGMA `+name+`.journal_mode = DELETE`).Scan(&mode); err != nil {
		return err
	}
	if mode != "delete" {
		return errBusy
	}
	return nil
}

// dataVersion is a number that changes when another connection has written.
func dataVersion(ctx context.Context, tx *sql.Tx) (version int, err error) {
	err = tx.QueryRowContext(ctx, `PRAGMA main.data_version`).Scan(&version)
	return version, err
}

// handOver copies to the successor what is neither seed nor rating, and tells
// what has changed.
func handOver(ctx context.Context, tx *sql.Tx) (changes Changes, version int, err error) {
	var missing bool
	err = tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM main.seeds) <> (SELECT count(*) FROM successor.seeds)`).Scan(&missing)
	if err != nil {
		return changes, 0, err
	}
	if missing {
		return changes, 0, fmt.Errorf("%w: seeds were added that the new one does not have yet; start again", ErrInUse)
	}
	if err := copyRuns(ctx, tx, "main", "successor"); err != nil {
		return changes, 0, err
	}
	_, err = tx.ExecContext(ctx, `
		INSERT OR IGNORE INTO successor.walked (objective, seed)
		SELECT objective, new.id FROM main.walked JOIN main.seeds AS old ON old.id = seed JOIN successor.seeds AS new ON new.key = old.key`)
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO successor.bookmarks SELECT name, place FROM main.bookmarks`)
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO successor.claimed SELECT key, seed, run FROM main.claimed`)
	}
	if err != nil {
		return changes, 0, err
	}
	if changes, err = countChanges(ctx, tx); err != nil {
		return changes, 0, err
	}
	version, err = dataVersion(ctx, tx)
	return changes, version, err
}

// countChanges compares the seeds whose checksums differ in the two banks.
func countChanges(ctx context.Context, tx *sql.Tx) (changes Changes, err error) {
	rows, err := tx.QueryContext(ctx, `
		SELECT was.er, old.ep, old.ed, was.hardest, was.automorphisms, old.uses, old.rungs,
			is_.er, new.ep, new.ed, is_.hardest, is_.automorphisms, new.uses, new.rungs
		FROM main.seeds AS old JOIN main.strata AS was ON was.id = old.stratum
		JOIN successor.seeds AS new ON new.key = old.key JOIN successor.strata AS is_ ON is_.id = new.stratum
		WHERE new.checksum <> old.checksum`)
	if err != nil {
		return changes, err
	}
	defer rows.Close()
	for rows.Next() {
		var old, now ratedRow
		if err := rows.Scan(append(old.columns(), now.columns()...)...); err != nil {
			return changes, scanned("seeds", 0, err)
		}
		if old.Rating != now.Rating || !bytes.Equal(old.uses, now.uses) {
			changes.Ratings++
		}
		if err := errors.Join(old.unpack(), now.unpack()); err != nil {
			return changes, err
		}
		if !slices.Equal(old.Rungs, now.Rungs) {
			changes.Rungs++
		}
	}
	return changes, rows.Err()
}

// ratedRow is the rating of a seed and its rungs as a bank stores them. Techniques
// stay numbers: both banks give them the same.
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

// moveOver gives the successor the name of the old bank, to which nobody can
// write meanwhile, nor has since handOver.
func moveOver(ctx context.Context, tx *sql.Tx, path string, version int) error {
	now, err := dataVersion(ctx, tx)
	if err != nil {
		return err
	}
	if now != version {
		return fmt.Errorf("%w: something was added; start again", ErrInUse)
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return errors.Join(os.Chmod(successorOf(path), info.Mode().Perm()), atomicfile.Rename(successorOf(path), path))
}
