package seedbank

import (
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// pickTable is the picks of a selection that are at hand, by their numbers. It is as long
// as the selection, but has memory only for the leaves that are in use, and for the windows:
// some picks of a long selection would begin a leaf each. Any number of goroutines can read
// it and put picks in it.
type pickTable struct {
	leaves  []atomic.Pointer[tableLeaf]
	windows atomic.Pointer[pickWindow]
	locks   [64]sync.Mutex // for who changes leaves and windows, each for some of them
	givenUp uint64         // how often the shelf had given up everything when the table was begun
}

// tableLeaf is some picks. A bit of there is set when a pick has been written, which never
// changes then. So who finds it set can read the pick without a lock.
type tableLeaf struct {
	there [(leafPicks + 63) / 64]atomic.Uint64
	picks [leafPicks]seed.Pick
}

// at returns pick number i, or nil.
func (l *tableLeaf) at(i uint64) *seed.Pick {
	if !isThere(l.there[:], i) {
		return nil
	}
	return &l.picks[i]
}

// A leaf has few picks, so that a table for one puzzle costs little. It fills two pages of
// memory, with the eight bytes that Go adds.
const (
	leafPicks   = 338
	bytesOfLeaf = 2 << 12
)

func newPickTable(n, givenUp uint64) *pickTable {
	return &pickTable{leaves: make([]atomic.Pointer[tableLeaf], (n+leafPicks-1)/leafPicks), givenUp: givenUp}
}

// bytes returns the memory of the addresses of the leaves.
func (t *pickTable) bytes() int64 { return int64(len(t.leaves)) * 8 }

// at returns the pick of a number, or nil.
func (t *pickTable) at(number uint64) *seed.Pick {
	if t == nil {
		return nil
	}
	if leaf := t.leaves[number/leafPicks].Load(); leaf != nil {
		if pick := leaf.at(number % leafPicks); pick != nil {
			return pick
		}
	}
	if w := t.windowOf(number); w != nil {
		if i := w.rank(number); isThere(w.there, i) {
			return &w.picks[i]
		}
	}
	return nil
}

// put puts a pick under a number, unless it is there already. It returns the one in the
// table, and how many bytes the table takes more.
func (t *pickTable) put(number uint64, pick seed.Pick) (in *seed.Pick, bytes int) {
	n := number / leafPicks
	lock := &t.locks[n%uint64(len(t.locks))]
	lock.Lock()
	defer lock.Unlock()
	if w := t.windowOf(number); w != nil {
		i := w.rank(number)
		return putPick(w.there, w.picks, i, pick), 0
	}
	leaf := t.leaves[n].Load()
	if leaf == nil {
		leaf, bytes = new(tableLeaf), bytesOfLeaf
		t.leaves[n].Store(leaf)
	}
	return putPick(leaf.there[:], leaf.picks[:], number%leafPicks, pick), bytes
}

// isThere reports whether pick number i has been written.
func isThere(there []atomic.Uint64, i uint64) bool { return there[i/64].Load()>>(i%64)&1 != 0 }

// putPick writes pick number i, unless it has been written.
func putPick(there []atomic.Uint64, picks []seed.Pick, i uint64, pick seed.Pick) *seed.Pick {
	if !isThere(there, i) {
		picks[i] = pick
		there[i/64].Or(1 << (i % 64))
	}
	return &picks[i]
}
