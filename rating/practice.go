package rating

import "github.com/seedoku/seedoku/sudoku"

// A puzzle trains its hardest technique if that is all there is to learn from it:
// it is needed once, or nothing else comes near it.
//
//	trains    pointing 3, naked-pair 2, x-wing 1     it is needed exactly once
//	trains    pointing 3, x-wing 2                   all else is a level easier
//	no        naked-pair 2, x-wing 2                 two pairs of the same level as well
//
// Both can be told from the counts of the path alone. A technique that is used
// once, on a path without later rows of the scale, is needed: its round has found
// nothing else, no row before it had found anything, so that whatever comes next
// rests on this one step.

// Trains reports whether a puzzle with the rating r is good to practise its hardest
// technique: either the path uses that technique once, and none that comes later
// in the scale; or each of the others is at least one level easier. It is false if
// the uses are not known.
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

// EasierThan reports whether all steps that t can have are at least one level
// easier than a puzzle with a given ER. Of chains of any length that is never
// sure.
func (t Technique) EasierThan(er Tenths) bool {
	_, most := t.Range()
	return LevelOf(most) < LevelOf(er)
}

// HardestClass returns the first of the hardest rounds of [Rater.PathClass], the one
// that gives a puzzle its ER and its hardest technique. On its position nothing
// that comes before this technique in the scale finds anything: it is the only way
// on. It has the errors of [Rater.RateClass].
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
	return *hardest, nil
}
