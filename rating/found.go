package rating

import "github.com/seedoku/seedoku/sudoku"

// rank orders steps exactly. The scale adds binary fractions, so it tells apart
// some ratings that print the same. A rank is three times the rating in tenths,
// and one less or more where the sum is not exact.
type rank uint16

// tenths returns the rating that a step of rank r shows.
func (r rank) tenths() Tenths { return Tenths((r + 1) / 3) }

// rankOf returns the rank of a rating that is exact.
func rankOf(t Tenths) rank { return 3 * rank(t) }

// rankBelow returns the highest rank that shows a rating below t.
func rankBelow(t Tenths) rank { return rankOf(t) - 2 }

// found collects the steps of a technique with the lowest rank. The lists of the
// steps are in its arenas, so that nothing is allocated.
//
// A finder calls remove for the eliminations of a step, and then add.
type found struct {
	technique Technique
	least     Tenths
	bound     rank // steps of a higher rank need not be reported; the lowest rank of the steps so far, if there are any
	steps     []Step

	cells      []sudoku.Cell
	houses     []sudoku.House
	candidates []sudoku.Candidate
	removed    int // the next step removes candidates[removed:]

	// While doubting is set, finders of the rows before nishio set oriented if their
	// steps depend on the orientation of the grid. It is never cleared.
	doubting, oriented bool

	memory     []any       // scratch memory of the finders; see scratch
	explaining bool        // chains are wanted link by link
	labelled   []LabelSet  // if it is set, they are wanted of the techniques with labels
	every      bool        // steps of all ranks are wanted, and all digits that a pattern places, not only the first
	nesting    bool        // the steps are to be applied within a chain; see nested.go
	nested     nestable    // if the steps are chains too: the search that found them
	table      []technique // the scale; finders cannot refer to it, since it refers to them
}

// scratch returns the memory of type T that belongs to f, made when a finder
// first asks for it. Its contents are as the last finder left them.
func scratch[T any](f *found) *T {
	for _, memory := range f.memory {
		if own, ok := memory.(*T); ok {
			return own
		}
	}
	own := new(T)
	f.memory = append(f.memory, own)
	return own
}

// by collects the steps of technique t on a state.
func (f *found) by(t Technique, s *state) { f.below(MaxTenths, t, s) }

// below collects the steps of technique t that are rated below a bound.
func (f *found) below(bound Tenths, t Technique, s *state) {
	f.begin(t)
	f.bound = rankBelow(bound)
	f.table[t].find(s, f)
}

// begin forgets all steps and makes f ready for technique t.
func (f *found) begin(t Technique) {
	f.technique = t
	f.least = f.table[t].least
	f.bound = rankBelow(MaxTenths)
	f.steps = f.steps[:0]
	f.cells = f.cells[:0]
	f.houses = f.houses[:0]
	f.candidates = f.candidates[:0]
	f.removed = 0
}

// remove adds the digits in the cells, where they are candidates, to the
// eliminations of the next step.
func (f *found) remove(s *state, cells sudoku.Cells, digits sudoku.Digits) {
	for c := range cells.All() {
		for d := range (digits & s.digits[c]).All() {
			f.candidates = append(f.candidates, c.Candidate(d))
		}
	}
}

// removes reports whether the next step has eliminations.
func (f *found) removes() bool { return len(f.candidates) > f.removed }

// add reports a step, with the eliminations noted since the last one. A finder
// sets its rank if its ratings are sums, or its rating if its technique has
// several, or neither. A step without a conclusion is dropped.
func (f *found) add(step Step) {
	step.Technique = f.technique
	switch {
	case step.rank != 0:
		step.Rating = step.rank.tenths()
	case step.Rating != 0:
		step.rank = rankOf(step.Rating)
	default:
		step.Rating, step.rank = f.least, rankOf(f.least)
	}
	step.Eliminations = f.candidates[f.removed:]
	if step.rank > f.bound || !step.Places && len(step.Eliminations) == 0 {
		f.candidates = f.candidates[:f.removed]
		return
	}
	if step.rank < f.bound && !f.every {
		f.steps = f.steps[:0]
		f.bound = step.rank
	}
	f.removed = len(f.candidates)
	f.steps = append(f.steps, step)
}

// list returns the cells of sets, one set after the other, as a list of a step.
func (f *found) list(sets ...sudoku.Cells) []sudoku.Cell {
	start := len(f.cells)
	for _, cells := range sets {
		for c := range cells.All() {
			f.cells = append(f.cells, c)
		}
	}
	return f.cells[start:]
}

// listed returns cells as a list of a step.
func (f *found) listed(cells ...sudoku.Cell) []sudoku.Cell {
	start := len(f.cells)
	f.cells = append(f.cells, cells...)
	return f.cells[start:]
}

// in returns houses as a list of a step.
func (f *found) in(houses ...sudoku.House) []sudoku.House {
	start := len(f.houses)
	f.houses = append(f.houses, houses...)
	return f.houses[start:]
}

// lines returns houses as a list of a step: bit i of numbers is the i-th after
// the first.
func (f *found) lines(first sudoku.House, numbers uint16) []sudoku.House {
	start := len(f.houses)
	for i := range sudoku.House(9) {
		if numbers>>i&1 != 0 {
			f.houses = append(f.houses, first+i)
		}
	}
	return f.houses[start:]
}
