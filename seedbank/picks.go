package seedbank

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// At returns seed or rung number i, which must be below Len.
func (s *Selection) At(ctx context.Context, i uint64) (*seed.Pick, error) {
	if pick := s.table().at(i); pick != nil {
		return pick, nil
	}
	pick, err := s.lookUp(ctx, i)
	if err != nil {
		return nil, err
	}
	return s.keep(i, pick), nil
}

// once returns the same as At, and keeps nothing for those who ask for the pick again.
func (s *Selection) once(ctx context.Context, i uint64) (*seed.Pick, error) {
	if pick := s.table().at(i); pick != nil {
		return pick, nil
	}
	pick, err := s.lookUp(ctx, i)
	return &pick, err
}

func (s *Selection) lookUp(ctx context.Context, i uint64) (seed.Pick, error) {
	l, err := s.locate(ctx, i)
	if err != nil {
		return seed.Pick{}, err
	}
	return s.pick(ctx, l)
}

// keep puts a pick in the table, and returns it as it is there.
func (s *Selection) keep(number uint64, pick seed.Pick) *seed.Pick {
	kept, bytes := s.table().put(number, pick)
	s.shelf.add(bytes)
	return kept
}

// location is the location of a pick of a selection in the bank: its stratum, its
// seed, and its place in the seed, 0 for the seed itself and 1 for its first
// rung.
type location struct {
	stratum *stratum
	seed    seedPlace
	place   int
}

// locate returns where seed or rung number i is.
func (s *Selection) locate(ctx context.Context, i uint64) (location, error) {
	st := &s.strata[s.stratumOf(i)]
	i = st.slot(i - (st.end - st.Number))
	if st.Table.Pages == "" {
		return location{st, seedPlace{stratum: st.ID, slot: i}, 0}, nil
	}
	page := tables.PickPage{Table: st.Table, Stratum: st.ID, Page: i / tables.PageRungs}
	places, err := s.shelf.places(ctx, s.bank, page)
	if err == nil && i%tables.PageRungs >= uint64(len(places)) {
		err = errors.New("it is too short")
	}
	if err != nil {
		return location{}, fmt.Errorf("reading page %d of stratum %d of %s of %s: %w", page.Page, page.Stratum, st.Table.Number, s.bank.file.Path, s.bank.file.Plain(err))
	}
	listed := page.Numbered(places[i%tables.PageRungs])
	return location{st, seedPlace{id: listed.Seed}, listed.Place}, nil
}

// pick returns what is at a location.
func (s *Selection) pick(ctx context.Context, l location) (pick seed.Pick, err error) {
	of, err := s.shelf.seed(ctx, s.bank, l.seed)
	if err != nil {
		return pick, err
	}
	if l.place >= len(of.rungs) {
		return pick, fmt.Errorf("reading a rung of %s: seed %v has %s, none at place %d",
			s.bank.file.Path, of.Key(), phrase.Count(len(of.rungs)-1, "rung"), l.place-1)
	}
	pick = s.pickOf(of.Source, &of.rungs[l.place], l.stratum)
	hardest, err := s.bank.file.Technique(ctx, l.stratum.Hardest)
	if err != nil {
		err = tables.InRow(l.stratum.Table.Name, l.stratum.ID, err)
	} else {
		err = s.mustWant(&pick, l.stratum, hardest)
	}
	if err != nil {
		return pick, fmt.Errorf("reading seed %v of %s: %w", pick.Key(), s.bank.file.Path, s.bank.file.Plain(err))
	}
	return pick, nil
}

// pickOf returns the pick of a rung in a stratum, restricted to the isomorphs that the
// filter wants.
func (s *Selection) pickOf(source *seed.Source, rung *seed.Rung, st *stratum) seed.Pick {
	pick := source.Of(rung)
	if !s.filter.Pattern.Empty() {
		return pick.Arranged(s.filter.Pattern)
	}
	return pick.Symmetric(st.Symmetry)
}

// mustWant returns an error unless a pick of a stratum is what the stratum and
// the filter say. In a sound bank it always is.
func (s *Selection) mustWant(pick *seed.Pick, st *stratum, hardest rating.Technique) error {
	r := pick.Ratings()
	switch {
	case r.ER != st.ER || r.Hardest != hardest || pick.NumClues() != st.Clues || pick.Automorphisms() != st.Automorphisms:
		return tables.DamagedRow(st.Table.Name, st.ID, "rung %v differs from its stratum", pick.Added())
	case st.Automorphisms > 1 && new(transform.Canonizer).Canonical(pick.Puzzle().Clues()).Automorphisms != st.Automorphisms: // the count of isomorphs would be wrong
		return tables.DamagedRow(st.Table.Name, st.ID, "the automorphisms of rung %v are miscounted", pick.Added())
	case pick.Isomorphs() != st.Isomorphs || st.Minimal != pick.Minimal():
		return tables.DamagedRow(st.Table.Name, st.ID, "rung %v cannot be arranged so", pick.Added())
	case !s.wantsPath(pick):
		return tables.DamagedRow("technique_slots", st.ID, "the seed uses other techniques")
	}
	return nil
}

// wantsPath reports whether the solving path of a pick is as the filter wants it.
func (s *Selection) wantsPath(pick *seed.Pick) bool {
	if !s.filter.byPath() {
		return true
	}
	r := pick.Rating()
	return s.filter.wantsPath(&r)
}

// Draw returns one of the seeds and rungs, each with the same probability, or
// [ErrNoMatch] if there is none.
func (s *Selection) Draw(ctx context.Context, random *rand.Rand) (*seed.Pick, error) {
	if s.Len() == 0 {
		return nil, tables.ErrNoMatch
	}
	return s.At(ctx, random.Uint64N(s.Len()))
}

// On returns s on a shelf of its bank. Its seeds are counted and its digest is made only
// once.
func (s *Selection) On(shelf *Shelf) *Selection {
	on := *s
	on.seeds, on.digest = new(atomic.Uint64), sync.OnceValue(s.Digest)
	on.shelf, on.picks, on.turns = shelf, new(atomic.Pointer[pickTable]), new(byLabel)
	return &on
}
