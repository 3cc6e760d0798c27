package rating

import (
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// Step is a deduction, as facts. It places a digit or removes candidates or
// both; the other fields say what it rests on. What they mean in a step of a
// technique is said in the file of its family.
type Step struct {
	Technique Technique
	Rating    Tenths
	Variant   Variant
	Digits    sudoku.Digits  // of the pattern
	Extra     sudoku.Digits  // further digits of it
	Cells     []sudoku.Cell  // of the pattern, in the order of its description
	Others    []sudoku.Cell  // further cells of it
	Houses    []sudoku.House // in which it lies
	Covers    []sudoku.House // on which it works
	Chains    []Chain        // that it brings together

	Places       bool
	Placement    sudoku.Candidate   // if Places
	Eliminations []sudoku.Candidate // ascending in a path

	rank rank
}

// Variant tells apart the forms of a technique that are explained differently.
type Variant uint8

// Explain says in plain English what the step is and why it holds. Steps that
// chains of it make in what they have left follow as notes in brackets.
func (s *Step) Explain() string {
	text := techniques[s.Technique].explain(s)
	for i, note := range s.Notes() {
		text += fmt.Sprintf(" [%d: %s]", i+1, note.Explain())
	}
	return text
}

// String returns the technique, the rating and the conclusions of s.
func (s *Step) String() string {
	return fmt.Sprintf("%v (%v): %s", s.Technique, s.Rating, s.conclusion())
}

// Map returns the step that s is on an isomorph of the puzzle, where cell and
// digit say what becomes of a cell and of a digit. It shares no memory with s.
func (s *Step) Map(cell func(sudoku.Cell) sudoku.Cell, digit func(sudoku.Digit) sudoku.Digit) Step {
	mapped := *s
	candidate := func(k sudoku.Candidate) sudoku.Candidate {
		return cell(k.Cell()).Candidate(digit(k.Digit()))
	}
	house := func(h sudoku.House) sudoku.House { return mapHouse(h, cell) }
	mapped.Digits = mapDigits(s.Digits, digit)
	mapped.Extra = mapDigits(s.Extra, digit)
	mapped.Cells = mapList(s.Cells, cell)
	mapped.Others = mapList(s.Others, cell)
	mapped.Houses = mapList(s.Houses, house)
	mapped.Covers = mapList(s.Covers, house)
	mapped.Eliminations = mapList(s.Eliminations, candidate)
	slices.Sort(mapped.Eliminations)
	if s.Places {
		mapped.Placement = candidate(s.Placement)
	}
	if len(s.Chains) > 0 {
		mapped.Chains = s.mapChains(cell, digit)
	}
	return mapped
}

// mapChains returns the chains of the step that s is on an isomorph.
func (s *Step) mapChains(cell func(sudoku.Cell) sudoku.Cell, digit func(sudoku.Digit) sudoku.Digit) []Chain {
	patterns := map[*Step]*Step{}
	for _, p := range s.Notes() {
		image := p.Map(cell, digit)
		patterns[p] = &image
	}
	chains := make([]Chain, len(s.Chains))
	for i, chain := range s.Chains {
		chains[i] = slices.Clone(chain)
		for j := range chain {
			link := &chains[i][j]
			link.Candidate = cell(link.Candidate.Cell()).Candidate(digit(link.Candidate.Digit()))
			if link.Reason == InHouse {
				link.House = mapHouse(link.House, cell)
			}
			link.Pattern = patterns[link.Pattern]
		}
	}
	return chains
}

// Map returns the round that r is on an isomorph of the puzzle; see [Step.Map].
func (r *Round) Map(cell func(sudoku.Cell) sudoku.Cell, digit func(sudoku.Digit) sudoku.Digit) Round {
	mapped := *r
	for c := range sudoku.Cell(81) {
		to := cell(c)
		mapped.Candidates[to] = mapDigits(r.Candidates[c], digit)
		mapped.Grid[to] = 0
		if d := r.Grid[c]; d != 0 {
			mapped.Grid[to] = digit(d)
		}
	}
	mapped.Steps = make([]Step, len(r.Steps))
	for i := range r.Steps {
		mapped.Steps[i] = r.Steps[i].Map(cell, digit)
	}
	return mapped
}

func mapList[T any](list []T, to func(T) T) []T {
	images := make([]T, len(list))
	for i, x := range list {
		images[i] = to(x)
	}
	return images
}

func mapDigits(digits sudoku.Digits, digit func(sudoku.Digit) sudoku.Digit) sudoku.Digits {
	var images sudoku.Digits
	for d := range digits.All() {
		images = images.With(digit(d))
	}
	return images
}

// mapHouse returns the house that the cells of h go to. Its first and last
// cells have no other house in common.
func mapHouse(h sudoku.House, cell func(sudoku.Cell) sudoku.Cell) sudoku.House {
	first, last := cell(h.List()[0]), cell(h.List()[8])
	for _, image := range first.Houses() {
		if image.Cells().Has(last) {
			return image
		}
	}
	panic("rating: Map with cells that are no isomorphism")
}

// clones returns copies of steps that share no memory with them.
func clones(steps []Step) []Step {
	copies := slices.Clone(steps)
	for i := range copies {
		s := &copies[i]
		s.Cells = slices.Clone(s.Cells)
		s.Others = slices.Clone(s.Others)
		s.Houses = slices.Clone(s.Houses)
		s.Covers = slices.Clone(s.Covers)
		s.Eliminations = slices.Sorted(slices.Values(s.Eliminations))
	}
	return copies
}

// rank orders steps exactly. It is three times the rating in tenths, and one
// less or more where the scale, whose ratings are sums of binary fractions,
// tells apart what prints the same.
type rank uint16

// tenths returns the rating that a step of rank r shows.
func (r rank) tenths() Tenths { return Tenths((r + 1) / 3) }

// rankOf returns the rank of a rating that is no such sum.
func rankOf(t Tenths) rank { return 3 * rank(t) }

// found collects the steps of a technique: those of the lowest rank reported.
// The lists of a step lie in its arenas, so that nothing is allocated.
//
// A finder calls remove for every elimination of a step and then add.
type found struct {
	technique Technique
	least     Tenths
	bound     rank // of the steps so far; what is above it need not be reported
	steps     []Step

	cells      []sudoku.Cell
	houses     []sudoku.House
	candidates []sudoku.Candidate
	removed    int // the candidates from here on are of the next step

	// Scratch memory of the finders.
	tuples   []tuple
	loops    []sudoku.Cells
	grave    grave
	bases    alignedBases
	chains   *chains
	multiple *engine

	explaining bool                      // chains are wanted link by link
	table      *[NumTechniques]technique // for what is nested in chains: finders cannot refer to it
}

// by makes f the steps of technique t.
func (f *found) by(t Technique, s *state) {
	f.table = &techniques
	f.begin(t, techniques[t].least)
	techniques[t].find(s, f)
}

// begin makes f ready for the steps of technique t, rated least if they do not
// say else.
func (f *found) begin(t Technique, least Tenths) {
	f.technique = t
	f.least = least
	f.bound = rankOf(MaxTenths)
	f.steps = f.steps[:0]
	f.cells = f.cells[:0]
	f.houses = f.houses[:0]
	f.candidates = f.candidates[:0]
	f.removed = 0
}

// singleChains returns the search for chains without branches. Its memory is
// large, and many puzzles do not need it.
func (f *found) singleChains() *chains {
	if f.chains == nil {
		f.chains = new(chains)
	}
	return f.chains
}

// multipleEngine returns the engine for chains with branches, in the same way.
func (f *found) multipleEngine() *engine {
	if f.multiple == nil {
		f.multiple = newEngine(f.table)
	}
	return f.multiple
}

// remove notes that the step to be added next removes the digits from the
// cells, as far as they are there.
func (f *found) remove(s *state, cells sudoku.Cells, digits sudoku.Digits) {
	for c := range cells.All() {
		for d := range (digits & s.digits[c]).All() {
			f.candidates = append(f.candidates, c.Candidate(d))
		}
	}
}

// removes reports whether anything was noted for the step to be added next.
func (f *found) removes() bool { return len(f.candidates) > f.removed }

// add reports a step, with what was removed since the last one. A finder gives
// it a rank if its ratings are sums, a rating if its technique has several, and
// else neither. A step without conclusions is none.
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
	if step.rank < f.bound {
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

// lines returns houses, by their numbers counted from the first, as a list of
// a step.
func (f *found) lines(first sudoku.House, numbers uint16) []sudoku.House {
	start := len(f.houses)
	for i := range sudoku.House(9) {
		if numbers>>i&1 != 0 {
			f.houses = append(f.houses, first+i)
		}
	}
	return f.houses[start:]
}
