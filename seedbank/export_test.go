package seedbank

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/shuffle"
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
	s := &Selection{strata: []stratum{{Stratum: tables.Stratum{Number: seeds, Isomorphs: isomorphs}}}, shelf: NewShelf(), picks: new(atomic.Pointer[pickTable])}
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

// Fill makes the shelf of a stream look full.
func Fill(stream Stream) {
	h := stream.(*fullStream).selection.shelf
	h.bytes.Store(h.most)
}

// GivenUp returns how often the shelf of a stream gave up what it had, how many seeds it
// has, and whether the stream knows of all that.
func GivenUp(stream Stream) (times uint64, seeds int, known bool) {
	full := stream.(*fullStream)
	shelf := full.selection.shelf
	times = shelf.givenUp.Load()
	return times, len(shelf.seeds), full.table.givenUp == times
}

// AtHand returns the number of picks that a selection has at hand.
func (s *Selection) AtHand() (n int) {
	for number := range s.Len() {
		if s.table().at(number) != nil {
			n++
		}
	}
	return n
}

// ReadAll reads all picks in the order of the file. It returns false if it does not.
func (s *Selection) ReadAll(ctx context.Context, workers int) bool { return s.readAll(ctx, workers) }

// PassRows lets a test choose how many rows it takes as long to go past as to look one up.
func PassRows(rows uint64) (before uint64) {
	before, rowsPassed = rowsPassed, rows
	return before
}

// MostAhead returns the number of puzzles that are read ahead at most.
func (s *Selection) MostAhead() uint64 { return s.mostAhead() }

// MostRead returns the greatest number of puzzles that are read together if some blocks of s
// are taken, each from one place to another.
func (s *Selection) MostRead(ctx context.Context, blocks ...[2]uint64) (most uint64) {
	p := &plan{workers: 1}
	for _, b := range blocks {
		p.reach(ctx, s, b[0], b[1], func(from, to uint64, _ *wishes) { most = max(most, to-from) })
	}
	return most
}

// RoomFor returns the limit, in bytes, of the shelf of a selection with a number of picks
// of a bank with a number of seeds.
func RoomFor(picks, seeds uint64) int64 {
	h := NewShelf()
	h.holdAll(picks, seeds)
	return h.most
}

// RoomOf returns the bytes that a shelf may take.
func RoomOf(h *Shelf) int64 { return h.most }

// SetRoom sets the bytes that the shelf of a selection may take.
func (s *Selection) SetRoom(bytes int64) { s.shelf.most = bytes }

// ReadsWhatItSays reads the first picks of a selection together, with about as much room as a
// window of them takes, and reports whether all are at hand if they should be.
func (s *Selection) ReadsWhatItSays(ctx context.Context, picks uint64, more int64) bool {
	w := s.noWishes()
	for number := range picks {
		w.add(number)
	}
	s.shelf.most = int64(bytesOfWindow(w)+picks*uint64(seed.BytesOfSource)) + more
	if !s.readMany(ctx, w, 1) {
		return true
	}
	for number := range picks {
		if s.table().at(number) == nil {
			return false
		}
	}
	return true
}

// Windows returns the number of windows of the table of a selection.
func (s *Selection) Windows() (n int) {
	for w := s.table().windows.Load(); w != nil; w = w.next {
		n++
	}
	return n
}
