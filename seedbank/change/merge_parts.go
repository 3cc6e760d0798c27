package change

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// claim stores a seed among the claimed seeds. A seed that was claimed before stays with those
// who claimed it, and gets the new rungs: nobody takes it from them by claiming it again. isNew is
// false if all of it was claimed before.
func (m *merger) claim(s *foreign) (isNew bool, err error) {
	from, err := s.credits.Convert(func(there tables.Credit) (tables.Credit, error) {
		here, err := m.runOf(there.Found)
		return tables.By(here), err
	})
	if err != nil {
		return false, err
	}
	claim := s.Seed
	credits := &from
	before, _, err := scanClaimed(m.tx.QueryRowContext(m.ctx, `SELECT `+tables.ClaimedColumns+` FROM main.claimed WHERE key = ?`, int64(s.key)))
	switch isNew = errors.Is(err, sql.ErrNoRows); {
	case err == nil:
		claim, credits = before.Seed, &before.credits
		isNew = credits.AddRungs(&claim, &s.Seed, &from) > 0
	case !isNew:
		return false, err
	case s.here == nil:
		if err := m.count(from.Of.Found); err != nil {
			return false, err
		}
	}
	packed := seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{claim}})
	_, err = m.tx.ExecContext(m.ctx, `INSERT OR REPLACE INTO main.claimed (`+tables.ClaimedColumns+`) VALUES (?, ?, ?, ?)`,
		int64(s.key), packed, credits.Of.Found, credits.Pack())
	return isNew, err
}

// errTakenBack says that another process has taken a seed back that a merge has found in this bank.
var errTakenBack = errors.New("it was taken back from this bank meanwhile: merge again")

// scanClaimed reads a claimed seed. It returns the size of its row in bytes.
func scanClaimed(row interface{ Scan(...any) error }) (s foreign, size int, err error) {
	claimed, err := tables.ScanClaimed(row)
	return foreign{Seed: claimed.Seed, key: claimed.Key, credits: claimed.Credits, row: claimed.Row}, len(claimed.Row), err
}

// isGone reports whether the claim of a seed was taken back since it was read, or has got or
// lost rungs.
func (m *merger) isGone(s *foreign) (bool, error) {
	now, _, err := scanClaimed(m.tx.QueryRowContext(m.ctx, `SELECT `+tables.ClaimedColumns+` FROM main.claimed WHERE key = ?`, int64(s.key)))
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	return now.row != s.row, err
}

// part stores seeds in one transaction.
func (m *merger) part(ctx context.Context, seeds []foreign) error {
	if err := m.settle(ctx, seeds); err != nil {
		return err
	}
	return m.write(ctx, seeds, func(*sql.Tx) error { return nil })
}

// write stores settled seeds in one transaction and calls last at its end.
func (m *merger) write(ctx context.Context, seeds []foreign, last func(*sql.Tx) error) error {
	merged := m.total
	transact := func(do func(*sql.Tx) error) error { return m.bank.write(ctx, do) }
	if m.whole != nil {
		transact = func(do func(*sql.Tx) error) error { return do(m.whole) }
	}
	err := transact(func(tx *sql.Tx) (err error) {
		if m.inserter, err = newInserter(ctx, tx); err != nil {
			return err
		}
		if err := m.noteRater(ctx, seeds); err != nil {
			return err
		}
		for i := range seeds {
			s, before := &seeds[i], merged.Stored+merged.United
			m.derived = s.derived()
			if err := m.take(s, &merged); err != nil {
				return fmt.Errorf("seed %v: %w", s.key, err)
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

// take looks up a seed in this bank, stores it, or the new rungs of a known seed, and counts it
// in merged.
func (m *merger) take(s *foreign, merged *Merged) (err error) {
	if m.moves {
		if s.gone, err = m.isGone(s); err != nil || s.gone {
			return err
		}
	}
	isRead := s.same && m.whole != nil // in this transaction
	if !isRead {
		if s.here, err = m.find(s.key); err != nil {
			return err
		}
	}
	switch {
	case s.beyond != nil:
		merged.Beyond++
		if m.options.Beyond != nil {
			m.options.Beyond(s.beyond)
		}
	case s.same && s.here == nil && !isRead:
		return errTakenBack
	case s.same:
		merged.Known++
	case s.here != nil && s.here.isOther(&s.Seed):
		merged.KeyTaken++
	case !s.rungsOnly && !m.options.Filter.Passes(&s.Seed): // one that is here may have passed by a rung that is here too
		merged.Others++
	case s.here == nil && (!s.fresh || s.rungsOnly) && m.options.Ratings != trusted: // it was here when it was read, so that it is not rated
		if s.gone = m.moves; !s.gone {
			return errTakenBack
		}
	case s.fresh && m.options.Ratings == AsRated:
		isNew, err := m.claim(s)
		if isNew {
			merged.Claimed++
		} else {
			merged.Known++
		}
		return err
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
