package seedbank

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// The puzzle of a number must not depend on the order of a bank: neither on slots nor on
// which of two isomorphic rungs is listed. So all keys form a circle, and the number is
// a point on it. The puzzle comes from the next seed on the circle that has a pick for
// the filter.
//
// If many seeds have a pick, a scan of the keys from the number on finds the next one.
// If few have one, a scan would read the whole bank, so the keys of these few are
// compared instead. Both methods find the same seed.

// isFew reports whether to compare the keys of all picks instead of scanning the bank. A
// scan takes about seeds/picks steps.
func isFew(picks, seeds uint64) bool { return picks < 1<<20 && picks*picks < seeds }

// ByNumber returns a puzzle of s for any number of 64 bits. Numbers near each other give the
// same seed, so they should be spread evenly, such as hashes of dates. Banks with the same seeds
// and rungs give the same puzzle for the same filter, in whatever order these were
// stored. If s is empty, the error is [ErrNoMatch]. If s is a part of another selection,
// which no filter describes, ByNumber returns an error.
func (s *Selection) ByNumber(ctx context.Context, number uint64) (_ seed.Isomorph, err error) {
	if s.isPart {
		return seed.Isomorph{}, errPartByNumber
	}
	best, err := s.nextTo(ctx, number)
	if err == nil && best == nil {
		return seed.Isomorph{}, tables.ErrNoMatch
	}
	if s.bank.file.Explain(&err, "choosing a seed of"); err != nil {
		return seed.Isomorph{}, err
	}
	places := s.wantedPlaces(best)
	number = shuffle.Mix(number)
	pick := s.pickAt(best, places[below(number, uint64(len(places)))])
	return pick.Isomorph(below(shuffle.Mix(number), pick.Isomorphs())), nil
}

var errPartByNumber = errors.New("a part of a selection has no puzzles by number")

// below maps a number of 64 bits to a number below n.
func below(number, n uint64) uint64 {
	high, _ := bits.Mul64(number, n)
	return high
}

// pickAt returns the pick of a seed at a place, restricted to the isomorphs that
// the filter wants.
func (s *Selection) pickAt(of *seed.Seed, place int) *seed.Pick {
	if !s.filter.Pattern.Empty() {
		return of.PickArranged(place, s.filter.Pattern)
	}
	return of.PickSymmetric(place, s.filter.Symmetry)
}

// wantedPlaces returns the places of the picks of a seed that pass the filter: 0 for
// the seed, then the places of rungs, from 1, ordered by the cells that they add.
func (s *Selection) wantedPlaces(of *seed.Seed) (places []int) {
	pattern := of.Puzzle.Clues().Filled()
	if s.filter.passesAs(pattern, &of.Rating) && s.filter.wantsSolved(of.Puzzle) {
		places = append(places, 0)
	}
	if !s.filter.Rungs || s.filter.byPath() {
		return places
	}
	first := len(places)
	for i := range of.Rungs {
		rated := of.Rungs[i].Result()
		if s.filter.passesAs(pattern.Or(of.Rungs[i].Added), &rated) && s.filter.wantsSolved(of.Puzzle.With(of.Rungs[i].Added)) {
			places = append(places, i+1)
		}
	}
	slices.SortFunc(places[first:], func(a, b int) int { return of.Rungs[a-1].Added.Compare(of.Rungs[b-1].Added) })
	return places
}

// nextTo returns the next seed on the circle from a number on that has a pick for
// the filter, or nil if there is none.
func (s *Selection) nextTo(ctx context.Context, number uint64) (*seed.Seed, error) {
	picks := s.Len()
	if picks == 0 {
		return nil, nil
	}
	last, err := s.bank.file.LastSeed(ctx)
	switch {
	case err != nil:
		return nil, err
	case isFew(picks, uint64(last)):
		return s.nextOfFew(ctx, number)
	}
	return s.nextByKey(ctx, number)
}

// nextByKey looks for the next seed in the order of keys. Keys are stored as signed
// numbers, so the circle is cut between the highest and the lowest signed number.
func (s *Selection) nextByKey(ctx context.Context, number uint64) (*seed.Seed, error) {
	of := s.filter
	if of.Rungs { // the seed itself need not pass
		of = Filter{}
	}
	start := int64(number)
	found, err := s.nextFrom(ctx, &of, start)
	if found == nil && err == nil {
		found, err = s.nextFrom(ctx, &of, math.MinInt64)
	}
	return found, err
}

// nextFrom looks for the first seed with a key from first on that has a pick for the
// filter.
func (s *Selection) nextFrom(ctx context.Context, of *Filter, first int64) (*seed.Seed, error) {
	for limit := firstSteps; ; limit = min(2*limit, batchSeeds) {
		rows, more, err := s.bank.rowsFrom(ctx, first, of, limit)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			found, err := s.bank.file.UnpackRow(ctx, &rows[i].SeedRow)
			if err != nil {
				return nil, err
			}
			if len(s.wantedPlaces(&found)) > 0 {
				return &found, nil
			}
		}
		if !more || rows[len(rows)-1].Key == math.MaxInt64 {
			return nil, nil
		}
		first = rows[len(rows)-1].Key + 1
	}
}

// firstSteps is the number of seeds in the first batch. It is small, because
// often the first seed has a pick.
const firstSteps = 4

// nextOfFew compares the keys of all seeds that the strata list and of all seeds that
// share a solution with them. The latter may have rungs that are isomorphic to listed
// ones, and strata list only one of isomorphic rungs.
func (s *Selection) nextOfFew(ctx context.Context, number uint64) (*seed.Seed, error) {
	keys, err := s.keysOfFew(ctx)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(keys, func(a, b int64) int { return cmp.Compare(uint64(a)-number, uint64(b)-number) })
	for _, key := range slices.Compact(keys) {
		found, err := s.bank.file.ReadSeedWhere(ctx, s.bank.file.ByKey, key)
		if err != nil {
			return nil, err
		}
		if len(s.wantedPlaces(&found)) > 0 {
			return &found, nil
		}
	}
	return nil, nil
}

// keysOfFew returns the keys of the seeds that nextOfFew compares.
func (s *Selection) keysOfFew(ctx context.Context) (keys []int64, err error) {
	const ofOthers = `SELECT key FROM seeds WHERE solution = (SELECT solution FROM seeds WHERE id = ?)`
	for i := range s.strata {
		st := &s.strata[i]
		for number := st.end - st.Number; number < st.end; number++ {
			at, err := s.locate(ctx, number)
			if err != nil {
				return nil, err
			}
			query, arguments := ofOthers, []any{int64(at.seed.id)}
			if at.seed.id == 0 {
				query, arguments = `SELECT key FROM seeds WHERE stratum = ? AND slot = ?`, []any{at.seed.stratum, int64(at.seed.slot)}
			}
			some, err := tables.Column[int64](ctx, s.bank.file.DB, "seeds", query, arguments...)
			if err != nil {
				return nil, err
			}
			keys = append(keys, some...)
		}
	}
	return keys, nil
}
