package change

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// bankMerger merges an attached bank.
type bankMerger struct {
	merger
	ctx       context.Context
	from      tables.Querier  // reads the other bank
	format    int             // of the other bank
	technique seed.Techniques // numbered as in the other bank
	carrier   carrier
	runs      map[seedbank.RunID]seedbank.RunID // run of this bank for each run of the other
	last      seedbank.SeedID                   // last seed of the other bank that was merged
	solver    sudoku.Solver

	// takesAll says that there is no filter. Then a seed need not be unpacked if this
	// bank has the same puzzle with the same ratings and checksum. The checksum
	// covers everything known about a seed.
	takesAll bool
}

// all stores the seeds of the other bank.
func (m *bankMerger) all() error {
	for {
		seeds, err := m.read()
		if err == nil && len(seeds) > 0 {
			err = m.part(m.ctx, seeds)
		}
		if err != nil || len(seeds) == 0 {
			return err
		}
	}
}

// read reads the next seeds of the other bank, the oldest first.
func (m *bankMerger) read() (seeds []foreign, err error) {
	if err := m.carrier.begin(m.ctx, m.from); err != nil {
		return nil, err
	}
	made := `NULL, NULL`
	if m.format >= tables.DigestFormat {
		made = `s.rated, s.rung_runs`
	}
	rows, err := m.from.QueryContext(m.ctx, `
		SELECT s.id, s.key, s.solution, s.puzzle, st.er, s.ep, s.ed, st.hardest, s.uses, s.rungs, s.checksum, st.automorphisms, s.origin, s.run, `+made+`,
			coalesce(here.checksum = s.checksum AND here.puzzle = s.puzzle AND length(here.rungs) = length(s.rungs)
				AND here.ep = s.ep AND here.ed = s.ed AND st_here.er = st.er, false)
		FROM other.seeds AS s JOIN other.strata AS st ON st.id = s.stratum
		LEFT JOIN main.seeds AS here ON here.key = s.key
		LEFT JOIN main.strata AS st_here ON st_here.id = here.stratum
		WHERE s.id > ? ORDER BY s.id LIMIT ?`, m.last, m.atOnce())
	if err != nil {
		return nil, err
	}
	if seeds, err = foreignSeeds(rows, m.scan); err != nil {
		return nil, err
	}
	return seeds, m.carrier.end(m.ctx, seeds)
}

// scan reads a row. It returns the size of the row in bytes.
func (m *bankMerger) scan(rows *sql.Rows) (s foreign, size int, err error) {
	var key, solution, checksum int64
	var hardest uint64
	var packed, uses, rungs, rungRuns sql.RawBytes
	var run seedbank.RunID
	var rated sql.Null[seedbank.RunID]
	r := &s.Rating
	err = rows.Scan(
		&m.last, &key, &solution, &packed, &r.ER, &r.EP, &r.ED, &hardest, &uses, &rungs, &checksum,
		&s.Automorphisms, &s.Origin, &run, &rated, &rungRuns, &s.same)
	if err != nil {
		return s, 0, tables.Scanned("seeds", int64(m.last), err)
	}
	size = len(rungs) + len(uses) + len(rungRuns)
	s.key, s.Solution = seed.Key(key), seed.Key(solution)
	if s.same = s.same && m.takesAll; s.same {
		return s, size, nil
	}
	s.Puzzle, err = seed.UnpackPuzzle(&m.solver, packed)
	if err == nil && s.Key() != s.key {
		err = tables.ErrOtherKey
	}
	if err == nil {
		err = tables.UnpackPath(&s.Seed, hardest, uses, rungs, m.technique)
	}
	if err == nil {
		err = s.Check()
	}
	if err == nil {
		s.credits, err = tables.UnpackCredits(tables.CreditOf(run, rated), rungRuns, len(s.Rungs))
	}
	if err == nil && int64(s.Checksum()) != checksum {
		err = tables.ErrChecksum
	}
	if err != nil {
		return s, 0, fmt.Errorf("seed %v: %w", s.key, err)
	}
	if m.options.Ratings != AsRated { // nothing is known of claimed seeds
		s.values, err = m.carrier.of(m.ctx, tables.SeedID(m.last), &s.Seed)
	}
	return s, size, err
}

// copyRun returns the run of this bank that stands for a run of the other bank. At the
// first call for a run it copies the run, unless the bank has it already: the banks may be
// copies of one bank.
func (m *bankMerger) copyRun(there seedbank.RunID) (seedbank.RunID, error) {
	if here, ok := m.runs[there]; ok {
		return here, nil
	}
	name := ""
	if m.format >= tables.DigestFormat {
		err := m.tx.QueryRowContext(m.ctx, `
			SELECT coalesce(name, '') FROM other.runs AS r LEFT JOIN other.contributors AS c ON c.id = contributor WHERE r.id = ?`, there).Scan(&name)
		if err != nil {
			return 0, tables.Scanned("runs", int64(there), err)
		}
	}
	contributor, err := contributorNamed(m.ctx, m.tx, cmp.Or(name, m.options.Contributor))
	if err != nil {
		return 0, err
	}
	var here seedbank.RunID
	err = m.tx.QueryRowContext(m.ctx, `
		SELECT here.id FROM main.runs AS here JOIN other.runs AS there
		ON here.started = there.started AND here.arguments = there.arguments AND here.random_seed = there.random_seed
			AND here.program = there.program AND here.rater = there.rater
		WHERE there.id = ? AND here.contributor IS ?`, there, contributor).Scan(&here)
	if errors.Is(err, sql.ErrNoRows) {
		err = m.tx.QueryRowContext(m.ctx, `
		INSERT INTO main.runs (started, ended, arguments, random_seed, program, rater, made, stored, contributor)
		SELECT started, ended, arguments, random_seed, program, rater, made, stored, ? FROM other.runs WHERE id = ?
		RETURNING id`, contributor, there).Scan(&here)
	} else if err == nil { // its seeds may come again after they were taken back, or it went on in the other bank
		_, err = m.tx.ExecContext(m.ctx, `
		UPDATE main.runs SET made = max(runs.made, there.made), stored = max(runs.stored, there.stored), ended = coalesce(runs.ended, there.ended)
		FROM other.runs AS there WHERE there.id = ? AND runs.id = ?`, there, here)
	}
	m.runs[there] = here
	return here, err
}

// Merge stores the seeds of the bank in the file path, with the runs that found them. It
// rates new seeds and rungs itself, unless the options say otherwise. If both banks have
// a seed, w gets the rungs that it lacks. If the two banks rate such a seed differently,
// it stays unchanged. Minutes and labels of what is new are copied, if they are of the versions
// of this program and the ratings were not false; verifying the bank checks them. Claimed seeds of
// the other bank are rated too, or stay claimed if nothing is rated. After an error, the seeds
// merged so far stay stored, and another call continues.
func (w *Writer) Merge(ctx context.Context, path string, options MergeOptions) (_ Merged, err error) {
	defer w.file.Explain(&err, "merging bank %s into", path)
	if err := options.Filter.Check(); err != nil {
		return Merged{}, err
	}
	leave, err := w.turn(ctx)
	if err != nil {
		return Merged{}, err
	}
	defer leave()
	other, err := w.attach(ctx, path)
	if err != nil {
		return Merged{}, err
	}
	defer other.Close()
	defer w.detach(ctx, &err)
	m := w.newBankMerger(ctx, other, &options)
	err = m.all()
	if err == nil && other.Format >= tables.DigestFormat {
		err = w.eachClaimed(ctx, "other", func(seeds []foreign) error { return m.part(ctx, seeds) })
	}
	return m.total, err
}

// turn waits until no other goroutine merges or updates, because one bank can be attached at a time.
// Callers call leave after they have closed the other bank. Otherwise the next merge of it opens it
// too early, and its log stays beside it.
func (w *Writer) turn(ctx context.Context) (leave func(), err error) {
	select {
	case w.merging <- struct{}{}:
		return func() { <-w.merging }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// MustBeOther returns an error if a path leads to the file of w.
func (w *Writer) MustBeOther(path string) (err error) {
	defer w.file.Explain(&err, "merging bank %s into", path)
	return w.mustBeOther(path)
}

func (w *Writer) mustBeOther(path string) error {
	if atomicfile.IsSame(path, w.file.Path) {
		return errors.New("it is the same bank")
	}
	return nil
}

// attach attaches another bank to the connection under the name other, and opens it to read.
func (w *Writer) attach(ctx context.Context, path string) (*tables.File, error) {
	if err := w.mustBeOther(path); err != nil {
		return nil, err
	}
	other, err := tables.OpenPlain(ctx, path)
	if err != nil {
		return nil, err
	}
	if err := w.attachFile(ctx, other); err != nil {
		return nil, errors.Join(err, other.Close())
	}
	return other, nil
}

func (w *Writer) attachFile(ctx context.Context, other *tables.File) error {
	_, err := w.file.DB.ExecContext(ctx, `ATTACH ? AS other`, other.URI)
	return err
}

// detach detaches the bank that attach has attached. After an error it may fail for the same
// reason.
func (w *Writer) detach(ctx context.Context, err *error) {
	_, detached := w.file.DB.ExecContext(context.WithoutCancel(ctx), `DETACH other`)
	*err = cmp.Or(*err, detached)
}

// newBankMerger returns a merger for the attached bank.
func (w *Writer) newBankMerger(ctx context.Context, other *tables.File, options *MergeOptions) *bankMerger {
	m := &bankMerger{
		merger: merger{bank: w, options: options}, ctx: ctx, from: w.file.DB, takesAll: options.Filter.PassesAll(),
		format: other.Format, carrier: carrier{file: other}, runs: map[seedbank.RunID]seedbank.RunID{},
	}
	m.technique = func(number uint64) (rating.Technique, error) { return other.Technique(ctx, number) } // it may get others meanwhile
	m.runOf = m.copyRun
	return m
}
