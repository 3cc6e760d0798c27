package seedbank

import (
	"math/bits"
	"sync/atomic"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// pickWindow is the room of a table for some picks that are wanted together, in the order of
// their numbers. It takes 24 bytes a pick and a fifth of a byte for each number of the table.
type pickWindow struct {
	wishes *wishes
	before []uint32        // picks in the words of wishes before each
	there  []atomic.Uint64 // as in a leaf
	picks  []seed.Pick
	next   *pickWindow // of the same table
}

// bytesOfWindow returns the memory of a window for some wishes.
func bytesOfWindow(w *wishes) uint64 {
	return w.count*bytesOfPick + w.count/8 + uint64(len(w.bits))*bytesOfWord
}

// bytesOfWord is the memory of 64 wishes of a window, with the number of picks before them.
const bytesOfWord = 12

// mostAhead returns how many puzzles are read ahead at most, unless all picks are: as many as
// there is room for in a window, beside its wishes and the table.
func (s *Selection) mostAhead() uint64 {
	most, beside := uint64(s.shelf.most), s.Len()/64*bytesOfWord+s.Len()/leafPicks*8
	return (most - min(most, beside)) / uint64(bytesOfBoth)
}

// open adds a window for some wishes, which must not change any more. There is room for it.
func (t *pickTable) open(w *wishes) {
	fresh := &pickWindow{
		wishes: w, before: make([]uint32, len(w.bits)),
		there: make([]atomic.Uint64, (w.count+63)/64), picks: make([]seed.Pick, w.count),
	}
	n := uint32(0)
	for i, word := range w.bits {
		fresh.before[i] = n
		n += uint32(bits.OnesCount64(word))
	}
	for fresh.next = t.windows.Load(); !t.windows.CompareAndSwap(fresh.next, fresh); {
		fresh.next = t.windows.Load()
	}
}

// windowOf returns the window that has a number, or nil.
func (t *pickTable) windowOf(number uint64) *pickWindow {
	w := t.windows.Load()
	for w != nil && !w.wishes.has(number) {
		w = w.next
	}
	return w
}

// rank returns the place of a number of the window in it.
func (w *pickWindow) rank(number uint64) uint64 {
	word := w.wishes.bits[number/64] & (1<<(number%64) - 1)
	return uint64(w.before[number/64]) + uint64(bits.OnesCount64(word))
}
