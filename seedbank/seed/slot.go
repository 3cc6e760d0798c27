package seed

import (
	"sync/atomic"
	"unsafe"
)

// Slot has room for a pick in a table. The zero value is empty. Goroutines can read it while
// one of them puts a pick there.
type Slot struct{ pick Pick }

// source is the source of the pick for atomic use: who reads it reads the rest of the pick
// as it was before the source was stored.
func (s *Slot) source() *unsafe.Pointer { return (*unsafe.Pointer)(unsafe.Pointer(&s.pick.source)) }

// Pick returns the pick in the slot, or nil.
func (s *Slot) Pick() *Pick {
	if atomic.LoadPointer(s.source()) == nil {
		return nil
	}
	return &s.pick
}

// Put puts a pick in the slot, unless there is one already. It returns the one that is there.
// Goroutines must not do it at the same time.
func (s *Slot) Put(p Pick) *Pick {
	if s.Pick() == nil {
		s.pick.special, s.pick.low, s.pick.high = p.special, p.low, p.high
		s.pick.er, s.pick.ep, s.pick.ed, s.pick.hardest = p.er, p.ep, p.ed, p.hardest
		atomic.StorePointer(s.source(), unsafe.Pointer(p.source))
	}
	return &s.pick
}
