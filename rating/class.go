package rating

import (
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// By the rules of the scale, the hardest techniques depend on the orientation of
// a puzzle. So a class of isomorphs is rated by one of them, its canonical form,
// and a path that is found there is mapped back:
//
//	puzzle      --- To --->    canonical form
//	                                 |
//	its path    <- inverse -        path

// Class is the class of isomorphs of a puzzle, with its rating.
type Class struct {
	Canonical     sudoku.Puzzle         // the canonical form
	To            transform.Isomorphism // maps the puzzle to Canonical
	Automorphisms uint64                // number of automorphisms, the same for all isomorphs
	Rating        Result                // the rating of Canonical

	// Prelude has the cells of the puzzle that are filled before its hardest
	// round, the first with the rating ER: the clues and the digits placed before
	// it. Adding one of these cells as a clue hardly ever changes the rating.
	Prelude sudoku.Cells
}

// Class returns the class of p. Its errors are those of [Rater.RateClass]. With
// an error, Rating and Prelude are not set; the other fields are.
func (r *Rater) Class(p *sudoku.Puzzle) (Class, error) {
	class, _, err := r.ClassBelow(p, MaxTenths)
	return class, err
}

// ClassBelow is [Rater.Class] with a bound: it rates only up to the bound, as
// [Rater.RateBelow] does. below reports whether the ER is below the bound. If not,
// Rating and Prelude are not set; the other fields are.
func (r *Rater) ClassBelow(p *sudoku.Puzzle, bound Tenths) (class Class, below bool, err error) {
	canonical := r.canonizer.Canonical(p.Clues())
	class = Class{
		Canonical:     canonical.To.Puzzle(*p),
		To:            canonical.To,
		Automorphisms: canonical.Automorphisms,
	}
	if class.Rating, below, err = r.RateBelow(&class.Canonical, bound); below {
		class.Prelude = class.To.Inverse().Cells(r.prelude.Filled())
	}
	return class, below, err
}

// RateClass returns the rating of the class of p, which is the same for all
// isomorphs of p. The program calls it the rating of the puzzle. The error is
// [ErrComplete] or wraps [ErrBeyond].
func (r *Rater) RateClass(p *sudoku.Puzzle) (Result, error) {
	class, err := r.Class(p)
	return class.Rating, err
}

// WayClass returns the [Way] of p on the path of [Rater.PathClass], with the errors of that.
// The step s of a round r says why in s.Explain(&r.Position).
func (r *Rater) WayClass(p *sudoku.Puzzle) ([]Round, error) {
	path, err := r.PathClass(p)
	if err != nil {
		return nil, err
	}
	return Way(p, path)
}

// PathClass returns the path that rates the class of p, as rounds on p. Its
// errors are those of [Rater.RateClass]. With [ErrBeyond] it also returns the
// path up to where it ends.
func (r *Rater) PathClass(p *sudoku.Puzzle) ([]Round, error) {
	start := PositionOf(p.Clues())
	return r.PathClassFrom(p, &start)
}

// PathClassFrom returns the path from a position of p, found on the canonical
// form of p. From a position on the path of the class it is the rest of that
// path. Its errors are those of [Rater.PathFrom].
func (r *Rater) PathClassFrom(p *sudoku.Puzzle, from *Position) ([]Round, error) {
	return r.onClass(p, from, r.PathFrom)
}

// NextClass returns the first round of [Rater.PathClassFrom]. It does not compute
// the others.
func (r *Rater) NextClass(p *sudoku.Puzzle, from *Position) (Round, error) {
	return firstOf(r.onClass(p, from, r.nextFrom))
}

// onClass calls find with the canonical form of p and the image of from, and maps
// the rounds back to p.
func (r *Rater) onClass(p *sudoku.Puzzle, from *Position, find func(*sudoku.Puzzle, *Position) ([]Round, error)) ([]Round, error) {
	if err := from.check(p); err != nil {
		return nil, err // the error names cells of p
	}
	to := r.canonizer.Canonical(p.Clues()).To
	canonical, image := to.Puzzle(*p), from.Map(to)
	rounds, err := find(&canonical, &image)
	back := to.Inverse()
	for i := range rounds {
		rounds[i] = rounds[i].Map(back)
	}
	return rounds, err
}
