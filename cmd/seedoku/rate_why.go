package main

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// why returns the reason for the rating of a puzzle, in one line: its hardest step,
// when that comes on the way to the solution, and the effort of the way. The rating
// counts all deductions of the path, needed or not, so the way may do without the
// hardest. Then the line names the first deduction of the path that is as hard.
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
	step, at, of := rating.Hardest(way)
	if wanted, onPath, all := rating.Hardest(path); wanted.Rating > step.Rating {
		step, at, of = wanted, onPath, all
		place = "deduction %d of %d, which the way does without"
	}
	return fmt.Sprintf("%s: %s, "+place+", effort %s", stepTitle(step), step.ConclusionText(), at, of, effortText(way)), nil
}

// effortText writes the effort of a way, such as 110.5.
func effortText(way []rating.Round) string {
	tenths := rating.Effort(way)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
