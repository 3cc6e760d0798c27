package change

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Successor is a new bank beside an old one. It receives all seeds of the old
// bank with ratings by the current rules, and then replaces the old bank. Ratings
// decide where a bank lists seeds and rungs, so nearly everything except the
// puzzles may change. Until the replacement the old bank can be used. Only the runs that rate
// are recorded in it, so that no other run gets their numbers.
//
//	old bank   1 2 3 4 5 6 7 8 9    by their ids
//	successor  1 2 3 4              closed and opened again: goes on with 5
//
// The successor takes over everything: seeds in the order of their ids, runs with
// their numbers, the visits of walks, and the minutes and labels of seeds that are not
// outdated. [Writer.FillMinutes] and [Writer.FillLabels] find those of the others.
type Successor struct {
	old      *tables.File
	carrier  carrier // of the old bank
	next     *Writer
	last     seedbank.SeedID // last seed of the old bank that the successor has
	done, of int             // numbers of seeds
	rater    seedbank.RunID  // run that rates; 0 until a seed is rated
}

// successorOf returns the path of the successor of the bank in a file.
func successorOf(path string) string { return path + ".rerated" }

// OpenSuccessor opens the successor of the bank in a file, or begins one.
func OpenSuccessor(ctx context.Context, path string) (_ *Successor, err error) {
	defer tables.Explain(&err, "opening the successor of bank %s", path)
	path, err = filepath.EvalSymlinks(path) // the file is replaced, not a symbolic link to it
	if err != nil {
		return nil, err
	}
	bank, err := open(ctx, path) // upgrades it: one of an older format cannot be attached to a newer one
	if err == nil {
		err = bank.Close()
	}
	if err != nil {
		return nil, err
	}
	s, err := openSuccessor(ctx, path)
	if errors.Is(err, errOtherRungs) { // begun before that
		var next *Writer
		if next, err = open(ctx, successorOf(path)); err == nil {
			err = next.discard(ctx)
		}
		if err == nil {
			s, err = openSuccessor(ctx, path)
		}
	}
	return s, err
}

func openSuccessor(ctx context.Context, path string) (_ *Successor, err error) {
	s := &Successor{}
	if s.next, err = openNext(ctx, successorOf(path)); err != nil {
		return nil, err
	}
	if s.old, err = s.next.attach(ctx, path); err != nil {
		return nil, errors.Join(err, s.next.Close())
	}
	s.carrier.file = s.old
	err = s.begin(ctx)
	if s.next.detach(ctx, &err); err != nil {
		return nil, errors.Join(err, s.old.Close(), s.next.Close())
	}
	return s, nil
}

// openNext opens the file of a successor. It deletes one that was begun with
// another version of the rating rules, and begins a new one.
func openNext(ctx context.Context, path string) (*Writer, error) {
	next, err := open(ctx, path)
	if err != nil {
		return nil, err
	}
	outdated, err := outdated(ctx, next.file)
	if err == nil && outdated == 0 {
		return next, nil
	}
	if err != nil {
		return nil, errors.Join(err, next.Close())
	}
	if err = next.discard(ctx); err != nil {
		return nil, err
	}
	return open(ctx, path)
}

// discard closes a successor and deletes its file, unless another process has it open, whose log
// would stay beside the next one.
func (w *Writer) discard(ctx context.Context) error {
	if err := w.leaveWAL(ctx, "main"); err != nil {
		return errors.Join(err, w.Close())
	}
	return errors.Join(w.Close(), os.Remove(w.file.Path))
}

// begin copies the techniques and runs that seeds refer to, and finds the seed to
// continue with.
func (s *Successor) begin(ctx context.Context) error {
	var foreign bool
	err := s.next.file.DB.QueryRowContext(ctx, `
		SELECT coalesce((SELECT id FROM other.seeds WHERE key = (SELECT key FROM seeds ORDER BY id DESC LIMIT 1)), 0),
			(SELECT count(*) FROM seeds), (SELECT count(*) FROM other.seeds)`).Scan(&s.last, &s.done, &s.of)
	if err == nil {
		err = s.next.file.DB.QueryRowContext(ctx, `SELECT ? <> (SELECT count(*) FROM other.seeds WHERE id <= ?)`, s.done, s.last).Scan(&foreign)
	}
	if err == nil && foreign {
		err = fmt.Errorf("%s was begun from another bank, or seeds were taken back since: remove it", s.next.file.Path)
	}
	if err != nil {
		return err
	}
	return s.next.write(ctx, func(tx *sql.Tx) error {
		if err := mustShareRungs(ctx, tx, "other", "main"); err != nil {
			return err
		}
		// Techniques keep their numbers, so that packed data of the two banks can
		// be compared.
		if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO techniques SELECT id, name FROM other.techniques`); err != nil {
			return err
		}
		if s.done == 0 { // nothing is carried yet that a withdrawal from now on could make false
			_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO bookmarks (name, place) SELECT name, place FROM other.bookmarks WHERE name = ?`, WithdrawalsMark)
			if err != nil {
				return err
			}
		}
		return copyRuns(ctx, tx, "other", "main")
	})
}

// copyRuns copies the records of all runs from one attached bank to another, its successor,
// with their contributors. Seeds that a new one of them distrusts are distrusted there, too.
func copyRuns(ctx context.Context, tx *sql.Tx, from, to string) error {
	if err := mustShareRuns(ctx, tx, from, to); err != nil {
		return err
	}
	runs, err := distrusts(ctx, tx, from, to)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, fmt.Sprintf(`
		INSERT OR REPLACE INTO %[1]s.contributors (id, name, token, invited, revoked, confirmed, refused)
		SELECT id, name, token, invited, revoked, confirmed, refused FROM %[2]s.contributors;
		INSERT INTO %[1]s.runs (id, started, ended, arguments, random_seed, program, rater, made, stored, contributor)
		SELECT id, started, ended, arguments, random_seed, program, rater, made, stored, contributor FROM %[2]s.runs WHERE true
		ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, made = excluded.made, stored = excluded.stored`, to, from))
	for _, run := range runs {
		if err == nil {
			err = copyDistrust(ctx, tx, from, to, run)
		}
	}
	return err
}

// mustShareRuns returns an error if two attached banks have different runs of one number.
// Copied, one of them would get the seeds of the other.
func mustShareRuns(ctx context.Context, tx *sql.Tx, from, to string) error {
	var run seedbank.RunID
	err := tx.QueryRowContext(ctx, fmt.Sprintf(`
		SELECT coalesce(min(here.id), 0) FROM %s.runs AS here JOIN %s.runs AS there ON there.id = here.id
		WHERE here.contributor IS NOT there.contributor
			OR (here.started, here.arguments, here.random_seed, here.program) <> (there.started, there.arguments, there.random_seed, there.program)`,
		to, from)).Scan(&run)
	if err == nil && run != 0 {
		err = fmt.Errorf("run %d of the successor, the file ending in %s, is another run: remove the file", run, successorOf(""))
	}
	return err
}

// Close closes both banks. The file of the successor stays, and [OpenSuccessor]
// continues it.
func (s *Successor) Close() error { return errors.Join(s.old.Close(), s.next.Close()) }

// Bank returns the new bank. Callers must not insert seeds into it.
func (s *Successor) Bank() *Writer { return s.next }

// Done returns the number of seeds of the successor, and the number of seeds that
// the old bank had when it was opened.
func (s *Successor) Done() (done, of int) { return s.done, s.of }

// OldSeed is a seed of the old bank that the successor does not have yet.
type OldSeed struct {
	ID       seedbank.SeedID
	Outdated bool // the seed or one of its rungs was rated by older rules
	credits  tables.Credits
}

// missingAtOnce is the number of seeds that one query reads.
const missingAtOnce = 1000

// Missing yields the seeds that the successor does not have, in the order of
// their ids, n at a time. It ends at the first error and yields it.
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

func (s *Successor) missingAfter(ctx context.Context, last seedbank.SeedID) (missing []OldSeed, err error) {
	defer s.old.Explain(&err, "reading seeds of")
	raters, err := s.old.ReadRaters(ctx)
	if err != nil {
		return nil, err
	}
	err = tables.Each(ctx, s.old.DB, "seeds", `
		SELECT id, run, rated, rung_runs, puzzle, rungs FROM seeds WHERE id > ? ORDER BY id LIMIT ?`, []any{last, missingAtOnce}, func(row tables.Row) error {
		old, err := scanOld(row, raters)
		if err != nil {
			return err
		}
		missing = append(missing, old)
		return nil
	})
	return missing, err
}

func scanOld(row tables.Row, raters map[seedbank.RunID]int64) (old OldSeed, err error) {
	var run seedbank.RunID
	var rated sql.Null[seedbank.RunID]
	var rungRuns, puzzle, rungs sql.RawBytes
	if err := row.Scan(&old.ID, &run, &rated, &rungRuns, &puzzle, &rungs); err != nil {
		return old, err
	}
	old.credits.Of = tables.CreditOf(run, rated)
	oldest := raters[old.credits.Of.Rated]
	if len(rungRuns) > 0 { // otherwise the credits of the seed apply to all rungs
		patterns, err := seed.UnpackPatterns(nil, puzzle, rungs)
		if err == nil {
			old.credits, err = tables.UnpackCredits(old.credits.Of, rungRuns, len(patterns)-1)
		}
		if err == nil {
			oldest, err = tables.OldestRater(oldest, rungRuns, raters)
		}
		if err != nil {
			return old, tables.DamagedRow("seeds", int64(old.ID), "%w", err)
		}
	}
	old.Outdated = oldest < int64(rating.Version)
	return old, nil
}

// Seed returns a seed of the old bank.
func (s *Successor) Seed(ctx context.Context, id seedbank.SeedID) (seed.Seed, error) {
	return s.old.Seed(ctx, id)
}

// RatedSeed is a seed with a rating by the current rules. If the old seed is outdated,
// the seed and its rungs have new ratings. The rungs keep their order.
type RatedSeed struct {
	OldSeed
	Seed seed.Seed
}

// Insert stores seeds. They must come in the order of [Successor.Missing],
// without gaps.
func (s *Successor) Insert(ctx context.Context, seeds []RatedSeed) (err error) {
	defer s.next.file.Explain(&err, "storing seeds in")
	if s.rater == 0 && slices.ContainsFunc(seeds, func(r RatedSeed) bool { return r.Outdated }) {
		if s.rater, err = s.numberRun(ctx); err != nil {
			return fmt.Errorf("noting the run in %s: %w", s.old.Path, err)
		}
	}
	if err := s.takeRuns(ctx); err != nil { // of other programs, too, that found some of the seeds
		return err
	}
	err = s.next.write(ctx, func(tx *sql.Tx) error {
		in, err := newInserter(ctx, tx)
		if err != nil {
			return err
		}
		for i := range seeds {
			from, err := s.creditsOf(&seeds[i])
			if err == nil {
				in.derived, err = s.derivedOf(ctx, &seeds[i])
			}
			if err != nil {
				return err
			}
			if _, err := in.insert(&seeds[i].Seed, from); err != nil {
				return fmt.Errorf("seed %v: %w", seeds[i].Seed.Puzzle.Clues(), err)
			}
		}
		return in.finish()
	})
	if err == nil {
		s.done += len(seeds)
	}
	return err
}

// takeRuns copies the runs of the old bank, if runs have begun there since.
func (s *Successor) takeRuns(ctx context.Context) error {
	const last = `SELECT coalesce(max(id), 0) FROM runs`
	there, err := tables.One[seedbank.RunID](ctx, s.old.DB, last)
	here, err2 := tables.One[seedbank.RunID](ctx, s.next.file.DB, last)
	if err := errors.Join(err, err2); err != nil || here == there {
		return err
	}
	if err := s.next.attachFile(ctx, s.old); err != nil {
		return err
	}
	err = s.next.write(ctx, func(tx *sql.Tx) error { return copyRuns(ctx, tx, "other", "main") })
	s.next.detach(ctx, &err)
	return err
}

// numberRun records the run that rates, in the old bank first: there it gets a number that no
// other run has.
func (s *Successor) numberRun(ctx context.Context) (run seedbank.RunID, err error) {
	bank, err := open(ctx, s.old.Path)
	if err != nil {
		return 0, err
	}
	err = bank.write(ctx, func(tx *sql.Tx) (err error) {
		rater := seedbank.Run{Started: time.Now(), Arguments: rerating, Program: buildinfo.Module(), Rater: rating.Version}
		run, err = startRun(ctx, tx, &rater, true)
		return err
	})
	return run, errors.Join(err, bank.Close())
}

// creditsOf returns the credits of a seed and its rungs. The rater of newly rated ones is
// the run of the successor.
func (s *Successor) creditsOf(rated *RatedSeed) (tables.Credits, error) {
	if !rated.Outdated {
		return rated.credits, nil
	}
	return rated.credits.Convert(func(c tables.Credit) (tables.Credit, error) {
		return tables.Credit{Found: c.Found, Rated: s.rater}, nil
	})
}

// derivedOf returns the minutes and labels of a seed and its rungs that the old bank knows, unless
// the seed is outdated.
func (s *Successor) derivedOf(ctx context.Context, rated *RatedSeed) (derived, error) {
	if rated.Outdated {
		return nil, nil
	}
	values, err := s.carrier.of(ctx, rated.ID, &rated.Seed)
	return byPlaces(values, &rated.Seed), err
}

// rerating is the argument text of the run of a rerating.
const rerating = "bank rerate"
