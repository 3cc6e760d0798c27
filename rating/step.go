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
