package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/rating"
)

// Insert stores seeds, in one transaction, and returns how many were new of
// each level. Seeds that the bank already holds are left as they are.
func (b *Bank) Insert(ctx context.Context, seeds []Seed) (stored [rating.NumLevels + 1]int, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		in := inserter{ctx: ctx, tx: tx}
		for i := range seeds {
			isNew, err := in.insert(&seeds[i])
			if err != nil {
				return fmt.Errorf("seed %v: %w", seeds[i].Puzzle.Clues, err)
			}
			if isNew {
				stored[seeds[i].Rating.Level()]++
			}
		}
		return nil
	})
	if err != nil {
		return [rating.NumLevels + 1]int{}, fmt.Errorf("storing seeds in %s: %w", b.path, err)
	}
	return stored, nil
}

// write runs do in a transaction.
func (b *Bank) write(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// inserter stores seeds in a transaction.
type inserter struct {
	ctx        context.Context
	tx         *sql.Tx
	techniques [rating.NumTechniques]int64 // their numbers in the bank, 0 if not known yet
}

// insert stores a seed and reports whether it was new.
func (in *inserter) insert(s *Seed) (isNew bool, err error) {
	key, packed := int64(s.Key()), packGrid(&s.Puzzle.Clues)
	var known []byte
	switch err := in.tx.QueryRowContext(in.ctx, `SELECT puzzle FROM seeds WHERE key = ?`, key).Scan(&known); {
	case err == nil && string(known) == string(packed):
		return false, nil
	case err == nil:
		return false, fmt.Errorf("another seed has the same key %v", s.Key())
	case !errors.Is(err, sql.ErrNoRows):
		return false, err
	}
	stratum, slot, err := in.nextSlot(s)
	if err != nil {
		return false, err
	}
	hardest, err := in.technique(s.Rating.Hardest)
	if err != nil {
		return false, err
	}
	inserted, err := in.tx.ExecContext(in.ctx,
		`INSERT INTO seeds (key, puzzle, stratum, slot, ep, ed, hardest, origin, run) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		key, packed, stratum, slot, s.Rating.EP, s.Rating.ED, hardest, s.Origin, s.Run)
	if err != nil {
		return false, err
	}
	id, err := inserted.LastInsertId()
	if err != nil {
		return false, err
	}
	return true, in.insertUses(id, &s.Rating)
}

// nextSlot makes room for a seed in its stratum.
func (in *inserter) nextSlot(s *Seed) (stratum, slot int64, err error) {
	err = in.tx.QueryRowContext(in.ctx, `
		INSERT INTO strata (level, er, clues, automorphisms, seeds) VALUES (?, ?, ?, ?, 1)
		ON CONFLICT (er, clues, automorphisms) DO UPDATE SET seeds = seeds + 1
		RETURNING id, seeds - 1`,
		s.Rating.Level(), s.Rating.ER, s.Puzzle.Clues.Clues(), s.Automorphisms).Scan(&stratum, &slot)
	return stratum, slot, err
}

// technique returns the number that the bank has for a technique, which gets
// one if it has none.
func (in *inserter) technique(t rating.Technique) (int64, error) {
	if in.techniques[t] != 0 {
		return in.techniques[t], nil
	}
	err := in.tx.QueryRowContext(in.ctx, `
		INSERT INTO techniques (name) VALUES (?)
		ON CONFLICT (name) DO UPDATE SET name = name
		RETURNING id`, t.String()).Scan(&in.techniques[t])
	return in.techniques[t], err
}

func (in *inserter) insertUses(id int64, r *rating.Result) error {
	for t := range rating.Techniques() {
		if r.Uses[t] == 0 {
			continue
		}
		technique, err := in.technique(t)
		if err != nil {
			return err
		}
		if _, err := in.tx.ExecContext(in.ctx,
			`INSERT INTO seed_techniques (seed, technique, uses) VALUES (?, ?, ?)`, id, technique, r.Uses[t]); err != nil {
			return err
		}
	}
	return nil
}
