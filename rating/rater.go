package rating

import (
	"fmt"
	"math"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Rater rates puzzles and finds their solving paths. Its zero value is ready. It
// holds scratch memory, so that rating allocates nothing, and serves one
// goroutine at a time.
//
// Methods with Class in their name work on the canonical form of a puzzle, and
// map their results back to the given puzzle. The others work on the puzzle in
// its given orientation, as the reference rater does.
type Rater struct {
	state     state
	found     found
	canonizer transform.Canonizer
	prelude   sudoku.Grid // grid before the hardest round of the last puzzle rated
	asked     func() error
	past      memory
	remembers bool
}

// InterruptBy sets a function that r asks before it searches for a round, which takes up to a
// tenth of a second. Its error ends what r does, and is the error of that. Nil ends nothing.
// [Rater.StartsBelow] has no error and does not ask.
func (r *Rater) InterruptBy(ask func() error) { r.asked = ask }

// interrupted returns the error that ends what r does, if there is one.
func (r *Rater) interrupted() error {
	if r.asked == nil {
		return nil
	}
	return r.asked()
}

// Remember makes r remember the harder rounds of the puzzle that it has rated last, and their
// labels. Rating takes a little longer then, and [Rater.Advance] and [Rater.LabelsClass] of
// this puzzle much less.
func (r *Rater) Remember() { r.remembers = true }

// Rate returns the rating of p in its given orientation; see [Rater.RateClass]
// for the rating that all isomorphs share. The error is [ErrComplete] or wraps
// [ErrBeyond].
func (r *Rater) Rate(p *sudoku.Puzzle) (Result, error) {
	result, _, err := r.RateBelow(p, MaxTenths)
	return result, err
}

// RateBelow returns the rating of p in its given orientation if its ER is below a
// bound. If not, it stops as soon as this is certain, often before it tries a
// technique of such a rating, and below is false. Its errors are those of
// [Rater.Rate], [ErrBeyond] only if it has not stopped before.
func (r *Rater) RateBelow(p *sudoku.Puzzle, bound Tenths) (result Result, below bool, err error) {
	var sum tally
	r.start(p)
	if r.remembers && bound == MaxTenths {
		r.past.begin(p)
		r.found.labelled = labelsOfRow[:]
		defer func() { r.found.labelled, r.found.explaining = nil, false }()
	}
	if r.state.solved() {
		return Result{}, false, ErrComplete
	}
	for !r.state.solved() {
		if err := r.interrupted(); err != nil {
			return Result{}, false, err
		}
		switch r.roundBelow(bound) {
		case nothing:
			return Result{}, false, beyond(p)
		case notBelow:
			return Result{}, false, nil
		}
		if sum.count(r.found.steps) {
			r.prelude = r.state.grid
		}
		if r.found.labelled != nil {
			r.remember()
		} else {
			r.apply()
		}
	}
	return sum.Result, true, nil
}

// StartsBelow reports whether the first round of p in its given orientation is rated
// below a bound, which means that its ED is. It tries no technique beyond the bound,
// so it is usually much faster than rating.
func (r *Rater) StartsBelow(p *sudoku.Puzzle, bound Tenths) bool {
	r.start(p)
	return !r.state.solved() && r.roundBelow(bound) == steps
}

// Round is a round of a solving path: a position, and the steps that are applied
// to it together. The steps come from the first technique of the scale that finds
// any: all of its steps with its lowest rating there. Each step holds on the
// position, independently of the others.
type Round struct {
	Position  // before the steps are applied
	Technique Technique
	Rating    Tenths
	Steps     []Step // at least one
}

// Map returns the image of r: the round on an isomorph of its puzzle. It shares
// no memory with r.
func (r *Round) Map(t transform.Isomorphism) Round {
	image := Round{Position: r.Position.Map(t), Technique: r.Technique, Rating: r.Rating}
	image.Steps = make([]Step, len(r.Steps))
	for i := range r.Steps {
		image.Steps[i] = r.Steps[i].Map(t)
	}
	return image
}

// Path returns the rounds that solve p in its given orientation. Its errors are
// those of [Rater.Rate]. With [ErrBeyond] it also returns the path up to where it
// ends.
func (r *Rater) Path(p *sudoku.Puzzle) ([]Round, error) {
	start := PositionOf(p.Clues())
	return r.PathFrom(p, &start)
}

// PathFrom returns the rounds that solve p in its given orientation, from a
// position on. The error wraps a [*PositionError] if the position does not lead
// to the solution. It is [ErrComplete] if all cells are filled. If no technique
// finds a step, the error wraps [ErrBeyond], and PathFrom also returns the path
// up to there.
//
// The position may come from a person: any digits and candidates that lead to the
// solution are allowed. Techniques that rely on a single solution still hold: p has
// one.
func (r *Rater) PathFrom(p *sudoku.Puzzle, from *Position) ([]Round, error) {
	return r.rounds(p, from, math.MaxInt)
}

// Next returns the first round of [Rater.PathFrom]. It does not compute the
// others.
func (r *Rater) Next(p *sudoku.Puzzle, from *Position) (Round, error) {
	return firstOf(r.nextFrom(p, from))
}

func (r *Rater) nextFrom(p *sudoku.Puzzle, from *Position) ([]Round, error) {
	return r.rounds(p, from, 1)
}

func firstOf(rounds []Round, err error) (Round, error) {
	if len(rounds) == 0 {
		return Round{}, err
	}
	return rounds[0], err
}

// rounds returns the rounds from a position on, at most limit.
func (r *Rater) rounds(p *sudoku.Puzzle, from *Position, limit int) ([]Round, error) {
	if err := r.resume(p, from); err != nil {
		return nil, err
	}
	var path []Round
	var half restored
	removed := *from != PositionOf(from.Grid)
	r.found.explaining = true
	defer func() { r.found.explaining = false }()
	for len(path) < limit && !r.state.solved() {
		if err := r.interrupted(); err != nil {
			return nil, err
		}
		if !r.round() {
			return path, beyond(p)
		}
		if removed {
			if err := half.easier(r, p); err != nil {
				return nil, err
			}
		}
		path = append(path, r.explained())
		r.apply()
	}
	return path, nil
}

// resume makes the rater ready to go on from a position.
func (r *Rater) resume(p *sudoku.Puzzle, from *Position) error {
	if err := from.check(p); err != nil {
		return err
	}
	r.start(p)
	r.state.advance(from)
	if r.state.solved() {
		return ErrComplete
	}
	return nil
}

// explained returns the round of the steps found last, with copies of the steps.
func (r *Rater) explained() Round {
	round := Round{
		Position:  r.position(),
		Technique: r.found.steps[0].Technique,
		Rating:    r.found.steps[0].Rating,
		Steps:     clones(r.found.steps),
	}
	for i := range round.Steps {
		round.Steps[i].settle(&round.Position, marks{})
	}
	return round
}

func (r *Rater) start(p *sudoku.Puzzle) {
	if *p == (sudoku.Puzzle{}) {
		panic("rating: the zero Puzzle is not a puzzle (was an error of Prove ignored?)")
	}
	r.found.table = techniques[:]
	r.state.start(p.Clues())
}

// outcome is the result of a search for the steps of a round.
type outcome uint8

const (
	nothing  outcome = iota // no technique finds anything
	steps                   // the steps of the round are found
	notBelow                // the round is not rated below the bound
)

// round finds the steps of the next round: the steps of the lowest rating that
// the first productive technique has. It reports whether there are any.
func (r *Rater) round() bool { return r.roundBelow(MaxTenths) == steps }

// roundBelow does what round does, and stops as soon as no step can be rated below a
// bound.
func (r *Rater) roundBelow(bound Tenths) outcome {
	found := r.found.search(&r.state, 0, Technique(NumTechniques), bound)
	if found == nothing && bound < MaxTenths {
		return notBelow
	}
	return found
}

// search looks for the steps of a round with the techniques from from up to but not
// including to. It only finds steps rated below a bound.
func (f *found) search(s *state, from, to Technique, bound Tenths) outcome {
	for t := from; t < to; t++ {
		if f.labelled != nil {
			f.explaining = f.labelled[t] > 0
		}
		switch {
		case leastFrom[t] >= bound:
			return notBelow
		case leastFrom[t+1] >= bound:
			f.below(bound, t, s)
		default:
			f.by(t, s)
		}
		if len(f.steps) > 0 {
			if f.steps[0].Rating >= bound {
				return notBelow
			}
			return steps
		}
	}
	return nothing
}

// apply carries out the steps of a round. They were all found on the same state,
// so some of their conclusions may be carried out already; these have no further
// effect.
func (f *found) apply(s *state) {
	for i := range f.steps {
		step := &f.steps[i]
		for _, k := range step.Eliminations {
			s.remove(k.Cell(), k.Digit())
		}
		if step.Places {
			s.place(step.Placement.Cell(), step.Placement.Digit())
		}
	}
}

func (r *Rater) apply() { r.found.apply(&r.state) }

func beyond(p *sudoku.Puzzle) error { return fmt.Errorf("rating %v: %w", p.Clues(), ErrBeyond) }
