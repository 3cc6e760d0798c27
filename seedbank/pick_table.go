package seedbank

import (
	"sync"
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// pickTable is the picks of a selection that are at hand, by their numbers. It is as long
// as the selection, but has memory only for the leaves that are in use. Any number of
// goroutines can read it and put picks in it.
type pickTable struct {
	leaves  []atomic.Pointer[tableLeaf]
	locks   [64]sync.Mutex // for who changes leaves, each for some of them
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
	if l.there[i/64].Load()>>(i%64)&1 == 0 {
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

// at returns the pick of a number, or nil.
func (t *pickTable) at(number uint64) *seed.Pick {
	if t == nil {
		return nil
	}
	leaf := t.leaves[number/leafPicks].Load()
	if leaf == nil {
		return nil
	}
	return leaf.at(number % leafPicks)
}

// put puts a pick under a number, unless it is there already. It returns the one in the
// table, and how many bytes the table takes more.
func (t *pickTable) put(number uint64, pick seed.Pick) (in *seed.Pick, bytes int) {
	n := number / leafPicks
	lock := &t.locks[n%uint64(len(t.locks))]
	lock.Lock()
	leaf := t.leaves[n].Load()
	if leaf == nil {
		leaf, bytes = new(tableLeaf), bytesOfLeaf
		t.leaves[n].Store(leaf)
	}
	i := number % leafPicks
	if leaf.at(i) == nil {
		leaf.picks[i] = pick
		leaf.there[i/64].Or(1 << (i % 64))
	}
	lock.Unlock()
	return &leaf.picks[i], bytes
}
