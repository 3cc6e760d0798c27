package rating_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// TestUndoubtedStepsDoNotDependOnTheOrientation turns the positions of the sample.
// What the techniques before nishio remove is the same, unless they are in doubt,
// and then they are so in every orientation.
func TestUndoubtedStepsDoNotDependOnTheOrientation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	found, doubted := 0, 0
	for _, round := range rounds(t) {
		if orientationMatters[round.Technique.String()] || round.Rating < 26 {
			continue
		}
		steps, doubt := rating.FindDoubting(round.Technique, &round.Position)
		found++
		if doubt {
			doubted++
		}
		for range 3 {
			phi := transform.Random(rng)
			image := round.Position.Map(phi)
			turned, again := rating.FindDoubting(round.Technique, &image)
			if doubt != again {
				t.Fatalf("%v: in doubt %v, on an isomorph %v", round.Grid, doubt, again)
			}
			if got, want := removedBy(turned, transform.Identity()), removedBy(steps, phi); !doubt && got != want {
				t.Fatalf("%v on %v removes %v, on an isomorph %v", round.Technique, round.Grid, want, got)
			}
		}
	}
	if doubted == 0 || doubted > found/4 {
		t.Errorf("%d of %d rounds are in doubt", doubted, found)
	}
}

// removedBy returns the images of what steps remove.
func removedBy(steps []rating.Step, phi transform.Isomorphism) (removed [9]sudoku.Cells) {
	for i := range steps {
		for _, k := range steps[i].Eliminations {
			k = phi.Candidate(k)
			removed[k.Digit()-1] = removed[k.Digit()-1].With(k.Cell())
		}
	}
	return removed
}
