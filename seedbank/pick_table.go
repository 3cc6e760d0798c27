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

type tableLeaf [leafPicks]seed.Slot

// A leaf has few picks, so that a table for one puzzle costs little.
const (
	leafPicks   = 256
	bytesOfLeaf = leafPicks * bytesOfPick
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
	return leaf[number%leafPicks].Pick()
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
	in = leaf[number%leafPicks].Put(pick)
	lock.Unlock()
	return in, bytes
}
