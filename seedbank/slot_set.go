package seedbank

import "math/bits"

// slotSet is a set of slots of a stratum: slot s is bit s%8 of byte s/8, as the
// bank stores it. Bytes at the end may be left out if they are zero.
type slotSet []byte

// A bank stores slots in pages, so that adding a seed rewrites few bytes.
const (
	pageSlots = 4096
	pageBytes = pageSlots / 8
)

// allSlots returns the slots below n.
func allSlots(n uint64) slotSet {
	s := make(slotSet, (n+7)/8)
	for i := range s {
		s[i] = 0xff
	}
	if n%8 != 0 {
		s[len(s)-1] = 1<<(n%8) - 1
	}
	return s
}

// with returns s with a slot more. It may change s.
func (s slotSet) with(slot uint64) slotSet {
	s = s.filled(int(slot/8) + 1)
	s[slot/8] |= 1 << (slot % 8)
	return s
}

// withPage returns s with the slots of a page, which must come after all that
// s has.
func (s slotSet) withPage(page uint64, stored slotSet) slotSet {
	return append(s.filled(pageBytes*int(page)), stored...)
}

// filled returns s with zeros at the end up to at least n bytes.
func (s slotSet) filled(n int) slotSet {
	if n <= len(s) {
		return s
	}
	return append(s, make(slotSet, n-len(s))...)
}

// keep takes away from s what is not in t.
func (s slotSet) keep(t slotSet) {
	common := min(len(s), len(t))
	for i := range common {
		s[i] &= t[i]
	}
	clear(s[common:])
}

// remove takes away from s what is in t.
func (s slotSet) remove(t slotSet) {
	for i := range min(len(s), len(t)) {
		s[i] &^= t[i]
	}
}

// add returns s with what is in t. It may change s.
func (s slotSet) add(t slotSet) slotSet {
	s = s.filled(len(t))
	for i := range t {
		s[i] |= t[i]
	}
	return s
}

// has reports whether a slot is in s.
func (s slotSet) has(slot uint64) bool {
	return slot/8 < uint64(len(s)) && s[slot/8]>>(slot%8)&1 > 0
}

// count returns the number of slots in s.
func (s slotSet) count() (n uint64) {
	for _, b := range s {
		n += uint64(bits.OnesCount8(b))
	}
	return n
}

// at returns slot number i of s, counted from 0. There must be as many.
func (s slotSet) at(i uint64) uint64 {
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
