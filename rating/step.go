package rating

import (
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Step is a deduction: the pattern and the conclusion, as data. It holds on the
// position of its round.
//
// The digits Digits in the cells Cells, and in Others, are the pattern that a
// person looks for; Houses and Covers are where to look. For each technique:
//
//	hidden-single
//	    Cells: the cell. Digits: its digit. Houses: a house where the digit has
//	    no other cell. Variant: LastCell or none.
//	naked-single
//	    Cells: the cell. Digits: its only candidate.
//	pointing, claiming
//	    Digits: the digit. Houses: the house where it can only be in Cells.
//	    Covers: the other house that has all of Cells, where it goes elsewhere.
//	direct-pointing
//	    The same; Houses has a second box, where the digit is then placed.
//	naked-pair, naked-triplet, naked-quad
//	    In the house Houses, Cells have no other candidates than Digits.
//	hidden-pair, hidden-triplet, hidden-quad
//	    In the house Houses, Digits have no other places than Cells.
//	direct-hidden-pair, direct-hidden-triplet
//	    The same; it leaves the placed digit one cell in that house.
//	x-wing, swordfish, jellyfish
//	    Digits: the digit. Houses: the lines where it can only be in Cells.
//	    Covers: the lines across these that have all of Cells.
//	xy-wing, xyz-wing
//	    Cells: the pivot, then the two wings. Digits: the three digits between
//	    them. Extra: the one of these that is removed from other cells.
//	unique-rectangle
//	    Cells: the loop, all around. Digits: the two digits that could be
//	    exchanged. Others: the cells of the loop with further candidates; then,
//	    in Type3 and Type3Hidden, the other cells of the subset. Extra: in
//	    Type2 the further candidate, in Type3 and Type3Hidden the digits of the
//	    subset, in Type4 the digit without other cells. Houses: the house of a
//	    Type3, Type3Hidden or Type4.
//	bivalue-universal-grave
//	    Cells: the cells with more than two candidates. Digits: the candidates
//	    one of which must be true. Others, Extra: in Type3 the other cells and
//	    the digits of the subset; Extra: in Type4 the digit that both cells
//	    share. Houses: the house of a Type3 or Type4.
//	aligned-pair-exclusion, aligned-triplet-exclusion
//	    Cells: those filled in all possible ways. Others: the cells that see
//	    them all, and would be left without a candidate.
//	forcing-chain
//	    Chains: the chain, alone. A cycle ends where it starts.
//	nishio, multiple-forcing-chain, dynamic-forcing-chain,
//	dynamic-forcing-chain-plus, nested-forcing-chain,
//	nested-multiple-forcing-chain, nested-dynamic-forcing-chain,
//	nested-dynamic-forcing-chain-plus, twice-nested-forcing-chain,
//	twice-nested-multiple-forcing-chain
//	    Chains: one for each way that things can be. In a Contradiction there
//	    are two from the same assumption, which end in opposites; in the other
//	    variants they all end in the conclusion. Houses: the house of a
//	    RegionChain.
type Step struct {
	Technique Technique
	Rating    Tenths
	Variant   Variant // the form of the technique; empty if it has only one

	// The pattern. Lists that a technique does not use are empty.
	Digits sudoku.Digits  // the digits that make it
	Extra  sudoku.Digits  // digits with a special part; see the list above
	Cells  []sudoku.Cell  // the cells that make it
	Others []sudoku.Cell  // cells with a special part; see the list above
	Houses []sudoku.House // houses in which the pattern is
	Covers []sudoku.House // houses that cover its cells, and lose candidates outside it
	Chains []Chain        // chains of deductions from assumptions

	// The conclusion: a digit is placed, or candidates are removed, or both.
	Places       bool               // whether a digit is placed
	Placement    sudoku.Candidate   // the cell and digit placed, if Places
	Eliminations []sudoku.Candidate // the candidates removed, ascending

	// Partial says that the pattern rules out more candidates than Eliminations lists.
	// This only occurs in the steps of a [Way] and in [Step.Notes], where the others
	// are not needed.
	Partial bool

	rank rank
}

// Variant is the name of a form of a technique. A technique can have several
// forms, each with its own explanation.
type Variant string

// Chain is a list of deductions, one link after the other. The first link is an
// assumption; each of the others follows from earlier links; the last is the
// conclusion. Without branches, each link follows from the link before, and true
// and false alternate:
//
//	r1c1=5  ->  r1c4<>5  ->  r2c4=5  ->  r2c9<>5
//	assumed     row 1        column 4    row 2
type Chain []Link

// Link is a deduction within a [Chain]: that a candidate is true, or false.
type Link struct {
	Candidate sudoku.Candidate
	On        bool         // true, or else false
	Reason    Reason       // why it follows
	House     sudoku.House // where, if Reason is InHouse
	From      []int        // indexes of the links that it follows from; none if Reason is Assumed
	Pattern   *Step        // the step that removes the candidate, if Reason is ByPattern
	Pair      bool         // a house has the digit only here and in the link before, so one of both is true
}

// Reason says why a link follows from others.
type Reason uint8

// The reasons of a link. A candidate is false because another one of its cell
// or house is true; it is true because all others there are false.
const (
	Assumed   Reason = iota // the link is the assumption of the chain
	InCell                  // the other candidates are in the same cell, which has one digit
	InHouse                 // the other candidates are in the same house, which has each digit once
	ByPattern               // a step removes the candidate, on the position that earlier links leave
)

// Notes returns the steps that links of s use ([Link.Pattern]), each once, in the
// order of the chains. Such a step does not hold on the position of the round,
// but on the candidates that remain under the assumption.
func (s *Step) Notes() []*Step {
	var notes []*Step
	for _, chain := range s.Chains {
		for i := range chain {
			if p := chain[i].Pattern; p != nil && !slices.Contains(notes, p) {
				notes = append(notes, p)
			}
		}
	}
	return notes
}

// String returns the technique, the rating and the conclusion of s, such as
// naked-pair (3.0): r1c3<>1; r1c4<>2.
func (s *Step) String() string {
	return fmt.Sprintf("%v (%v): %s", s.Technique, s.Rating, s.Conclusion())
}

// Map returns the image of s: the step on an isomorph of its puzzle. It shares
// no memory with s.
func (s *Step) Map(t transform.Isomorphism) Step {
	image := *s
	image.Digits, image.Extra = t.Digits(s.Digits), t.Digits(s.Extra)
	image.Cells = images(s.Cells, t.Cell)
	image.Others = images(s.Others, t.Cell)
	image.Houses = images(s.Houses, t.House)
	image.Covers = images(s.Covers, t.House)
	image.Eliminations = images(s.Eliminations, t.Candidate)
	slices.Sort(image.Eliminations)
	if s.Places {
		image.Placement = t.Candidate(s.Placement)
	}
	if len(s.Chains) > 0 {
		image.Chains = s.mapChains(t)
	}
	return image
}

// mapChains returns the images of the chains of s. Links that share a pattern
// share its image.
func (s *Step) mapChains(t transform.Isomorphism) []Chain {
	patterns := map[*Step]*Step{}
	for _, p := range s.Notes() {
		image := p.Map(t)
		patterns[p] = &image
	}
	chains := make([]Chain, len(s.Chains))
	for i, chain := range s.Chains {
		chains[i] = slices.Clone(chain)
		for j := range chain {
			link := &chains[i][j]
			link.Candidate = t.Candidate(link.Candidate)
			if link.Reason == InHouse {
				link.House = t.House(link.House)
			}
			link.From = slices.Clone(link.From)
			link.Pattern = patterns[link.Pattern]
		}
	}
	return chains
}

func images[T any](list []T, of func(T) T) []T {
	images := make([]T, len(list))
	for i, x := range list {
		images[i] = of(x)
	}
	return images
}

// clones returns deep copies of steps, which share no memory with a finder.
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
