package rating

import (
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
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
type Variant string

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
