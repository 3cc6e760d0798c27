package seed

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// Slot has room for a pick in a table. Goroutines can share it. The zero value is empty.
type Slot struct{ pick Pick }

// coming is the source of a pick that a goroutine is putting in its slot.
var coming Source

// source is the source of the pick for atomic use: who reads it reads the rest of the pick
// as it was before the source was stored.
func (s *Slot) source() *unsafe.Pointer { return (*unsafe.Pointer)(unsafe.Pointer(&s.pick.source)) }

// Pick returns the pick in the slot, or nil.
func (s *Slot) Pick() *Pick {
	if source := (*Source)(atomic.LoadPointer(s.source())); source == nil || source == &coming {
		return nil
	}
	return &s.pick
}

// Put puts a pick in the slot, unless there is one already. It returns the one that is there.
func (s *Slot) Put(p Pick) *Pick {
	if atomic.CompareAndSwapPointer(s.source(), nil, unsafe.Pointer(&coming)) {
		s.pick.special, s.pick.low, s.pick.high = p.special, p.low, p.high
		s.pick.er, s.pick.ep, s.pick.ed, s.pick.hardest = p.er, p.ep, p.ed, p.hardest
		atomic.StorePointer(s.source(), unsafe.Pointer(p.source))
	}
	for s.Pick() == nil { // another goroutine is putting one there
		runtime.Gosched()
	}
	return &s.pick
}
