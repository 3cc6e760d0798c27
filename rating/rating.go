// Package rating rates the difficulty of puzzles on the Sudoku Explainer scale,
// by solving them with human techniques. It can explain each step, from the clues
// or from any later position.
//
// [Rater.RateClass] rates a puzzle, [Rater.WayClass] gives the steps to its
// solution, which [Step.Explain] puts into words, and [Rater.NextClass] gives the next
// step from a position on the way. RateClass and NextClass have examples, and so has
// [Rater.PathClass], which gives all steps in each position.
//
// A deduction is a [Step]: it places a digit or removes candidates, for a reason
// that has a name, its [Technique], and a rating. Solving goes in rounds. A
// [Round] asks the techniques in the order of the scale. The first technique
// that finds anything gives the round: all of its steps of the lowest rating,
// applied together. The rating of a puzzle, ER, is the rating of its hardest
// round.
//
// # Words
//
// ER is the rating of the hardest round; EP, the pearl, is the rating of the
// hardest round up to the first that places a digit; ED, the diamond, is the
// rating of the first round. A [Level] is a range of ER with a name for people.
// A path is the list of rounds from a [Position] to the solution.
//
// # Puzzles and classes
//
// The hardest techniques depend on the orientation of a puzzle: turned, about 1
// in 20 hard puzzles gets another rating. So the rating of a puzzle is by
// definition the rating of its canonical form (package transform), which all
// its isomorphs share. [Rater.RateClass], [Rater.PathClass] and
// [Rater.NextClass] go by this definition and answer in the cells of the puzzle
// given; [Rater.Rate], [Rater.Path] and [Rater.Next] take it as it stands.
//
// # Conventions
//
// Ratings are [Tenths]: 6.6 is 66. Steps are facts; they are put into words only
// when asked for ([Step.Explain]).
//
// # Guarantees
//
// [Rater.Rate] gives the ratings of the reference rater, Sukaku Explainer 1.18.1
// with the techniques of Sudoku Explainer 1.2.1. A puzzle beyond the techniques
// in the table is an error ([ErrBeyond]), never a wrong rating. Every step of a
// path is true of the solution. Rating a puzzle allocates nothing. Names of
// techniques, which are stored in banks, never change.
//
// A [Rater] and [Additions] have scratch memory and serve one goroutine at a time. Other
// values can be shared by goroutines while no goroutine changes them.
//
// # Not here
//
// Proofs that a puzzle has one solution: a [sudoku.Puzzle] has been proven.
//
// Start with [Rater]. To change the package, read first the table in techniques.go, then
// the loop in rater.go.
package rating

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Version is the number of the rules by which puzzles are rated. It grows when
// the rating or the technique counts of any puzzle change.
const Version = 1

// Errors of the methods of [Rater], besides [*PositionError].
var (
	ErrComplete = errors.New("the grid is complete: no step is left")
	ErrBeyond   = errors.New("no technique of the scale solves it")
)

// Tenths is a rating in tenths: 6.6 is 66.
type Tenths uint8

// MaxTenths is above every rating.
const MaxTenths Tenths = math.MaxUint8

// String returns t with its decimal, such as 6.6.
func (t Tenths) String() string { return fmt.Sprintf("%d.%d", t/10, t%10) }

// ParseTenths reads a rating from 0.0 to 25.5, such as 6.6, .5 or 7.
func ParseTenths(text string) (Tenths, error) { return parseTenths(text, 0) }

// ParseER reads an ER, from 1.0 to 25.5, such as 6.6 or 7.
func ParseER(text string) (Tenths, error) { return parseTenths(text, easiest) }

// parseTenths reads a rating from least to [MaxTenths].
func parseTenths(text string, least Tenths) (Tenths, error) {
	whole, decimal, _ := strings.Cut(text, ".")
	value, _ := strconv.ParseUint(whole+cmp.Or(decimal, "0"), 10, 64) // in tenths, the greatest number if it is greater
	switch {
	case whole+decimal == "" || len(decimal) > 1 || strings.Trim(whole+decimal, "0123456789") != "":
		return 0, fmt.Errorf("rating %q: want a number such as 6.6", text)
	case value < uint64(least) || value > uint64(MaxTenths):
		return 0, fmt.Errorf("%.20s is not within %v-%v", text, least, MaxTenths)
	}
	return Tenths(value), nil
}

// Result is the rating of a puzzle. Results can be compared.
type Result struct {
	ER Tenths // rating of the hardest round
	EP Tenths // rating of the hardest round up to the first that places a digit
	ED Tenths // rating of the first round

	// Hardest is the technique of the first round with the rating ER.
	Hardest Technique

	// Uses counts the steps of the path by technique.
	Uses [NumTechniques]uint16
}

// Level returns the level of the puzzle.
func (r Result) Level() Level { return LevelOf(r.ER) }

// String returns r in short, such as "level 7, ER 6.6, EP 2.3, ED 1.2, hardest step
// x-cycle".
func (r Result) String() string {
	return fmt.Sprintf("level %d, ER %v, EP %v, ED %v, hardest step %v", r.Level(), r.ER, r.EP, r.ED, r.Hardest)
}

// PathEffort returns the sum, over all steps of the path, of the lowest rating of the
// technique, in tenths. It is an estimate of the [Effort] of the way that needs no steps.
// In samples of 150 seeds of a level, the rank correlation of the two is 0.86 to 0.91 for
// levels 5 to 8, and 0.96 for level 9.
func (r *Result) PathEffort() (sum int) {
	for t, steps := range r.Uses {
		sum += int(steps) * int(techniques[t].least)
	}
	return sum
}

// tally is a rating while rounds are being added.
type tally struct {
	Result
	placed bool // a round has placed a digit: EP is settled
}

// count adds a round, and reports whether it is harder than those before it.
func (r *tally) count(steps []Step) (harder bool) {
	t, rating := steps[0].Technique, steps[0].Rating
	if r.ED == 0 {
		r.ED = rating
	}
	if harder = rating > r.ER; harder {
		r.ER, r.Hardest = rating, t
	}
	r.Uses[t] += uint16(len(steps))
	if !r.placed {
		r.EP = r.ER
		for i := range steps {
			r.placed = r.placed || steps[i].Places
		}
	}
	return harder
}
