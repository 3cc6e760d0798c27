package main

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/sudoku"
)

// reasons tell why a puzzle has its rating, and where it is narrow.
type reasons struct {
	why    string // the reason of the rating, or empty
	pace   minutes.Estimate
	widths []uint16
}

// reasonsOf returns the reasons of a puzzle.
func reasonsOf(r *rating.Rater, pace *minutes.Estimator, p *sudoku.Puzzle, asGiven bool) (all reasons, err error) {
	if all.why, err = why(r, p, asGiven); err == nil {
		all.pace, err = pace.Class(p)
	}
	all.widths = slices.Clone(pace.Widths())
	return all, err
}

// paceColumns are the columns for how long people take, and why.
var paceColumns = slices.Concat(
	table.Of(table.Pace, func(r *rated) *minutes.Estimate { return &r.pace }),
	[]table.Column[*rated]{{Name: "widths", Type: table.Words, Append: appendWidths,
		About: "number of ways on in each round"}})

// appendWidths appends the widths of the rounds.
func appendWidths(r *rated, dst []byte) []byte {
	for i, n := range r.widths {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return dst
}

// narrowText tells people in a line how long a puzzle takes, and where it is narrow.
var narrowText = table.Column[*rated]{Name: "pace", Append: func(r *rated, dst []byte) []byte {
	dst = fmt.Appendf(dst, "%v; %s, %d with one way on, the hardest step in round %d; ways on: ",
		&r.pace, phrase.Count(r.pace.Rounds, "round"), r.pace.Narrow, r.pace.Turn)
	return appendWidths(r, dst)
}}

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
	return fmt.Sprintf("%s: %s, "+place+", effort %s", stepTitle(step, rating.English), step.ConclusionText(), at, of, effortText(way)), nil
}

// effortText writes the effort of a way, such as 110.5.
func effortText(way []rating.Round) string {
	tenths := rating.Effort(way)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
