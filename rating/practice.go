package rating

import "github.com/seedoku/seedoku/sudoku"

// A puzzle trains its hardest technique if this technique is its only difficulty:
// it is needed once, or all other steps are much easier.
//
//	trains    pointing 3, naked-pair 2, x-wing 1     it is needed exactly once
//	trains    pointing 3, x-wing 2                   all else is a level easier
//	no        naked-pair 2, x-wing 2                 two pairs of the same level as well
//
// The counts of the path decide both. A technique that is used once, on a path
// without later rows of the scale, is needed: no earlier row found anything in
// its round, and the round has no other step.

// Trains reports whether a puzzle with the rating r trains its hardest technique.
// It does if the path uses this technique once and no later technique of the scale,
// or if all other techniques are at least one level easier. It returns false if the
// uses are not known.
func (r *Result) Trains() bool {
	once, alone := r.Uses[r.Hardest] == 1, r.Uses[r.Hardest] > 0
	for t := range Techniques() {
		if t != r.Hardest && r.Uses[t] > 0 {
			once = once && t < r.Hardest
			alone = alone && t.EasierThan(r.ER)
		}
	}
	return once || alone
}

// EasierThan reports whether all possible steps of t are at least one level
// easier than a puzzle with a given ER. It returns false for chains of any
// length.
func (t Technique) EasierThan(er Tenths) bool {
	_, most := t.Range()
	return LevelOf(most) < LevelOf(er)
}

// HardestClass returns the first of the hardest rounds of [Rater.PathClass], which
// gives a puzzle its ER and its hardest technique. On its position, no earlier
// technique of the scale finds a step. The round has everything that is right there:
// a direct hidden subset has a step for each digit that it places. Its errors are those
// of [Rater.RateClass].
func (r *Rater) HardestClass(p *sudoku.Puzzle) (Round, error) {
	path, err := r.PathClass(p)
	if err != nil {
		return Round{}, err
	}
	hardest := &path[0]
	for i := range path {
		if path[i].Rating > hardest.Rating {
			hardest = &path[i]
		}
	}
	if least, most := hardest.Technique.Range(); least < most {
		return *hardest, nil
	}
	r.found.every = true // there are no steps of other ratings
	defer func() { r.found.every = false }()
	return r.NextClass(p, &hardest.Position)
}
