package seedbank

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// hash returns a number that stands for what the rungs of a stratum have in
// common. Sums of it tell sets of rungs apart.
func (k rungKey) hash() uint64 {
	h := uint64(k.ladder)
	for _, part := range []uint64{uint64(k.er), uint64(k.clues), k.automorphisms, uint64(k.hardest)} {
		h = (h^part)*0x9e3779b97f4a7c15 + 1
		h ^= h >> 29
	}
	return h
}

// indexedRungs returns for each seed the sum of the strata in which it has
// rungs.
func (b *Bank) indexedRungs(ctx context.Context) (map[int64]uint64, error) {
	strata, err := b.rungStrata(ctx)
	if err != nil {
		return nil, err
	}
	sums := map[int64]uint64{}
	for id, key := range strata {
		if err := b.rungSeeds(ctx, id, func(seed int64) { sums[seed] += key.hash() }); err != nil {
			return nil, err
		}
	}
	return sums, nil
}

func (b *Bank) rungStrata(ctx context.Context) (map[int64]rungKey, error) {
	rows, err := b.db.QueryContext(ctx, `
		SELECT s.id, ladder, er, clues, automorphisms, name FROM rung_strata s JOIN techniques t ON t.id = s.hardest`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	strata := map[int64]rungKey{}
	for rows.Next() {
		var id int64
		var key rungKey
		var hardest string
		if err := rows.Scan(&id, &key.ladder, &key.er, &key.clues, &key.automorphisms, &hardest); err != nil {
			return nil, err
		}
		if key.hardest, err = techniqueNamed(hardest); err != nil {
			return nil, err
		}
		key.ladder--
		strata[id] = key
	}
	return strata, rows.Err()
}

// ladders returns what is wrong with the ladders of a seed: a rung that is not
// what the bank says, or that is not among the rungs to draw from though no
// other is isomorphic to it.
func (v *verifier) ladders(ctx context.Context, s *Seed) error {
	if err := s.checkLadders(); err != nil {
		return err
	}
	var sum uint64
	var keys []Key
	var hashes []uint64
	clues := s.Puzzle.NumClues()
	for l, ladder := range s.Ladders {
		p := s.Puzzle
		for i, r := range ladder {
			p = p.With(sudoku.CellSet(r.Cell))
			canonical := v.canonizer.Canonical(p.Clues())
			turned := canonical.To.Puzzle(p)
			switch want := (rating.Result{ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest}); {
			case canonical.Automorphisms != r.Automorphisms:
				return fmt.Errorf("the automorphisms of rung %d are counted wrongly", rungNumber(l, i+1))
			case v.ratings && !v.rated(&turned, &want):
				return fmt.Errorf("the rating of rung %d is another", rungNumber(l, i+1))
			}
			hash := rungKey{l, r.ER, clues + i + 1, r.Automorphisms, r.Hardest}.hash()
			keys, hashes = append(keys, KeyOf(canonical.Grid)), append(hashes, hash)
			sum += hash
		}
	}
	id, known, err := v.before(ctx, s)
	if err != nil {
		return err
	}
	for i, key := range keys {
		if known[key] {
			sum -= hashes[i]
		}
		known[key] = true
	}
	if sum != v.indexed[id] {
		return errors.New("its ladders are not what the bank draws rungs from")
	}
	return nil
}

// before returns the number of a seed and the keys of the rungs of all seeds
// with the same solution that the bank had before it. It checks the key of the
// solution on the way.
func (v *verifier) before(ctx context.Context, s *Seed) (id int64, known map[Key]bool, err error) {
	b := v.selection.bank
	solution := v.canonizer.Canonical(s.Puzzle.Solution())
	grid := KeyOf(solution.Grid)
	var stored int64
	err = b.db.QueryRowContext(ctx, `SELECT id, grid FROM seeds WHERE key = ?`, int64(s.Key())).Scan(&id, &stored)
	if err == nil && Key(stored) != grid {
		err = errors.New("the key of its solution is wrong")
	}
	if err != nil {
		return 0, nil, err
	}
	rows, err := b.db.QueryContext(ctx, `SELECT puzzle, ladders FROM seeds WHERE grid = ? AND id < ?`, stored, id)
	if err != nil {
		return 0, nil, err
	}
	known = map[Key]bool{}
	err = eachWithRungs(rows, func(other *Seed) {
		rungKeys(other, &v.canonizer, func(_ uint8, _ *Rung, key Key) bool {
			known[key] = true
			return true
		})
	})
	return id, known, err
}
