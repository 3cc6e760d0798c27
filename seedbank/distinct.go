package seedbank

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/seedbank/shuffle"
)

// DistinctStream is one puzzle of each seed of a selection, in an order that
// depends on the key alone, as long as nothing is added to the bank.
type DistinctStream struct {
	selection *Selection
	order     *shuffle.Permutation
	key, next uint64
	seen      map[Key]bool // seeds that came already, if they can come twice
	kept      *kept
	from      source
	drawn     Drawn
}

// Distinct returns the stream of a key, at its first puzzle.
func (s *Selection) Distinct(key uint64) *DistinctStream {
	st := &DistinctStream{selection: s, key: key, kept: newKept(), order: shuffle.New(shuffle.Uint128{Lo: s.Len()}, key)}
	if s.hasRungs() {
		st.seen = map[Key]bool{}
	}
	return st
}

// Seeds returns the number of different seeds in s.
func (s *Selection) Seeds(ctx context.Context) (uint64, error) {
	if !s.hasRungs() {
		return s.Len(), nil
	}
	seeds := map[int64]bool{}
	for i := range s.strata {
		ids := s.bank.seedIDs
		if s.strata[i].ladder > 0 {
			ids = s.bank.rungSeeds
		}
		if err := ids(ctx, s.strata[i].id, func(id int64) { seeds[id] = true }); err != nil {
			return 0, fmt.Errorf("counting seeds of %s: %w", s.bank.path, err)
		}
	}
	return uint64(len(seeds)), nil
}

// seedIDs calls yield for the seeds of a stratum.
func (b *Bank) seedIDs(ctx context.Context, stratum int64, yield func(id int64)) error {
	rows, err := b.db.QueryContext(ctx, `SELECT id FROM seeds WHERE stratum = ?`, stratum)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return err
		}
		yield(id)
	}
	return rows.Err()
}

// hasRungs reports whether a seed can be in s several times.
func (s *Selection) hasRungs() bool {
	for i := range s.strata {
		if s.strata[i].ladder > 0 {
			return true
		}
	}
	return false
}

// Skip goes on by n puzzles, or to the end.
func (st *DistinctStream) Skip(ctx context.Context, n uint64) error {
	if st.seen == nil {
		st.next = min(st.next+n, st.selection.Len())
		return nil
	}
	for range n {
		if _, err := st.Next(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Next returns the next puzzle, or [ErrNoMore]. It is valid until the call
// after.
func (st *DistinctStream) Next(ctx context.Context) (*Drawn, error) {
	for st.next < st.selection.Len() {
		number := st.order.At(shuffle.Uint128{Lo: st.next}).Lo
		st.next++
		pick, err := st.selection.at(ctx, st.kept, number)
		if err != nil {
			return nil, err
		}
		if st.seen != nil {
			key := pick.Seed.Key()
			if st.seen[key] {
				continue
			}
			st.seen[key] = true
		}
		st.from = newSource(&pick, number)
		turns := rand.New(rand.NewPCG(st.key, number))
		st.drawn = Drawn{from: &st.from, turn: st.from.orbit.At(turns.Uint64N(st.from.orbit.Len()))}
		return &st.drawn, nil
	}
	return nil, ErrNoMore
}
