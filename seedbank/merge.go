package seedbank

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Merged is what came of merging a bank into another one. Every seed of the
// other bank is counted in one of Stored, Known, United, Differ, Claimed and Others.
type Merged struct {
	Stored    int // that were new
	Known     int // that the bank had, with all of their rungs
	United    int // that the bank had, with fewer rungs: it got the others
	Differ    int // that it had with another rating
	Others    int // that were not asked for
	Claimed   int // that wait, or whose rungs wait, for being rated
	Rungs     int // that the bank got for seeds that it had
	Corrected int // of Stored and United: they, or rungs of theirs, had been rated falsely
}

// Sum returns the number of seeds that were looked at.
func (m *Merged) Sum() int { return m.Stored + m.Known + m.United + m.Differ + m.Claimed + m.Others }

func (m *Merged) add(part *Merged) {
	m.Stored += part.Stored
	m.Known += part.Known
	m.United += part.United
	m.Differ += part.Differ
	m.Others += part.Others
	m.Claimed += part.Claimed
	m.Corrected += part.Corrected
	m.Rungs += part.Rungs
}

// Conflict is a seed that two banks rate differently.
type Conflict struct {
	Seed        sudoku.Grid
	Here, There rating.Result // without techniques
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("seed %v is rated %v/%v/%v here and %v/%v/%v there",
		c.Seed, c.Here.ER, c.Here.EP, c.Here.ED, c.There.ER, c.There.EP, c.There.ED)
}

// MergeOptions say what a merge takes, and whom it tells of it. Report and
// Conflict may be nil.
type MergeOptions struct {
	Ratings  Ratings
	Workers  int             // goroutines that rate; 0 is one for each core
	Run      Run             // notes who rated; zero: nobody
	Filter   Filter          // only seeds that pass it
	Conflict func(*Conflict) // is called for every seed that the banks rate differently
	Report   func(Merged)    // is called from time to time
}

// mergeSeeds is the number of seeds that are merged in one transaction.
const mergeSeeds = 20_000

// Merge stores the seeds of the bank in another file, with the runs that found
// them. Of a seed that both banks know, b gets the rungs that it does not have,
// unless the banks rate the seed differently: then it stays as it is. After an
// error, what had been merged stays, and merging again goes on.
func (b *Bank) Merge(ctx context.Context, path string, options MergeOptions) (m Merged, err error) {
	if err = b.attach(ctx, path); err == nil {
		m, err = b.merge(ctx, &options)
		if detached := b.detach(ctx); err == nil { // after an error it may fail for the same reason
			err = detached
		}
	}
	if err != nil {
		return m, fmt.Errorf("merging bank %s into %s: %w", path, b.path, plain(err))
	}
	return m, nil
}

// attach makes another bank readable beside this one, by the name other.
func (b *Bank) attach(ctx context.Context, path string) error {
	if sameFile(path, b.path) {
		return errors.New("it is the same bank")
	}
	other, err := openReadOnly(ctx, path)
	if err != nil {
		return err
	}
	defer other.Close()
	_, err = b.db.ExecContext(ctx, `ATTACH ? AS other`, other.uri)
	return err
}

// detach undoes attach.
func (b *Bank) detach(ctx context.Context) error {
	_, err := b.db.ExecContext(context.WithoutCancel(ctx), `DETACH other`)
	return err
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}

func (b *Bank) merge(ctx context.Context, options *MergeOptions) (total Merged, err error) {
	techniques, err := readTechniques(ctx, b.db, "other")
	if err != nil {
		return total, err
	}
	m := &bankMerger{merger: merger{bank: b, options: options}, techniques: techniques, runs: map[RunID]RunID{}, ctx: ctx}
	m.takesAll = options.Filter.passesAll()
	m.runOf = m.copyRun
	for done := false; !done; {
		err := m.part(ctx, func() (seeds []foreign, err error) {
			seeds, err = m.read()
			done = len(seeds) < m.atOnce()
			return seeds, err
		})
		if err != nil {
			return m.total, err
		}
	}
	return m.total, nil
}

// merger stores seeds from elsewhere, part by part.
type merger struct {
	*inserter // of the part at hand
	bank      *Bank
	options   *MergeOptions
	total     Merged
	rated     RunID                            // of the merger, 0 as long as it has rated nothing
	runOf     func(there RunID) (RunID, error) // the run here that stands for a run there
}

// foreign is a seed from elsewhere.
type foreign struct {
	seed.Seed
	key       seed.Key
	run       RunID   // there
	here      *stored // the same seed in this bank, if it has it
	seek      bool    // here is still to be found
	same      bool    // this bank has it with the same rating and rungs; the rest is not read
	fresh     bool    // something of it is new
	rungsOnly bool    // of which the bank has the seed
	corrected bool    // it was rated falsely, or rungs of it were
}

// part stores the seeds that read returns.
func (m *merger) part(ctx context.Context, read func() ([]foreign, error)) error {
	seeds, err := read()
	if err != nil {
		return err
	}
	return m.partOf(ctx, seeds, func(*sql.Tx) error { return nil })
}

// partOf stores seeds in a transaction, in which something else is done last.
func (m *merger) partOf(ctx context.Context, seeds []foreign, last func(*sql.Tx) error) error {
	if err := m.settle(ctx, seeds); err != nil {
		return err
	}
	merged := Merged{}
	err := m.bank.write(ctx, func(tx *sql.Tx) (err error) {
		if m.inserter, err = newInserter(ctx, tx); err != nil {
			return err
		}
		if err := m.noteRater(); err != nil {
			return err
		}
		for i := range seeds {
			err := m.seek(&seeds[i])
			if err == nil {
				err = m.take(&seeds[i], &merged)
			}
			if err != nil {
				return fmt.Errorf("seed %v: %w", seeds[i].Puzzle.Clues(), err)
			}
		}
		if err := m.finish(); err != nil {
			return err
		}
		return last(tx)
	})
	if err != nil {
		return err
	}
	m.total.add(&merged)
	if m.options.Report != nil {
		m.options.Report(m.total)
	}
	return nil
}

// seek finds the same seed in this bank, if nobody has looked for it yet.
func (m *merger) seek(s *foreign) (err error) {
	if !s.seek || s.same {
		return nil
	}
	s.here, err = m.find(s.key)
	if err == nil && s.here != nil && !bytes.Equal(s.here.puzzle, seed.PackGrid(s.Puzzle.Clues())) {
		err = errSameKey
	}
	return err
}

// take stores a seed, or what is new of it, and counts it.
func (m *merger) take(s *foreign, merged *Merged) error {
	switch {
	case s.same:
		merged.Known++
	case !m.options.Filter.Passes(&s.Seed):
		merged.Others++
	case s.fresh && m.options.Ratings == AsRated:
		merged.Claimed++
		return m.claim(s)
	case s.here == nil:
		merged.Stored++
		merged.addCorrected(s)
		run, err := m.runOf(s.run)
		if err != nil {
			return err
		}
		return m.store(&s.Seed, s.key, run)
	case !s.here.ratedAs(&s.Rating):
		merged.Differ++
		if m.options.Conflict != nil {
			here := rating.Result{ER: s.here.er, EP: s.here.ep, ED: s.here.ed}
			there := rating.Result{ER: s.Rating.ER, EP: s.Rating.EP, ED: s.Rating.ED}
			m.options.Conflict(&Conflict{Seed: s.Puzzle.Clues(), Here: here, There: there})
		}
	default:
		added, err := m.unite(s.here, &s.Seed)
		if err != nil {
			return err
		}
		if merged.Rungs += added; added > 0 {
			merged.United++
			merged.addCorrected(s)
		} else {
			merged.Known++
		}
	}
	return nil
}

// addCorrected counts a seed if it was rated falsely.
func (m *Merged) addCorrected(s *foreign) {
	if s.corrected {
		m.Corrected++
	}
}

// bankMerger merges an attached bank.
type bankMerger struct {
	merger
	ctx        context.Context
	techniques numberedTechniques // of the other bank
	runs       map[RunID]RunID    // numbers here of runs there
	last       SeedID             // of the other bank that was merged
	solver     sudoku.Solver

	// takesAll says that there is no filter. Then a seed need not be unpacked if this
	// bank has the same puzzle with the same ratings and the same checksum: the
	// checksum covers all that is known about a seed.
	takesAll bool
}

// read reads the next seeds of the other bank, in order of age.
func (m *bankMerger) read() ([]foreign, error) {
	rows, err := m.bank.db.QueryContext(m.ctx, `
		SELECT s.id, s.key, s.solution, s.puzzle, st.er, s.ep, s.ed, st.hardest, s.uses, s.rungs, s.checksum, st.automorphisms, s.origin, s.run,
			here.id, here.puzzle, st_here.er, here.ep, here.ed, st_here.hardest, st_here.automorphisms, here.solution, here.rungs, here.checksum
		FROM other.seeds AS s JOIN other.strata AS st ON st.id = s.stratum
		LEFT JOIN main.seeds AS here ON here.key = s.key
		LEFT JOIN main.strata AS st_here ON st_here.id = here.stratum
		WHERE s.id > ? ORDER BY s.id LIMIT ?`, m.last, m.atOnce())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var seeds []foreign
	for rows.Next() {
		s, err := m.scan(rows)
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, s)
	}
	return seeds, rows.Err()
}

func (m *bankMerger) scan(rows *sql.Rows) (s foreign, err error) {
	var key, solution, checksum int64
	var hardest uint64
	var packed, uses, rungs sql.RawBytes
	var here nullStored
	r := &s.Rating
	err = rows.Scan(append([]any{
		&m.last, &key, &solution, &packed, &r.ER, &r.EP, &r.ED, &hardest, &uses, &rungs, &checksum,
		&s.Automorphisms, &s.Origin, &s.run}, here.columns()...)...)
	if err != nil {
		return s, scanned("seeds", int64(m.last), err)
	}
	s.key, s.Solution, s.here, s.seek = seed.Key(key), seed.Key(solution), here.stored(), true
	if s.here != nil && !bytes.Equal(s.here.puzzle, packed) {
		err = errSameKey
	}
	if err == nil && m.takesAll && s.here != nil && s.here.ratedAs(r) && len(s.here.rungs) == len(rungs) && here.checksum.V == checksum {
		s.same = true
		return s, nil
	}
	if err == nil {
		s.Puzzle, err = seed.UnpackPuzzle(&m.solver, packed)
	}
	if err == nil && s.Key() != s.key {
		err = errOtherKey
	}
	if err == nil {
		err = unpackPath(&s.Seed, hardest, uses, rungs, m.techniques.named)
	}
	if err == nil {
		err = s.Check()
	}
	if err == nil && int64(s.Checksum()) != checksum {
		err = errChecksum
	}
	if err != nil {
		return s, fmt.Errorf("seed %v: %w", s.key, err)
	}
	return s, nil
}

// nullStored is the columns of a stored seed, or NULL in all of them.
type nullStored struct {
	id                     sql.Null[SeedID]
	er, ep, ed             sql.Null[rating.Tenths]
	hardest, automorphisms sql.Null[uint64]
	solution               sql.Null[int64]
	puzzle, rungs          []byte
	checksum               sql.Null[int64]
}

// columns returns where to scan the columns that [bankMerger.read] asks for.
func (n *nullStored) columns() []any {
	return []any{&n.id, &n.puzzle, &n.er, &n.ep, &n.ed, &n.hardest, &n.automorphisms, &n.solution, &n.rungs, &n.checksum}
}

// stored returns the seed, or nil if there is none.
func (n *nullStored) stored() *stored {
	if !n.id.Valid {
		return nil
	}
	return &stored{
		id: n.id.V, puzzle: n.puzzle, er: n.er.V, ep: n.ep.V, ed: n.ed.V, hardest: n.hardest.V,
		automorphisms: n.automorphisms.V, solution: n.solution.V, rungs: n.rungs,
	}
}

// copyRun returns the number here of a run of the other bank, which is copied when
// it is first met.
func (m *bankMerger) copyRun(there RunID) (RunID, error) {
	if here, ok := m.runs[there]; ok {
		return here, nil
	}
	var here RunID
	err := m.tx.QueryRowContext(m.ctx, `
		INSERT INTO main.runs (started, ended, arguments, random_seed, program, rater, made, stored)
		SELECT started, ended, arguments, random_seed, program, rater, made, stored FROM other.runs WHERE id = ?
		RETURNING id`, there).Scan(&here)
	m.runs[there] = here
	return here, err
}
