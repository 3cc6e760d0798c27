package rating

import (
	"cmp"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// EveryClass returns a round with all steps that there are in a position of p, the easiest
// first: those of the techniques before forcing chains, and the easiest forcing chains. Only
// if there are none, it has the steps of the first later technique that finds any. The
// search takes place on the canonical form of p, as that of [Rater.NextClass], and has its
// errors. A step that [Rater.NextClass] finds because a part of it was done is not among them.
func (r *Rater) EveryClass(p *sudoku.Puzzle, from *Position) (Round, error) {
	return firstOf(r.onClass(p, from, r.every))
}

// every returns one round: see [Rater.EveryClass].
func (r *Rater) every(p *sudoku.Puzzle, from *Position) ([]Round, error) {
	if err := r.resume(p, from); err != nil {
		return nil, err
	}
	r.found.explaining = true
	defer func() { r.found.explaining, r.found.every = false, false }()
	var all []Step
	for t := range Technique(NumTechniques) {
		if len(all) > 0 && t > firstWithLinks {
			break
		}
		if err := r.interrupted(); err != nil {
			return nil, err
		}
		r.found.every = t < firstWithLinks
		r.found.by(t, &r.state)
		if len(r.found.steps) > 0 {
			all = append(all, r.explained().Steps...)
		}
	}
	if len(all) == 0 {
		return nil, beyond(p)
	}
	slices.SortStableFunc(all, func(a, b Step) int { return cmp.Compare(a.Rating, b.Rating) })
	return []Round{{r.position(), all[0].Technique, all[0].Rating, all}}, nil
}
