package examine

import "github.com/seedoku/seedoku/rating"

// WayFrom finds the way from a position to the solution: as [Examiner.Way] does
// from the start, but with the digits and the removed candidates of the position.
// The error is one of [sudoku.Solver.Prove], a [*PositionError], or one of
// [rating.Rater.PathClassFrom] and [rating.Way].
func (x *Examiner) WayFrom(at *Position) (rating.Path, error) {
	puzzle, path, err := findFrom(x, at, x.rater.PathClassFrom)
	if err != nil {
		return rating.Path{}, err
	}
	way, err := rating.Way(&puzzle, path)
	return rating.Path{Puzzle: puzzle, Rounds: way, Language: at.Language}, err
}
