package rating

import (
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// Rater rates puzzles. Its zero value is ready; it holds scratch memory, so
// that rating allocates nothing, and serves one goroutine at a time.
type Rater struct {
	state state
	found found
}

// Rate returns the rating of p as it stands. (The rating of the class of p is
// that of its canonical form.) The error is [ErrComplete] or wraps [ErrBeyond].
func (r *Rater) Rate(p *sudoku.Puzzle) (Result, error) {
	var result tally
	if err := r.start(p); err != nil {
		return Result{}, err
	}
	for !r.state.solved() {
		if !r.round() {
			return Result{}, beyond(p)
		}
		result.count(r.found.steps)
		r.apply()
	}
	return result.Result, nil
}

// Round is a round of a solving path.
type Round struct {
	Technique  Technique
	Rating     Tenths
	Grid       sudoku.Grid       // before the steps are applied
	Candidates [81]sudoku.Digits // of the empty cells of Grid
	Steps      []Step            // all hold on Grid and Candidates; at least one
}

// Path returns the rounds that solve p, as it stands. The errors are those of
// [Rater.Rate]; with [ErrBeyond] comes the path as far as it goes.
func (r *Rater) Path(p *sudoku.Puzzle) ([]Round, error) {
	if err := r.start(p); err != nil {
		return nil, err
	}
	var path []Round
	r.found.explaining = true
	defer func() { r.found.explaining = false }()
	for !r.state.solved() {
		if !r.round() {
			return path, beyond(p)
		}
		path = append(path, Round{
			Technique:  r.found.steps[0].Technique,
			Rating:     r.found.steps[0].Rating,
			Grid:       r.state.grid,
			Candidates: r.state.digits,
			Steps:      clones(r.found.steps),
		})
		r.apply()
	}
	return path, nil
}

func (r *Rater) start(p *sudoku.Puzzle) error {
	r.state.start(p.Clues())
	if r.state.solved() {
		return ErrComplete
	}
	return nil
}

// round finds the steps of the next round: those of the lowest rating that the
// first productive technique has. It reports whether there are any.
func (r *Rater) round() bool {
	for t := range techniques {
		if r.found.by(Technique(t), &r.state); len(r.found.steps) > 0 {
			return true
		}
	}
	return false
}

// apply carries out the steps of a round. They were all found on the same
// state: what one of them has done already does no harm.
func (r *Rater) apply() {
	for i := range r.found.steps {
		step := &r.found.steps[i]
		for _, k := range step.Eliminations {
			r.state.remove(k.Cell(), k.Digit())
		}
		if step.Places {
			r.state.place(step.Placement.Cell(), step.Placement.Digit())
		}
	}
}

func beyond(p *sudoku.Puzzle) error { return fmt.Errorf("rating %v: %w", p.Clues(), ErrBeyond) }
