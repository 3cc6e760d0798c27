package seed

import (
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Rung is a seed with clues of its solution added, and its rating with these
// clues. The added cells identify a rung among the rungs of its seed, no matter
// who found it.
type Rung struct {
	Added         sudoku.Cells // the cells whose clues are added; at least one
	ER, EP, ED    rating.Tenths
	Hardest       rating.Technique
	Automorphisms uint64 // a divisor of transform.Order
}

// NewRung returns a rung that adds clues in the given cells. class is the rated
// class of the puzzle with these clues.
func NewRung(class *rating.Class, added sudoku.Cells) Rung {
	r := &class.Rating
	return Rung{Added: added, ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: class.Automorphisms}
}

// Result returns the rating of r. It does not say which techniques the path
// uses.
func (r *Rung) Result() rating.Result {
	return rating.Result{ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest}
}

// AddRungs adds the rungs that s does not have yet, and returns how many it
// added. Of several rungs that add the same cells it keeps the first. It stops
// when s has 4096 rungs. Copies of s do not change.
func (s *Seed) AddRungs(rungs ...Rung) (added int) {
	known := make(map[sudoku.Cells]bool, len(s.Rungs)+len(rungs))
	for i := range s.Rungs {
		known[s.Rungs[i].Added] = true
	}
	s.Rungs = slices.Clip(s.Rungs) // a copy may share the array and have rungs after these
	for i := range rungs {
		if cells := rungs[i].Added; !known[cells] && len(s.Rungs) < bounds.Rungs {
			known[cells] = true
			s.Rungs = append(s.Rungs, rungs[i])
			added++
		}
	}
	return added
}

// Rung returns the rung that adds some cells, or nil if s has none.
func (s *Seed) Rung(added sudoku.Cells) *Rung {
	for i := range s.Rungs {
		if s.Rungs[i].Added == added {
			return &s.Rungs[i]
		}
	}
	return nil
}
