package main

import (
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/sudoku"
)

// reasons tell why a puzzle has its rating, and where it is narrow.
type reasons struct {
	hardest hardest
	pace    minutes.Estimate
	widths  []uint16
}

// hardest is the hardest step of a puzzle, as a number among the steps of its way.
type hardest struct {
	*rating.Step
	at, of  int
	without bool // the way does without it: it is a number among all deductions
	effort  string
}

// reasonsOf returns the reasons of a puzzle.
func reasonsOf(r *rating.Rater, pace *minutes.Estimator, p *sudoku.Puzzle, asGiven bool) (all reasons, err error) {
	if all.hardest, err = hardestOf(r, p, asGiven); err == nil {
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
func narrowText(language string) table.Column[*rated] {
	words := catalogue.Or(language)
	return table.Column[*rated]{Name: "pace", Append: func(r *rated, dst []byte) []byte {
		return append(dst, words.Plain("rate.pace", "minutes", r.pace.TextIn(language), "rounds", r.pace.Rounds,
			"narrow", r.pace.Narrow, "turn", r.pace.Turn, "widths", string(appendWidths(r, nil)))...)
	}}
}

// hardestOf returns the hardest step of a puzzle. The rating counts all deductions of the
// path, needed or not, so the way may do without the hardest. Then it is the first
// deduction of the path that is as hard.
func hardestOf(r *rating.Rater, p *sudoku.Puzzle, asGiven bool) (h hardest, err error) {
	start := rating.PositionOf(p.Clues())
	path, err := wholePath(r, p, &start, asGiven)
	if err != nil {
		return h, err
	}
	way, err := rating.Way(p, path)
	if err != nil {
		return h, err
	}
	h.effort = effortText(way)
	h.Step, h.at, h.of = rating.Hardest(way)
	if step, at, of := rating.Hardest(path); step.Rating > h.Rating {
		h.Step, h.at, h.of, h.without = step, at, of, true
	}
	return h, nil
}

// in returns the reason for the rating of a puzzle in a language, in one line: its hardest
// step, when that comes on the way to the solution, and the effort of the way.
func (h *hardest) in(language string) string {
	key := "rate.why"
	if h.without {
		key = "rate.why-without"
	}
	return catalogue.Or(language).Plain(key, "name", stepTitle(h.Step, language), "claims", h.ConclusionText(), "at", h.at, "of", h.of, "effort", h.effort)
}

// effortText writes the effort of a way, such as 110.5.
func effortText(way []rating.Round) string {
	return string(table.AppendTenths(nil, rating.Effort(way)))
}
