package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Ratings says what becomes of the ratings of seeds that are merged.
type Ratings int

const (
	RateAnew Ratings = iota // they are rated anew, with their rungs, and stored with what they are
	AsRated                 // new seeds and rungs wait as claimed ones until [Bank.RateClaimed] rates them
	Trusted                 // they are taken for true: the merger has made them
)

// ratedAtOnce is the number of seeds that are rated between two transactions.
const ratedAtOnce = 400

// atOnce returns the number of seeds that are merged in one transaction.
func (m *merger) atOnce() int {
	if m.options.Ratings == RateAnew {
		return ratedAtOnce
	}
	return mergeSeeds
}

// settle finds out what is new of some seeds, and rates that if it shall be. The bank is
// not locked meanwhile.
func (m *merger) settle(ctx context.Context, seeds []foreign) error {
	if m.options.Ratings == Trusted {
		return nil
	}
	var fresh []*foreign
	for i := range seeds {
		s := &seeds[i]
		if s.same || !m.options.Filter.Passes(&s.Seed) {
			continue
		}
		isNew, err := m.bank.leaveNew(ctx, s)
		if err != nil {
			return err
		}
		if isNew {
			s.fresh = true
			fresh = append(fresh, s)
		}
	}
	return m.checkAll(ctx, fresh)
}

// leaveNew leaves of a seed what the bank lacks, and reports whether that is anything: a
// seed that the bank has keeps the rungs that are new. If the bank rates it differently,
// nothing is.
func (b *Bank) leaveNew(ctx context.Context, s *foreign) (isNew bool, err error) {
	known, err := b.SeedNamed(ctx, s.key)
	if errors.Is(err, ErrNoMatch) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	r := &s.Rating
	if known.Rating.ER != r.ER || known.Rating.EP != r.EP || known.Rating.ED != r.ED || known.Puzzle.Clues() != s.Puzzle.Clues() {
		return false, nil
	}
	s.rungsOnly = true
	s.Rungs = slices.DeleteFunc(slices.Clone(s.Rungs), func(r seed.Rung) bool {
		return slices.ContainsFunc(known.Rungs, func(k seed.Rung) bool { return k.Added == r.Added })
	})
	return len(s.Rungs) > 0, nil
}

// checkAll checks seeds on all cores, and rates them if they shall be rated.
func (m *merger) checkAll(ctx context.Context, seeds []*foreign) error {
	workers := m.options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for range min(workers, len(seeds)) {
		group.Go(func() error {
			var checker SeedChecker
			var rater rating.Rater
			for i := next.Add(1) - 1; i < int64(len(seeds)); i = next.Add(1) - 1 {
				if err := ctx.Err(); err != nil {
					return err
				}
				s := seeds[i]
				err := checker.Check(&s.Seed)
				if err == nil && m.options.Ratings == RateAnew {
					err = s.rate(&rater)
				}
				if err != nil {
					return fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// rate gives a seed and its rungs their true ratings, and notes if they were others.
func (s *foreign) rate(rater *rating.Rater) error {
	if !s.rungsOnly {
		truth, err := rater.Rate(&s.Puzzle)
		if err != nil {
			return err
		}
		s.corrected = truth != s.Rating
		s.Rating = truth
	}
	rungs := slices.Clone(s.Rungs)
	for i := range rungs {
		r := &rungs[i]
		p := s.Puzzle.With(r.Added)
		class, err := rater.Class(&p)
		if err != nil {
			return err
		}
		truth := seed.Rung{Added: r.Added, ER: class.Rating.ER, EP: class.Rating.EP, ED: class.Rating.ED,
			Hardest: class.Rating.Hardest, Automorphisms: class.Automorphisms}
		s.corrected = s.corrected || truth != *r
		*r = truth
	}
	s.Rungs = rungs
	return nil
}

// claim notes a seed as one that claims its rating.
func (m *merger) claim(s *foreign) error {
	run, err := m.runOf(s.run)
	if err != nil {
		return err
	}
	packed := seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{s.Seed}})
	_, err = m.tx.ExecContext(m.ctx, `INSERT OR REPLACE INTO main.claimed (key, seed, run) VALUES (?, ?, ?)`, int64(s.key), packed, run)
	return err
}

// Claimed returns how many seeds wait for being rated: they, or some of their rungs, were
// merged as somebody else has rated them. They are in no selection.
func (b *Bank) Claimed(ctx context.Context) (seeds int, err error) {
	for _, file := range b.files {
		if file.format < digestFormat {
			continue
		}
		var n int
		if err := file.db.QueryRowContext(ctx, `SELECT count(*) FROM claimed`).Scan(&n); err != nil {
			return 0, fmt.Errorf("counting the claimed seeds of %s: %w", file.path, plain(err))
		}
		seeds += n
	}
	return seeds, nil
}

// RateClaimed rates the claimed seeds of the bank and moves them to the others. After an
// error, what had been moved stays, and the next call goes on from there.
func (b *Bank) RateClaimed(ctx context.Context, options MergeOptions) (Merged, error) {
	options.Ratings = RateAnew
	m := &merger{bank: b, options: &options}
	m.runOf = func(run RunID) (RunID, error) { return run, nil }
	for {
		seeds, err := b.someClaimed(ctx)
		if err == nil && len(seeds) == 0 {
			return m.total, nil
		}
		if err == nil {
			err = m.partOf(ctx, seeds, func(tx *sql.Tx) error { return dropClaimed(ctx, tx, seeds) })
		}
		if err != nil {
			return m.total, fmt.Errorf("rating claimed seeds of %s: %w", b.path, plain(err))
		}
	}
}

// someClaimed reads some claimed seeds.
func (b *Bank) someClaimed(ctx context.Context) (seeds []foreign, err error) {
	rows, err := b.db.QueryContext(ctx, `SELECT key, seed, run FROM claimed ORDER BY key LIMIT ?`, ratedAtOnce)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var packed sql.RawBytes
		var run RunID
		if err := rows.Scan(&key, &packed, &run); err != nil {
			return nil, scanned("claimed", key, err)
		}
		batch, err := seed.Unmarshal(packed)
		if err == nil && (len(batch.Seeds) != 1 || batch.Seeds[0].Key() != seed.Key(key)) {
			err = errOtherKey
		}
		if err != nil {
			return nil, damagedRow("claimed", key, "%w", err)
		}
		seeds = append(seeds, foreign{Seed: batch.Seeds[0], key: seed.Key(key), run: run, seek: true})
	}
	return seeds, rows.Err()
}

func dropClaimed(ctx context.Context, tx *sql.Tx, seeds []foreign) error {
	for i := range seeds {
		if _, err := tx.ExecContext(ctx, `DELETE FROM claimed WHERE key = ?`, int64(seeds[i].key)); err != nil {
			return err
		}
	}
	return nil
}

// noteRater makes the run that rates, once, and has new seeds refer to it.
func (m *merger) noteRater() (err error) {
	run := &m.options.Run
	if m.options.Ratings != RateAnew || run.Started.IsZero() {
		return nil
	}
	if m.rated == 0 {
		m.rated, err = raterRun(m.ctx, m.tx, run)
	}
	m.inserter.rated = sql.Null[RunID]{V: m.rated, Valid: true}
	return err
}

// raterRun notes a run that only rates.
func raterRun(ctx context.Context, tx *sql.Tx, run *Run) (id RunID, err error) {
	started := run.Started.UTC().Format(time.RFC3339)
	err = tx.QueryRowContext(ctx, `
		INSERT INTO main.runs (started, ended, arguments, random_seed, program, rater) VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
		started, started, run.Arguments, int64(run.RandomSeed), run.Program, rating.Version).Scan(&id)
	return id, err
}
