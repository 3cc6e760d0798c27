package seedbank

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// ErrBesidePattern says what does not go with a pattern.
var ErrBesidePattern = errBesidePattern

// NextBoth returns the seed that comes next from a number on, found in both ways.
func (s *Selection) NextBoth(ctx context.Context, number uint64) (byKey, few *seed.Seed, err error) {
	if byKey, err = s.nextByKey(ctx, number); err == nil {
		few, err = s.nextOfFew(ctx, number)
	}
	return byKey, few, err
}

// Split returns the pick and the isomorph of a puzzle.
func (s *Selection) Split(puzzle shuffle.Uint128) (number, isomorph uint64) { return s.split(puzzle) }

// SelectionOf returns a selection of one stratum with a number of seeds.
func SelectionOf(seeds, isomorphs uint64) *Selection {
	s := &Selection{strata: []stratum{{Stratum: tables.Stratum{Number: seeds, Isomorphs: isomorphs}}}}
	s.addUp()
	return s
}

// Repeat makes s as long as some selections like it.
func (s *Selection) Repeat(times int) {
	s.strata, s.spans = slices.Repeat(s.strata, times), nil
	s.addUp()
}

// Left returns the number of puzzles that a stream still has, and false for a stream that
// does not know.
func Left(stream Stream) (left shuffle.Uint128, ok bool) {
	if full, ok := stream.(*fullStream); ok {
		return full.left(), true
	}
	return left, false
}

// Fill makes the cache of a stream look full.
func Fill(stream Stream) {
	cache := stream.(*fullStream).cache
	cache.mutex.Lock()
	defer cache.mutex.Unlock()
	cache.bytes = maxCachedBytes
}

// GivenUp returns how often the cache of a stream gave up what it had, how many seeds it
// has, and whether the stream knows of all that.
func GivenUp(stream Stream) (times uint64, seeds int, known bool) {
	full := stream.(*fullStream)
	times = full.cache.givenUp.Load()
	return times, len(full.cache.sources), full.givenUp == times
}
