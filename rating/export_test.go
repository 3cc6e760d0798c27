package rating

import "github.com/seedoku/seedoku/sudoku"

// Find returns the steps of a technique on the state of a grid with candidates.
func Find(t Technique, grid *sudoku.Grid, candidates *[81]sudoku.Digits) []Step {
	f := found{explaining: true}
	s := stateOf(grid, candidates)
	f.by(t, &s)
	return clones(f.steps)
}

// Finder returns a function that has a technique look at the i-th round, and
// that does nothing else.
func Finder(t Technique, rounds []Round) func(i int) {
	var f found
	states := make([]state, len(rounds))
	for i := range rounds {
		states[i] = stateOf(&rounds[i].Grid, &rounds[i].Candidates)
	}
	return func(i int) { f.by(t, &states[i]) }
}

func stateOf(grid *sudoku.Grid, candidates *[81]sudoku.Digits) (s state) {
	s.start(*grid)
	for c := range sudoku.Cell(81) {
		for d := range (s.digits[c] &^ candidates[c]).All() {
			s.remove(c, d)
		}
	}
	return s
}
