package sudoku

import (
	"testing"

	"pgregory.net/rapid"
)

// Each solution but one comes from a trial of its own.
func TestTrials(t *testing.T) {
	var solver Solver
	rapid.Check(t, func(t *rapid.T) {
		g := drawPartial(t)
		trials, solutions := solver.Trials(g), solver.Count(g, 1000)
		if solutions < 1000 && trials < solutions-1 {
			t.Fatalf("%v has %d solutions, but takes %d trials", g, solutions, trials)
		}
		if again := solver.Trials(g); again != trials {
			t.Fatalf("%v takes %d trials, and then %d", g, trials, again)
		}
	})
}
