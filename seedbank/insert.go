package seedbank

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// Insert stores seeds, in one transaction, and returns which of them were new.
// Seeds that the bank already holds are left as they are.
func (b *Bank) Insert(ctx context.Context, seeds []Seed) (isNew []bool, err error) {
	isNew = make([]bool, len(seeds))
	err = b.write(ctx, func(tx *sql.Tx) error {
		in, err := newInserter(ctx, tx)
		if err != nil {
			return err
		}
		for i := range seeds {
			if isNew[i], err = in.insert(&seeds[i]); err != nil {
				return fmt.Errorf("seed %v: %w", seeds[i].Puzzle.Clues(), err)
			}
		}
		return in.finish()
	})
	if err != nil {
		return nil, fmt.Errorf("storing seeds in %s: %w", b.path, err)
	}
	return isNew, nil
}

// write runs do in a transaction.
func (b *Bank) write(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	// Does nothing after Commit. What it says after an error is worth nothing:
	// SQLite may have rolled back by itself.
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// inserter stores seeds in a transaction. Strata and pages of slots that it
// meets stay in memory and are written once, at the end.
type inserter struct {
	ctx         context.Context
	tx          *sql.Tx
	storeSeed   *sql.Stmt
	hasKey      *sql.Stmt
	findStratum *sql.Stmt                   // or make it
	techniques  [rating.NumTechniques]int64 // their numbers in the bank, 0 if not known yet
	strata      map[stratumKey]*openStratum
	pages       pages
	rungs       *rungInserter
	canonizer   transform.Canonizer
}

// stratumKey is what the seeds of a stratum have in common.
type stratumKey struct {
	er            rating.Tenths
	clues         int
	automorphisms uint64
	hardest       rating.Technique
}

// openStratum is a stratum that is being filled.
type openStratum struct {
	id     int64
	seeds  uint64 // now
	stored uint64 // before
}

func newInserter(ctx context.Context, tx *sql.Tx) (*inserter, error) {
	in := &inserter{ctx: ctx, tx: tx, strata: map[stratumKey]*openStratum{}, pages: pages{}}
	var err error
	in.storeSeed, err = tx.PrepareContext(ctx, `
		INSERT INTO seeds (stratum, slot, key, grid, puzzle, ep, ed, uses, ladders, origin, run)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return nil, err
	}
	in.hasKey, err = tx.PrepareContext(ctx, hasKey)
	if err != nil {
		return nil, err
	}
	in.findStratum, err = tx.PrepareContext(ctx, `
		INSERT INTO strata (level, er, clues, automorphisms, hardest, seeds) VALUES (?, ?, ?, ?, ?, 0)
		ON CONFLICT (er, clues, automorphisms, hardest) DO UPDATE SET seeds = seeds
		RETURNING id, seeds`)
	if err != nil {
		return nil, err
	}
	in.rungs, err = newRungInserter(in)
	return in, err
}

// insert stores a seed and reports whether it was new.
func (in *inserter) insert(s *Seed) (isNew bool, err error) {
	key := s.Key()
	var has bool
	if err := in.hasKey.QueryRowContext(in.ctx, int64(key)).Scan(&has); err != nil {
		return false, err
	}
	if has {
		return false, in.mustHold(key, packGrid(s.Puzzle.Clues()))
	}
	solution := in.canonizer.Canonical(s.Puzzle.Solution())
	return true, in.store(s, key, KeyOf(solution.Grid), false)
}

// store stores a new seed with its key and that of its solution's canonical
// form. It is alone if no other seed of the bank has that.
func (in *inserter) store(s *Seed, key, grid Key, alone bool) error {
	st, err := in.stratum(s)
	if err != nil {
		return err
	}
	if err := in.knowAll(s); err != nil {
		return err
	}
	result, err := in.storeSeed.ExecContext(in.ctx, st.id, st.seeds, int64(key), int64(grid), packGrid(s.Puzzle.Clues()),
		s.Rating.EP, s.Rating.ED, packUses(&s.Rating, &in.techniques), packLadders(&s.Ladders, &in.techniques), s.Origin, s.Run)
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	for t, steps := range s.Rating.Uses {
		if steps == 0 {
			continue
		}
		if err := in.mark(rating.Technique(t), st, steps); err != nil {
			return err
		}
	}
	st.seeds++
	return in.rungs.insert(s, id, grid, alone)
}

// knowAll makes sure that all techniques of a seed and of its rungs have a
// number in the bank.
func (in *inserter) knowAll(s *Seed) error {
	needed := s.Rating.Uses
	for _, ladder := range s.Ladders {
		for _, r := range ladder {
			needed[r.Hardest] = 1
		}
	}
	for t, n := range needed {
		if n == 0 {
			continue
		}
		if err := in.know(rating.Technique(t)); err != nil {
			return err
		}
	}
	return nil
}

// mustHold returns an error if the seed of a key is another one.
func (in *inserter) mustHold(key Key, packed []byte) error {
	var known []byte
	err := in.tx.QueryRowContext(in.ctx, `SELECT puzzle FROM seeds WHERE key = ?`, int64(key)).Scan(&known)
	if err == nil && !bytes.Equal(known, packed) {
		err = fmt.Errorf("another seed has the same key %v", key)
	}
	return err
}

// stratum returns the stratum that a seed belongs to, which is made if there is
// none.
func (in *inserter) stratum(s *Seed) (*openStratum, error) {
	key := stratumKey{s.Rating.ER, s.Puzzle.NumClues(), s.Automorphisms, s.Rating.Hardest}
	if st := in.strata[key]; st != nil {
		return st, nil
	}
	if err := in.know(key.hardest); err != nil {
		return nil, err
	}
	st := &openStratum{}
	err := in.findStratum.QueryRowContext(in.ctx, s.Rating.Level(), key.er, key.clues, key.automorphisms, in.techniques[key.hardest]).
		Scan(&st.id, &st.stored)
	st.seeds = st.stored
	in.strata[key] = st
	return st, err
}

// know makes sure that a technique has a number in the bank.
func (in *inserter) know(t rating.Technique) error {
	if in.techniques[t] != 0 {
		return nil
	}
	return in.tx.QueryRowContext(in.ctx, `
		INSERT INTO techniques (name) VALUES (?)
		ON CONFLICT (name) DO UPDATE SET name = name
		RETURNING id`, t.String()).Scan(&in.techniques[t])
}

// mark notes that the next seed of a stratum uses a technique.
func (in *inserter) mark(t rating.Technique, st *openStratum, steps uint16) error {
	name := pageName{in.techniques[t], st.id, st.seeds / pageSlots}
	if in.pages[name] == nil && name.page*pageSlots < st.stored {
		if err := in.loadPage(name); err != nil {
			return err
		}
	}
	in.pages.add(name, st.seeds%pageSlots, steps)
	return nil
}

// loadPage reads a page to which a slot will be added.
func (in *inserter) loadPage(name pageName) error {
	var p page
	err := in.tx.QueryRowContext(in.ctx, `
		SELECT seeds, uses, slots FROM technique_slots WHERE technique = ? AND stratum = ? AND page = ?`,
		name.technique, name.stratum, name.page).Scan(&p.seeds, &p.uses, &p.slots)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	in.pages[name] = &p
	return err
}

// finish writes what insert has changed in strata and pages.
func (in *inserter) finish() error {
	for _, st := range in.strata {
		if _, err := in.tx.ExecContext(in.ctx, `UPDATE strata SET seeds = ? WHERE id = ?`, st.seeds, st.id); err != nil {
			return err
		}
	}
	write, err := in.tx.PrepareContext(in.ctx, `
		INSERT OR REPLACE INTO technique_slots (technique, stratum, page, seeds, uses, slots) VALUES (?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	for name, p := range in.pages {
		if _, err := write.ExecContext(in.ctx, name.technique, name.stratum, name.page, p.seeds, p.uses, []byte(p.slots)); err != nil {
			return err
		}
	}
	return in.rungs.finish()
}
