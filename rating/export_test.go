package rating

import (
	"errors"

	"github.com/seedoku/seedoku/sudoku"
)

// Find returns the steps of a technique on the state of a grid with candidates.
func Find(t Technique, grid *sudoku.Grid, candidates *[81]sudoku.Digits) []Step {
	f := found{explaining: true, table: techniques[:]}
	s := stateOf(grid, candidates)
	f.by(t, &s)
	return clones(f.steps)
}

// FindDoubting is Find, and reports whether the steps may depend on the orientation.
func FindDoubting(t Technique, at *Position) (steps []Step, oriented bool) {
	f := found{explaining: true, doubting: true, table: techniques[:]}
	s := stateOf(&at.Grid, &at.Candidates)
	f.by(t, &s)
	return clones(f.steps), f.oriented
}

// Finder returns a function that has a technique look at the i-th round, and
// that does nothing else.
func Finder(t Technique, rounds []Round) func(i int) {
	f := found{table: techniques[:]}
	states := make([]state, len(rounds))
	for i := range rounds {
		states[i] = stateOf(&rounds[i].Grid, &rounds[i].Candidates)
	}
	return func(i int) { f.by(t, &states[i]) }
}

func stateOf(grid *sudoku.Grid, candidates *[81]sudoku.Digits) (s state) {
	s.start(*grid)
	s.advance(&Position{*grid, *candidates})
	return s
}

// Proves returns an error if the facts of a step do not make it hold on a
// position, or if its statements do not lead to what it concludes.
func Proves(s *Step, at *Position) error { return errors.Join(proves(s, at), argues(s, at)) }

// CheckWay returns an error if the way of a path breaks a promise of [Way], or if
// the statements of a step do not lead to what it concludes.
func CheckWay(p *sudoku.Puzzle, path, way []Round) error { return checkWay(p, path, way) }
