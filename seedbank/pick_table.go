package seedbank

import (
	"runtime"
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// pickTable is the picks of a selection that are at hand, by their numbers. It is as long
// as the selection, but has memory only for the leaves that are in use. Any number of
// goroutines can read it and put picks in it.
type pickTable struct {
	leaves  []atomic.Pointer[tableLeaf]
	givenUp uint64 // how often the shelf had given up everything when the table was begun
}

// tableLeaf has the picks of consecutive numbers.
type tableLeaf struct {
	ready   [leafPicks / 64]atomic.Uint64 // a bit for each pick that is there
	claimed [leafPicks / 64]atomic.Uint64 // a bit for each pick that is there or comes at once
	picks   *[leafPicks]seed.Pick         // apart, so that none lies on two lines of the processor's cache
}

// A leaf has few picks, so that a table for one puzzle costs little.
const (
	leafPicks   = 128
	bytesOfLeaf = leafPicks*bytesOfPick + leafPicks/4 + 8
)

func newPickTable(n, givenUp uint64) *pickTable {
	return &pickTable{leaves: make([]atomic.Pointer[tableLeaf], (n+leafPicks-1)/leafPicks), givenUp: givenUp}
}

// at returns the pick of a number, or nil. It reads nothing of the pick.
func (t *pickTable) at(number uint64) *seed.Pick {
	if t == nil {
		return nil
	}
	leaf, i := t.leaves[number/leafPicks].Load(), number%leafPicks
	if leaf == nil || leaf.ready[i/64].Load()>>(i%64)&1 == 0 {
		return nil
	}
	return &leaf.picks[i]
}

// put puts a pick under a number, unless it is there already. It returns the one in the
// table, and how many bytes the table takes more.
func (t *pickTable) put(number uint64, pick seed.Pick) (in *seed.Pick, bytes int) {
	at := &t.leaves[number/leafPicks]
	leaf := at.Load()
	if leaf == nil {
		leaf = &tableLeaf{picks: new([leafPicks]seed.Pick)}
		if at.CompareAndSwap(nil, leaf) {
			bytes = bytesOfLeaf
		} else {
			leaf = at.Load()
		}
	}
	i := number % leafPicks
	word, bit := i/64, uint64(1)<<(i%64)
	if leaf.claimed[word].Or(bit)&bit == 0 {
		leaf.picks[i] = pick
		leaf.ready[word].Or(bit)
	}
	for leaf.ready[word].Load()&bit == 0 { // another goroutine is putting it there
		runtime.Gosched()
	}
	return &leaf.picks[i], bytes
}
