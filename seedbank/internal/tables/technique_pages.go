package tables

// PageName says which slots a page holds: the slots of a stratum from pageSlots x
// page on whose seeds use a technique.
type PageName struct {
	Technique int64 // number in the bank
	Stratum   int64
	Page      uint64
}

// TechniquePage is a row of technique_slots.
type TechniquePage struct {
	Seeds uint64  // slots in it
	Uses  uint64  // steps of these seeds in all
	Slots SlotSet // counted from the first of the page
}

// TechniquePages are the pages that are being filled, or checked.
type TechniquePages map[PageName]*TechniquePage

// Add puts a slot on a page, counted from its first, and the steps of its seed.
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
