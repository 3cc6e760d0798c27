package change

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// claim stores a seed among the claimed seeds. A seed that was claimed before stays with those
// who claimed it, and gets the new rungs: nobody takes it from them by claiming it again.
func (m *merger) claim(s *foreign) error {
	from, err := s.credits.Convert(func(there tables.Credit) (tables.Credit, error) {
		here, err := m.runOf(there.Found)
		return tables.By(here), err
	})
	if err != nil {
		return err
	}
	claim := s.Seed
	credits := &from
	before, _, err := scanClaimed(m.tx.QueryRowContext(m.ctx, `SELECT `+tables.ClaimedColumns+` FROM main.claimed WHERE key = ?`, int64(s.key)))
	isNew := errors.Is(err, sql.ErrNoRows)
	switch {
	case err == nil:
		claim, credits = before.Seed, &before.credits
		credits.AddRungs(&claim, &s.Seed, &from)
	case !isNew:
		return err
	}
	if s.here == nil && isNew {
		if err := m.count(from.Of.Found); err != nil {
			return err
		}
	}
	packed := seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{claim}})
	_, err = m.tx.ExecContext(m.ctx, `INSERT OR REPLACE INTO main.claimed (`+tables.ClaimedColumns+`) VALUES (?, ?, ?, ?)`,
		int64(s.key), packed, credits.Of.Found, credits.Pack())
	return err
}

// scanClaimed reads a claimed seed. It returns the size of its row in bytes.
func scanClaimed(row interface{ Scan(...any) error }) (s foreign, size int, err error) {
	claimed, err := tables.ScanClaimed(row)
	return foreign{Seed: claimed.Seed, key: claimed.Key, credits: claimed.Credits}, claimed.Bytes, err
}

// all stores the seeds that read returns, until it returns none.
func (m *merger) all(ctx context.Context, read func() ([]foreign, error)) error {
	for {
		seeds, err := read()
		if err != nil || len(seeds) == 0 {
			return err
		}
		if err := m.part(ctx, seeds); err != nil {
			return err
		}
	}
}

// part stores seeds in one transaction.
func (m *merger) part(ctx context.Context, seeds []foreign) error {
	return m.partOf(ctx, seeds, func(*sql.Tx) error { return nil })
}

// partOf stores seeds in one transaction and calls last at its end.
func (m *merger) partOf(ctx context.Context, seeds []foreign, last func(*sql.Tx) error) error {
	if err := m.settle(ctx, seeds); err != nil {
		return err
	}
	return m.write(ctx, seeds, last)
}

// write stores settled seeds in one transaction and calls last at its end.
func (m *merger) write(ctx context.Context, seeds []foreign, last func(*sql.Tx) error) error {
	merged := m.total
	err := m.transact(ctx, func(tx *sql.Tx) (err error) {
		if m.inserter, err = newInserter(ctx, tx); err != nil {
			return err
		}
		if err := m.noteRater(ctx, seeds); err != nil {
			return err
		}
		for i := range seeds {
			s, before := &seeds[i], merged.Stored+merged.United
			m.derived = s.derived()
			err := m.seek(s)
			if err == nil {
				err = m.take(s, &merged)
			}
			if err != nil {
				return fmt.Errorf("seed %v: %w", s.Puzzle.Clues(), err)
			}
			if s.corrected && merged.Stored+merged.United > before {
				merged.Corrected++
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
	m.total = merged
	if m.options.Report != nil {
		m.options.Report(m.total)
	}
	return nil
}

// transact calls do in the transaction of the whole merge, or else in one of its own.
func (m *merger) transact(ctx context.Context, do func(*sql.Tx) error) error {
	if m.whole != nil {
		return do(m.whole)
	}
	return m.bank.write(ctx, do)
}

// seek looks up the seed in this bank and sets s.here.
func (m *merger) seek(s *foreign) (err error) {
	if s.same {
		return nil
	}
	s.here, err = m.find(s.key)
	return err
}

// take stores a seed, or the new rungs of a known seed, and counts it in merged.
func (m *merger) take(s *foreign, merged *Merged) error {
	switch {
	case s.beyond != nil:
		merged.Beyond++
		if m.options.Beyond != nil {
			m.options.Beyond(s.beyond)
		}
	case s.same:
		merged.Known++
	case s.here != nil && s.here.isOther(&s.Seed):
		merged.KeyTaken++
	case !m.options.Filter.Passes(&s.Seed):
		merged.Others++
	case s.fresh && m.options.Ratings == AsRated:
		merged.Claimed++
		return m.claim(s)
	case s.here == nil:
		merged.Stored++
		from, err := m.creditsHere(s)
		if err != nil {
			return err
		}
		if err := m.count(from.Of.Found); err != nil {
			return err
		}
		return m.store(&s.Seed, s.key, from)
	case !s.here.ratedAs(&s.Rating):
		merged.Differ++
		if m.options.Conflict != nil {
			here := rating.Result{ER: s.here.er, EP: s.here.ep, ED: s.here.ed}
			there := rating.Result{ER: s.Rating.ER, EP: s.Rating.EP, ED: s.Rating.ED}
			m.options.Conflict(&Conflict{Seed: s.Puzzle.Clues(), Here: here, There: there})
		}
	default:
		from, err := m.creditsHere(s)
		if err != nil {
			return err
		}
		added, err := m.unite(s.here, &s.Seed, &from)
		if err != nil {
			return err
		}
		if merged.Rungs += added; added > 0 {
			merged.United++
		} else {
			merged.Known++
		}
	}
	return nil
}
