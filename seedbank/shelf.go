package seedbank

import (
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// Shelf is a cache that the streams of a bank share. In a server with many streams it
// makes a stream cheap to begin and small in memory. Goroutines can share it. It
// takes at most some 180 MB. When the bank changes (see [Bank.Stamp]), make a new
// shelf, because the old one still has the old contents.
type Shelf struct {
	cache *cache
	picks [shelfPicks]atomic.Pointer[shelved]
	next  atomic.Uint64 // shelf number for the first pick of the next selection

	givenUp atomic.Uint64 // cache.givenUp when the picks were last dropped
}

// shelfPicks is the number of picks that a shelf has room for. Their seeds are in
// the cache too, but finding a pick on the shelf is faster.
const shelfPicks = 1 << 17

// shelved is a pick with its number on the shelf. The picks of a selection have
// consecutive numbers, so they do not collide if the shelf has room for all.
type shelved struct {
	number uint64
	pick   *seed.Pick
}

// NewShelf returns an empty shelf for one bank.
func NewShelf() *Shelf { return &Shelf{cache: newCache()} }

// giveUp drops all picks if the cache has dropped their sources.
func (s *Shelf) giveUp() {
	before, now := s.givenUp.Load(), s.cache.givenUp.Load()
	if before == now || !s.givenUp.CompareAndSwap(before, now) {
		return
	}
	for i := range s.picks {
		s.picks[i].Store(nil)
	}
}
