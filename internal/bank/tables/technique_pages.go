package tables

// PageName identifies a page of slots: the slots of a stratum from PageSlots x
// Page on whose seeds use a technique.
type PageName struct {
	Technique int64 // number in the bank
	Stratum   int64
	Page      uint64
}

// TechniquePage is a row of technique_slots.
type TechniquePage struct {
	Seeds uint64  // number of slots on the page
	Uses  uint64  // total number of steps of the technique in these seeds
	Slots SlotSet // counted from the first slot of the page
}

// TechniquePages are the pages that are being filled, or checked.
type TechniquePages map[PageName]*TechniquePage

// Add adds a slot, counted from the first of the page, and the number of steps of
// its seed to a page.
func (p TechniquePages) Add(name PageName, slot uint64, steps uint16) {
	to := p[name]
	if to == nil {
		to = &TechniquePage{}
		p[name] = to
	}
	to.Seeds++
	to.Uses += uint64(steps)
	to.Slots = to.Slots.With(slot)
}

// Remove removes a slot from a page. It reports false if the page does not have it.
func (p TechniquePages) Remove(name PageName, slot uint64, steps uint16) bool {
	from := p[name]
	if from == nil || !from.Slots.Has(slot) || from.Uses < uint64(steps) {
		return false
	}
	from.Seeds--
	from.Uses -= uint64(steps)
	from.Slots[slot/8] &^= 1 << (slot % 8)
	for len(from.Slots) > 0 && from.Slots[len(from.Slots)-1] == 0 {
		from.Slots = from.Slots[:len(from.Slots)-1]
	}
	return true
}
