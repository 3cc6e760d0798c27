package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// claim notes a seed as one that claims its rating. If it was claimed before, it keeps
// the rungs that were claimed then.
func (m *merger) claim(s *foreign) error {
	from, err := s.credits.convert(func(there credit) (credit, error) {
		here, err := m.runOf(there.found)
		return by(here), err
	})
	if err != nil {
		return err
	}
	claim := s.Seed
	before, _, err := scanClaimed(m.tx.QueryRowContext(m.ctx, `SELECT `+claimedColumns+` FROM main.claimed WHERE key = ?`, int64(s.key)))
	switch {
	case err == nil:
		from.addRungs(&claim, &before.Seed, &before.credits)
	case !errors.Is(err, sql.ErrNoRows):
		return err
	}
	if s.here == nil {
		if err := m.count(from.of.found); err != nil {
			return err
		}
	}
	packed := seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{claim}})
	_, err = m.tx.ExecContext(m.ctx, `INSERT OR REPLACE INTO main.claimed (`+claimedColumns+`) VALUES (?, ?, ?, ?)`,
		int64(s.key), packed, from.of.found, from.pack())
	return err
}

// mergeClaimed merges the claimed seeds of the other bank. Where ratings are taken for
// true, these are not: nobody has made them.
func (m *bankMerger) mergeClaimed(ctx context.Context) error {
	options := *m.options
	if options.Ratings == Trusted {
		options.Ratings = AsRated
	}
	m.options = &options
	return m.bank.eachClaimed(ctx, "other", func(seeds []foreign) error { return m.part(ctx, seeds) })
}

// checkClaimed reports claimed seeds that cannot be. What they claim is not checked.
func (b *Bank) checkClaimed(ctx context.Context, problem func(error)) error {
	if !b.hasDigests() {
		return nil
	}
	raters, err := b.readRaters(ctx)
	if err != nil {
		problem(err)
		return nil
	}
	rows, err := b.db.QueryContext(ctx, `SELECT `+claimedColumns+`, rung_runs IS NOT NULL FROM claimed`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var checker SeedChecker
	for rows.Next() {
		hasRecord := false
		s, _, err := scanClaimed(withMore{rows, &hasRecord})
		if err == nil {
			err = checker.Check(&s.Seed)
		}
		if err == nil && hasRecord {
			err = checkRecord(s.credits.of, s.credits.pack(), len(s.Rungs), raters)
		}
		if err != nil {
			problem(fmt.Errorf("a claimed seed: %w", err))
		}
	}
	return rows.Err()
}

// withMore scans one column more than is asked for.
type withMore struct {
	*sql.Rows
	more any
}

func (w withMore) Scan(to ...any) error { return w.Rows.Scan(append(to, w.more)...) }

// Claimed returns how many seeds wait for being rated: they, or some of their rungs, were
// merged as somebody else has rated them. They are in no selection.
func (b *Bank) Claimed(ctx context.Context) (seeds int, err error) {
	if !b.hasDigests() {
		return 0, nil
	}
	if err := b.db.QueryRowContext(ctx, `SELECT count(*) FROM claimed`).Scan(&seeds); err != nil {
		return 0, fmt.Errorf("counting the claimed seeds of %s: %w", b.path, plain(err))
	}
	return seeds, nil
}

// RateClaimed rates the claimed seeds of the bank and moves them to the others. Those beyond
// the scale stay claimed. After an error, what had been moved stays, and the next call goes
// on from there.
func (b *Bank) RateClaimed(ctx context.Context, options MergeOptions) (Merged, error) {
	options.Ratings = RateAnew
	m := &merger{bank: b, options: &options}
	m.runOf = func(run RunID) (RunID, error) { return run, nil }
	err := b.eachClaimed(ctx, "main", func(seeds []foreign) error {
		return m.partOf(ctx, seeds, func(tx *sql.Tx) error { return dropClaimed(ctx, tx, seeds) })
	})
	if err != nil {
		err = fmt.Errorf("rating claimed seeds of %s: %w", b.path, plain(err))
	}
	return m.total, err
}

// eachClaimed calls a function with all claimed seeds of this bank or of an attached one,
// some at a time.
func (b *Bank) eachClaimed(ctx context.Context, schema string, do func([]foreign) error) error {
	for first := int64(math.MinInt64); ; {
		seeds, err := b.claimedFrom(ctx, schema, first)
		if err != nil || len(seeds) == 0 {
			return err
		}
		last := int64(seeds[len(seeds)-1].key)
		if err := do(seeds); err != nil || last == math.MaxInt64 {
			return err
		}
		first = last + 1
	}
}

// claimedFrom reads some claimed seeds of this bank or of an attached one, from a key on.
func (b *Bank) claimedFrom(ctx context.Context, schema string, first int64) (seeds []foreign, err error) {
	rows, err := b.db.QueryContext(ctx, `SELECT `+claimedColumns+` FROM `+schema+`.claimed WHERE key >= ? ORDER BY key LIMIT ?`, first, ratedAtOnce)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for bytes := 0; bytes < bounds.RowsAtOnce && rows.Next(); {
		s, size, err := scanClaimed(rows)
		if err != nil {
			return nil, err
		}
		bytes += size
		seeds = append(seeds, s)
	}
	return seeds, rows.Err()
}

const claimedColumns = `key, seed, run, rung_runs`

// scanClaimed reads a claimed seed, and returns how many bytes it takes.
func scanClaimed(row interface{ Scan(...any) error }) (s foreign, size int, err error) {
	var key int64
	var packed, rungRuns []byte
	var run RunID
	if err := row.Scan(&key, &packed, &run, &rungRuns); err != nil {
		return s, 0, scanned("claimed", key, err)
	}
	batch, err := seed.Unmarshal(packed)
	if err == nil && (len(batch.Seeds) != 1 || batch.Seeds[0].Key() != seed.Key(key)) {
		err = errOtherKey
	}
	if err == nil {
		s = foreign{Seed: batch.Seeds[0], key: seed.Key(key), seek: true}
		s.credits, err = unpackCredits(by(run), rungRuns, len(s.Rungs))
	}
	if err != nil {
		return s, 0, damagedRow("claimed", key, "%w", err)
	}
	return s, len(packed) + len(rungRuns), nil
}

// dropClaimed takes away claimed seeds that have been rated.
func dropClaimed(ctx context.Context, tx *sql.Tx, seeds []foreign) error {
	for i := range seeds {
		if seeds[i].beyond != nil {
			continue
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM claimed WHERE key = ?`, int64(seeds[i].key)); err != nil {
			return err
		}
	}
	return nil
}
