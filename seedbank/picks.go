package seedbank

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// At returns seed or rung number i, which must be below Len.
func (s *Selection) At(ctx context.Context, i uint64) (*seed.Pick, error) {
	return s.at(ctx, newCache(), i)
}

// at is At with a cache.
func (s *Selection) at(ctx context.Context, cache *cache, i uint64) (*seed.Pick, error) {
	l, err := s.locate(ctx, cache, i)
	if err != nil {
		return nil, err
	}
	return s.pick(ctx, cache, l)
}

// location is the location of a pick of a selection in the bank: its stratum, its
// seed, and its place in the seed, 0 for the seed itself and 1 for its first
// rung.
type location struct {
	stratum *stratum
	seed    seedPlace
	place   int
}

// locate returns the location of seed or rung number i.
func (s *Selection) locate(ctx context.Context, cache *cache, i uint64) (location, error) {
	st := s.stratumOf(i)
	i = st.slot(i - (st.end - st.Number))
	if st.Table.Pages == "" {
		return location{st, seedPlace{stratum: st.ID, slot: i}, 0}, nil
	}
	page := tables.PickPage{Table: st.Table, Stratum: st.ID, Page: i / tables.PageRungs}
	places, err := cache.places(ctx, s.bank, page)
	if err == nil && i%tables.PageRungs >= uint64(len(places)) {
		err = errors.New("it is too short")
	}
	if err != nil {
		return location{}, fmt.Errorf("reading page %d of stratum %d of %s of %s: %w", page.Page, page.Stratum, st.Table.Number, s.bank.file.Path, tables.Plain(err))
	}
	listed := places[i%tables.PageRungs]
	if st.Table == tables.RungStrata { // this table lists no seeds
		listed.Place++
	}
	return location{st, seedPlace{id: listed.Seed}, listed.Place}, nil
}

// pick returns the pick at a location.
func (s *Selection) pick(ctx context.Context, cache *cache, l location) (*seed.Pick, error) {
	source, err := cache.source(ctx, s.bank, l.seed)
	if err != nil {
		return nil, err
	}
	if l.place >= source.Len() {
		return nil, fmt.Errorf("reading a rung of %s: seed %v has %s, none at place %d",
			s.bank.file.Path, source.Key(), phrase.Count(source.Len()-1, "rung"), l.place-1)
	}
	pick := s.pickOf(source, l)
	if err := s.mustWant(ctx, pick, l.stratum); err != nil {
		return nil, fmt.Errorf("reading seed %v of %s: %w", pick.Key(), s.bank.file.Path, tables.Plain(err))
	}
	return pick, nil
}

// pickOf returns the pick at a location, restricted to the isomorphs that the
// filter wants.
func (s *Selection) pickOf(source *seed.Source, l location) *seed.Pick {
	if !s.filter.Pattern.Empty() {
		return source.PickArranged(l.place, s.filter.Pattern)
	}
	return source.PickSymmetric(l.place, l.stratum.Symmetry)
}

// mustWant returns an error unless a pick has the properties that its stratum and
// the filter require. In a sound bank it always has.
func (s *Selection) mustWant(ctx context.Context, pick *seed.Pick, st *stratum) error {
	r := pick.Rating()
	hardest, err := s.bank.file.Technique(ctx, st.Hardest)
	switch {
	case err != nil:
		return tables.InRow(st.Table.Name, st.ID, err)
	case r.ER != st.ER || r.Hardest != hardest || pick.NumClues() != st.Clues || pick.Automorphisms() != st.Automorphisms:
		return tables.DamagedRow(st.Table.Name, st.ID, "rung %v is not what it says", pick.Added())
	case st.Automorphisms > 1 && new(transform.Canonizer).Canonical(pick.Puzzle().Clues()).Automorphisms != st.Automorphisms: // the count of isomorphs would be wrong
		return tables.DamagedRow(st.Table.Name, st.ID, "the automorphisms of rung %v are counted wrongly", pick.Added())
	case pick.Isomorphs() != st.Isomorphs || st.Minimal != (pick.Added() == 0):
		return tables.DamagedRow(st.Table.Name, st.ID, "rung %v is no puzzle that can be arranged so", pick.Added())
	case !s.filter.wantsPath(&r):
		return tables.DamagedRow("technique_slots", st.ID, "the seed uses other techniques")
	}
	return nil
}

// Draw returns one of the seeds and rungs, each with the same probability, or
// [ErrNoMatch] if there is none.
func (s *Selection) Draw(ctx context.Context, random *rand.Rand) (*seed.Pick, error) {
	if s.Len() == 0 {
		return nil, tables.ErrNoMatch
	}
	return s.At(ctx, random.Uint64N(s.Len()))
}

// On returns a copy of s whose streams use a shelf of its bank. The copy counts its
// seeds and makes its digest only once.
func (s *Selection) On(shelf *Shelf) *Selection {
	on := *s
	on.seeds, on.digest = new(atomic.Uint64), sync.OnceValue(s.Digest)
	on.shelf, on.onShelf = shelf, shelf.next.Add(s.Len())-s.Len()
	return &on
}

// fetch returns seed or rung number i of s, from the shelf if s is on one.
func (s *Selection) fetch(ctx context.Context, cache *cache, i uint64) (*seed.Pick, error) {
	if s.shelf == nil {
		return s.at(ctx, cache, i)
	}
	number := s.onShelf + i
	place := &s.shelf.picks[number%shelfPicks]
	if at := place.Load(); at != nil && at.number == number {
		return at.pick, nil
	}
	pick, err := s.at(ctx, cache, i)
	if err == nil {
		place.Store(&shelved{number, pick})
		s.shelf.giveUp()
	}
	return pick, err
}

// ownPicks is the largest number of picks that a stream of s keeps for itself.
func (s *Selection) ownPicks() uint64 {
	if s.shelf != nil {
		return 0 // but for a few
	}
	return s.Len()
}

// newCache returns the cache for a stream of s.
func (s *Selection) newCache() *cache {
	if s.shelf != nil {
		return s.shelf.cache
	}
	return newCache()
}
