package seedbank

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// Shelf keeps at hand what streams have read from a bank, for all of them
// together. A server with many streams needs one: then a stream costs little to
// begin, and little memory, however long it stays. It can be used from several
// goroutines, and takes some 180 MB at most. When the bank changes, see [Bank.Stamp],
// take another one: this one knows what was there before.
type Shelf struct {
	cache *cache
	picks [shelfPicks]atomic.Pointer[shelved]
	next  atomic.Uint64 // the number on the shelf of the first pick of the next selection

	givenUp atomic.Uint64 // what the cache had given up when picks were last given up
}

// shelfPicks is the number of picks that a shelf has room for. They are in the
// cache, too, but need not be looked for there.
const shelfPicks = 1 << 17

// shelved is a pick with its number on the shelf. The picks of a selection have
// numbers one after the other, so that no two of them need one place as long as
// there is room for all.
type shelved struct {
	number uint64
	pick   *seed.Pick
}

// NewShelf returns an empty shelf. It is for one bank.
func NewShelf() *Shelf { return &Shelf{cache: newCache()} }

// On returns s with streams that use a shelf of its bank. Its seeds are counted and its
// digest is made only once.
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

// giveUp gives up all picks if the cache has given up their sources.
func (s *Shelf) giveUp() {
	before, now := s.givenUp.Load(), s.cache.givenUp.Load()
	if before == now || !s.givenUp.CompareAndSwap(before, now) {
		return
	}
	for i := range s.picks {
		s.picks[i].Store(nil)
	}
}

// ownPicks is the number of picks that a stream of s keeps for itself at most.
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
