package seedbank

import (
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
