package tables

import (
	"encoding/binary"
	"math/bits"
)

// SlotSet is a set of slots of a stratum: slot s is bit s%8 of byte s/8, as the
// bank stores it. Trailing zero bytes may be missing.
type SlotSet []byte

// A bank stores slots in pages, so that adding a seed rewrites few bytes.
const (
	PageSlots = 4096
	PageBytes = PageSlots / 8
)

// AllSlots returns the slots below n.
func AllSlots(n uint64) SlotSet {
	s := make(SlotSet, (n+7)/8)
	for i := range s {
		s[i] = 0xff
	}
	if n%8 != 0 {
		s[len(s)-1] = 1<<(n%8) - 1
	}
	return s
}

// With returns s with another slot. It may change s.
func (s SlotSet) With(slot uint64) SlotSet {
	s = s.filled(int(slot/8) + 1)
	s[slot/8] |= 1 << (slot % 8)
	return s
}

// WithPage returns s with the slots of a page, which must come after all slots of
// s.
func (s SlotSet) WithPage(page uint64, stored SlotSet) SlotSet {
	return append(s.filled(PageBytes*int(page)), stored...)
}

// filled returns s, extended with zeros to at least n bytes.
func (s SlotSet) filled(n int) SlotSet {
	if n <= len(s) {
		return s
	}
	return append(s, make(SlotSet, n-len(s))...)
}

// Keep removes the slots that are not in t from s.
func (s SlotSet) Keep(t SlotSet) {
	common := min(len(s), len(t))
	for i := range common {
		s[i] &= t[i]
	}
	clear(s[common:])
}

// Remove removes the slots of t from s.
func (s SlotSet) Remove(t SlotSet) {
	for i := range min(len(s), len(t)) {
		s[i] &^= t[i]
	}
}

// Add returns the union of s and t. It may change s.
func (s SlotSet) Add(t SlotSet) SlotSet {
	s = s.filled(len(t))
	for i := range t {
		s[i] |= t[i]
	}
	return s
}

// Has reports whether a slot is in s.
func (s SlotSet) Has(slot uint64) bool {
	return slot/8 < uint64(len(s)) && s[slot/8]>>(slot%8)&1 > 0
}

// Count returns the number of slots in s.
func (s SlotSet) Count() (n uint64) {
	for len(s) >= 8 {
		n += uint64(bits.OnesCount64(binary.LittleEndian.Uint64(s)))
		s = s[8:]
	}
	for _, b := range s {
		n += uint64(bits.OnesCount8(b))
	}
	return n
}

// At returns slot number i of s, counted from 0; i must be below [SlotSet.Count].
func (s SlotSet) At(i uint64) uint64 {
	n := 0
	for ones := uint64(bits.OnesCount8(s[0])); i >= ones; ones = uint64(bits.OnesCount8(s[n])) {
		i -= ones
		n++
	}
	b := s[n]
	for range i {
		b &= b - 1
	}
	return 8*uint64(n) + uint64(bits.TrailingZeros8(b))
}

// Rank returns the number of slots in s that come before a slot.
func (s SlotSet) Rank(slot uint64) uint64 {
	whole := min(slot/8, uint64(len(s)))
	n := s[:whole].Count()
	if slot/8 < uint64(len(s)) {
		n += uint64(bits.OnesCount8(s[slot/8] & (1<<(slot%8) - 1)))
	}
	return n
}
