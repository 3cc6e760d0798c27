package rating

import "github.com/seedoku/seedoku/sudoku"

// Advanced is a round without its steps.
type Advanced struct {
	Technique Technique
	Rating    Tenths
	Steps     int
}

// Advance carries out the first round of [Rater.PathFrom] on x, which must lead to the
// solution of p, and says which round it was. It is faster than [Rater.Next], since it
// explains nothing, and it allocates nothing. It takes the rounds
// of p that r remembers (see [Rater.Remember]) without a search. Its errors are those of
// [Rater.Rate].
func (r *Rater) Advance(p *sudoku.Puzzle, x *Position) (Advanced, error) {
	if past := r.past.at(p, x); past != nil {
		*x = past.after
		return past.Advanced, nil
	}
	r.start(p)
	r.state.advance(x)
	if r.state.solved() {
		return Advanced{}, ErrComplete
	}
	if err := r.interrupted(); err != nil {
		return Advanced{}, err
	}
	if !r.round() {
		return Advanced{}, beyond(p)
	}
	first := &r.found.steps[0]
	done := Advanced{first.Technique, first.Rating, len(r.found.steps)}
	r.apply()
	*x = r.position()
	return done, nil
}
