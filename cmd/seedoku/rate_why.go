package main

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// why returns the reason of the rating of a puzzle, in one line: its hardest step,
// when that comes on the way to the solution, and the effort of the way. If the way
// has no step so hard, it is the first on the path: the rating counts all
// deductions that there are, needed or not.
func why(r *rating.Rater, p *sudoku.Puzzle, asGiven bool) (string, error) {
	start := rating.PositionOf(p.Clues())
	path, err := wholePath(r, p, &start, asGiven)
	if err != nil {
		return "", err
	}
	way, err := rating.Way(p, path)
	if err != nil {
		return "", err
	}
	place := "step %d of %d"
	step, at, of := firstHardest(way)
	if wanted, onPath, all := firstHardest(path); wanted.Rating > step.Rating {
		step, at, of = wanted, onPath, all
		place = "deduction %d of %d, which the way does without"
	}
	return fmt.Sprintf("%s: %s, "+place+", effort %s", stepTitle(step), step.Conclusion(), at, of, effortText(way)), nil
}

// firstHardest returns the first step of the highest rating, its number from 1,
// and the number of all steps.
func firstHardest(rounds []rating.Round) (hardest *rating.Step, at, of int) {
	for i := range rounds {
		for j := range rounds[i].Steps {
			of++
			if s := &rounds[i].Steps[j]; hardest == nil || s.Rating > hardest.Rating {
				hardest, at = s, of
			}
		}
	}
	return hardest, at, of
}

// effortText writes the effort of a way, such as 110.5.
func effortText(way []rating.Round) string {
	tenths := rating.Effort(way)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
