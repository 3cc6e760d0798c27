package seedbank

// pageName says which slots a page holds: the slots of a stratum from pageSlots x
// page on whose seeds use a technique.
type pageName struct {
	technique int64 // number in the bank
	stratum   int64
	page      uint64
}

// techniquePage is a row of technique_slots.
type techniquePage struct {
	seeds uint64  // slots in it
	uses  uint64  // steps of these seeds in all
	slots slotSet // counted from the first of the page
}

// techniquePages are the pages that are being filled, or checked.
type techniquePages map[pageName]*techniquePage

// add puts a slot on a page, counted from its first, and the steps of its seed.
func (p techniquePages) add(name pageName, slot uint64, steps uint16) {
	to := p[name]
	if to == nil {
		to = &techniquePage{}
		p[name] = to
	}
	to.seeds++
	to.uses += uint64(steps)
	to.slots = to.slots.with(slot)
}
