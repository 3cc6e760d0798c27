package seed

import (
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/shuffle"
	"github.com/seedoku/seedoku/sudoku"
)

// Rung is a seed with clues of its solution added, and its rating with these
// clues. The added cells alone tell the rungs of a seed apart, so a rung is the
// same whoever found it.
type Rung struct {
	Added         sudoku.Cells // the cells whose clues are added; at least one
	ER, EP, ED    rating.Tenths
	Hardest       rating.Technique
	Automorphisms uint64 // a divisor of transform.Order
}

// RungName names a rung within its seed: 40 bits of a hash of the cells whose
// clues it adds. It is part of puzzle IDs. No rung has the name 0, which stands
// for the seed itself.
type RungName uint64

const rungNameBits = 40

// Name returns the name of r.
func (r *Rung) Name() RungName {
	low, high := r.Added.Words()
	name := RungName(shuffle.Mix(shuffle.Mix(low)+high) >> (64 - rungNameBits))
	return max(name, 1)
}

// Result returns the rating of r. It does not say which techniques the path
// uses.
func (r *Rung) Result() rating.Result {
	return rating.Result{ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest}
}

// AddRungs adds the rungs that s does not have yet, and returns their number.
// Of rungs with the same name, only the first is kept. Rungs with different
// clues hardly ever share a name, not once in a million seeds. A seed that has
// 4096 rungs takes no more. Copies of s are not changed.
func (s *Seed) AddRungs(rungs ...Rung) (added int) {
	names := make(map[RungName]bool, len(s.Rungs)+len(rungs))
	for i := range s.Rungs {
		names[s.Rungs[i].Name()] = true
	}
	s.Rungs = slices.Clip(s.Rungs) // what lies behind them may be rungs of a copy
	for i := range rungs {
		if name := rungs[i].Name(); !names[name] && len(s.Rungs) < maxRungs {
			names[name] = true
			s.Rungs = append(s.Rungs, rungs[i])
			added++
		}
	}
	return added
}

// Rung returns the rung with a name, or nil if s has none.
func (s *Seed) Rung(name RungName) *Rung {
	for i := range s.Rungs {
		if s.Rungs[i].Name() == name {
			return &s.Rungs[i]
		}
	}
	return nil
}
