// Package minutes estimates how long people take for a puzzle, and shows where it is
// narrow: where there are few ways on.
//
// [Estimator.Class] does both. ER says how hard the hardest step is. Two puzzles with the
// same ER can take twice the time, as one has many ways on at each moment and the other one
// has few, each of which opens only the next.
//
// # The model
//
// A solver goes through the digits in some order, again and again. For each digit it looks
// at the boxes that lack it, then at the rows and columns, and fills what it sees: all
// hidden singles of boxes, most of rows and columns. When a house has one empty cell
// left, it usually sees that at once. When a whole cycle brings nothing, it looks for a cell
// with one candidate, which takes less if there are many, and then for a harder step. So the
// time comes from all ways on, and from the order in which they open. The estimate is the
// mean over several orders of the digits.
//
// The model has few parameters. They are fitted to the times of people on 1,022
// puzzles; fit_test.go is the fit, and says how good it is.
//
// # Guarantees
//
// Estimates are computed in integers, so they are the same on all machines. Isomorphs have
// the same estimate, because the canonical form is what is solved. A change of any estimate
// is a new [Version]. Estimating allocates nothing once the scratch memory has grown.
//
// # Not here
//
// The rating (package rating), on which estimates have no influence.
package minutes

import (
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Version is the number of the fit. It grows when the estimate of any puzzle changes.
const Version = 1

// Most is the greatest number of minutes that is told: greater estimates are this one.
const Most = 250

// mostNarrow is the greatest number of narrow rounds that is told.
const mostNarrow = 255

// Estimate is how long people take for a puzzle, and how narrow it is. Rounds are made
// of all ways on: in each round, all cells are filled that hidden and naked singles fill;
// if there is none, the easiest harder steps are carried out.
type Estimate struct {
	Seconds int  // of a regular solver
	Beyond  bool // the puzzle needs more than the data tell of, so Seconds is a lower bound

	// Rounds is the number of rounds, which is the length of the longest chain of steps
	// that must come one after the other: each round needs one before it.
	Rounds int

	Narrow  int           // rounds with only one way on, without the last round
	Turn    int           // the round of the hardest step, the first is 1
	Hardest rating.Tenths // the rating of that step
}

// How many times longer a beginner takes than a regular solver, and how many times shorter a
// fast one. On the same puzzle, one person in ten takes about twice the mean, and one in
// ten a third; that follows from the variance that fit_test.go computes.
const (
	beginner = 2
	fast     = 3
)

// lastFitted is the greatest rating of a step of which there are enough data.
const lastFitted = 25

// Minutes returns the minutes of a regular solver, rounded, from 1 to [Most].
func (e *Estimate) Minutes() int { return rounded(e.Seconds) }

// Beginner returns the minutes of a beginner: twice those of a regular solver.
func (e *Estimate) Beginner() int { return rounded(beginner * min(e.Seconds, 60*Most)) }

// Fast returns the minutes of a fast solver: a third of those of a regular solver.
func (e *Estimate) Fast() int { return rounded(e.Seconds / fast) }

func rounded(seconds int) int { return min(max(1, (min(seconds, 60*Most)+30)/60), Most) }

// TextIn returns the minutes as people are told them in a language, one of
// [rating.Languages], such as "about 7 minutes" or "about 40 minutes or more".
func (e *Estimate) TextIn(language string) string {
	key := "rate.minutes"
	if e.Beyond || e.Minutes() == Most {
		key = "rate.minutes-or-more"
	}
	return catalogue.Or(language).Plain(key, "n", e.Minutes())
}

// orders is the number of orders of the digits that are tried. Each second one is the
// reverse of the one before, which halves the part that chance has in the mean.
const orders = 6

// Estimator estimates. Its zero value is ready. It has scratch memory and serves one
// goroutine at a time.
type Estimator struct {
	rater     *rating.Rater
	canonizer transform.Canonizer
	key       key
	begin     board // the clues
	rounds    board // where the profile is
	widths    []uint16
	stages    []stage
	run       run
	position  rating.Position // of a step beyond singles
}

// stage is a board after a step beyond singles. However singles are chosen, they lead to
// the same boards.
type stage struct {
	board
	rating rating.Tenths
}

// By makes e find steps beyond singles with r, which saves the memory of another rater.
func (e *Estimator) By(r *rating.Rater) { e.rater = r }

// Class returns the estimate for a puzzle, which is the same for all isomorphs. Its errors
// are those of [rating.Rater.RateClass].
func (e *Estimator) Class(p *sudoku.Puzzle) (Estimate, error) {
	canonical := e.canonizer.Canonical(p.Clues()).To.Puzzle(*p)
	return e.Canonical(&canonical)
}

// Canonical returns the estimate for a puzzle that is a canonical form.
func (e *Estimator) Canonical(p *sudoku.Puzzle) (Estimate, error) {
	return e.with(p, &regular)
}

// Widths returns the number of ways on in each round of the last puzzle. The next estimate
// overwrites it.
func (e *Estimator) Widths() []uint16 { return e.widths }

// with returns the estimate for a solver with some habits.
func (e *Estimator) with(p *sudoku.Puzzle, h *habits) (Estimate, error) {
	found, err := e.profile(p)
	if err != nil {
		return found, err
	}
	found.Seconds = e.seconds(h)
	return found, nil
}

// seconds returns the mean time over several orders, for the puzzle of the last profile.
func (e *Estimator) seconds(h *habits) int {
	r := &e.run
	r.habits, r.key = h, &e.key
	total, order := 0, [9]sudoku.Digit{}
	for i := range orders {
		r.random = generator(i)
		if i%2 == 0 {
			order = r.random.shuffled()
		} else {
			for j := range 4 {
				order[j], order[8-j] = order[8-j], order[j]
			}
		}
		r.board = e.begin
		total += r.solve(&order, e.stages)
	}
	return total / orders / 1000
}
