// Package draw turns a request into puzzles: "level 4 to 6, with 28 clues, no
// unique rectangle, a hundred of them, random seed 7, from number 1000 on".
//
// # Words
//
// A [Request] says which puzzles are wanted, and how many. Its kind is the
// conditions on each puzzle: level, ER, clues, techniques. Its stream is all
// puzzles of its kind in the order of its random seed. A [Field] is a part of a
// request as text.
//
// # Conventions
//
// A request is written in Go, or read by [Parse] from the flags of a command
// line, the query of a URL, or a manifest. All of them use the names in [Fields].
// The zero value of a field sets no limit.
//
// # Guarantees
//
// Every puzzle is of the kind asked for, has one solution, and comes once. The
// same request on the same bank gives the same puzzles in the same order.
//
// A [Request] is a value. Goroutines can share a bank and a [Stream]. What [Stream.All] and
// [Stream.Open] return serves one goroutine at a time.
//
// # Not here
//
// How puzzles are written (package pack), and files full of them (package
// export).
//
// Start with [Request] and [Request.Draw], whose example draws five puzzles.
package draw

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Request says which puzzles are wanted, and which part of their stream. The zero
// Request means all minimal puzzles of a bank, in the order of random seed 0.
type Request struct {
	Levels seedbank.Range[rating.Level]
	ER     seedbank.Range[rating.Tenths]

	// Pace says how long people take.
	Pace seedbank.Pace

	// Clues is the number of clues. If it is set, clues may be added to seeds to
	// reach it. If it is zero, all puzzles are minimal, except with a symmetry, a
	// pattern or a style.
	Clues seedbank.Range[int]

	// Symmetry is the symmetry of the pattern of clues in the orientation of each
	// puzzle. If it is set, clues may be added to seeds to reach it. It cannot be
	// combined with Uses, Without, Labels and Practice.
	Symmetry transform.Symmetry

	// Pattern is the set of cells that hold the clues of each puzzle; the empty set
	// allows any. Clues may be added to seeds to fill it. It cannot be combined with
	// Symmetry, Uses, Without, Labels and Practice.
	Pattern sudoku.Cells

	// Minimal asks for minimal puzzles, whatever Style says of Clues. AsTurned asks for puzzles
	// as they are turned, whatever Style says of Symmetry. Minimal excludes Clues, and AsTurned
	// excludes Symmetry.
	Minimal, AsTurned bool

	// Style sets Clues and Symmetry, by the level of each puzzle, where they are
	// zero. Clues may be added to seeds for that.
	Style Style

	// Paper says that the puzzles will be printed. With it, [AnyStyle] means the style
	// [Print]. If the bank has too few puzzles in this style, the remaining ones are plain.
	// Paper is not among [Fields].
	Paper bool

	Uses    []rating.Technique // the solving path uses each of them; then puzzles are minimal
	Hardest []rating.Technique // the hardest step is of one of them
	Without []rating.Technique // the solving path uses none of them; then puzzles are minimal

	// Labels says which labels the path has; then puzzles are minimal.
	Labels seedbank.Labels

	// Practice lists techniques to practise. The hardest step of each puzzle uses
	// one of them. Either the puzzle needs this technique once, or all other steps
	// are at least one level easier; see [rating.Result.Trains]. Then puzzles are
	// minimal.
	Practice []rating.Technique

	// Variety says what takes turns, each as long as it has puzzles.
	Variety Variety

	N          uint64 // number of puzzles; 0 means all, more than 10^12 for each seed without Distinct
	RandomSeed uint64 // chooses the order of the stream
	Skip       uint64 // number of puzzles left out at the beginning of the stream
	Distinct   bool   // no two puzzles come from the same seed

	// NotIn has the keys of solution grids that puzzles were given away on; see
	// [seed.Seed.Solution]. Unless it is nil, no puzzle is on one of them, up to symmetry. With
	// Distinct, no two puzzles are on the same grid either. NotIn is not among [Fields].
	NotIn []seed.Key
}

// RandomSeed returns a random seed for requests that name none. It has 63 bits,
// since the integers of SQLite and of JSON have no more.
func RandomSeed() uint64 { return rand.Uint64() >> 1 }

// Filter returns the filter for the seeds and rungs that r wants.
func (r *Request) Filter() seedbank.Filter {
	f := seedbank.Filter{
		Levels: r.Levels, ER: r.ER, Clues: r.Clues, Pace: r.Pace,
		Uses: r.Uses, Hardest: r.Hardest, Without: r.Without, Labels: r.Labels, Practice: r.Practice, Symmetry: r.Symmetry, Pattern: r.Pattern,
		Rungs: r.Clues != seedbank.Range[int]{} || r.Symmetry != transform.NoSymmetry || !r.Pattern.Empty(),
	}
	if f.Labels.Uses|f.Labels.Without == 0 {
		f.Labels.Version = 0 // that of the variety, which is no condition
	}
	r.style(&f)
	return f
}

// Source provides selections of puzzles: a [seedbank.Bank], or a cache of its
// selections.
type Source interface {
	Select(context.Context, seedbank.Filter) (*seedbank.Selection, error)
}

// Select returns the seeds and rungs that match r. It does not settle the style of r. If
// nothing matches, the error is a [*NoMatchError], which wraps [seedbank.ErrNoMatch].
// Errors of [Request.Check] are returned before anything is read.
func (r *Request) Select(ctx context.Context, from Source) (*seedbank.Selection, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	selection, err := from.Select(ctx, r.Filter())
	switch {
	case err != nil:
		return nil, err
	case selection.Len() == 0:
		return selection, r.nothingFits(ctx, from)
	case r.NotIn == nil:
		return selection, nil
	}
	return selection.OnNewGrids(ctx, r.NotIn, r.Distinct)
}

// nothingFits returns the error for a request that nothing matches. It says which parts of the
// request contradict each other, lists the numbers of clues that would match, or says that
// other minutes would.
func (r *Request) nothingFits(ctx context.Context, from Source) error {
	if why := r.contradiction(); why != "" {
		return &NoMatchError{Contradiction: why}
	}
	none := &NoMatchError{Pattern: !r.Pattern.Empty(), Printed: r.Style == Print}
	anyClues, anyMinutes := r.Filter(), r.Filter()
	anyClues.Clues, anyMinutes.Pace = seedbank.Range[int]{}, seedbank.Pace{}
	if n := r.Pattern.Len(); none.Pattern && !r.Clues.Has(n) {
		none.Clues = strconv.Itoa(n)
		return none
	}
	if r.Clues != anyClues.Clues && !none.Pattern && !none.Printed {
		wider, err := from.Select(ctx, anyClues)
		if err != nil {
			return err
		}
		if wider.Len() > 0 {
			return &NoMatchError{Clues: listed(slices.Sorted(maps.Keys(wider.Stats().Total.ByClues)))}
		}
	}
	if r.Pace != anyMinutes.Pace {
		wider, err := from.Select(ctx, anyMinutes)
		if err != nil {
			return err
		}
		none.Minutes = wider.Len() > 0
	}
	return none
}

// NoMatchError says that a bank has no puzzle of the requested kind. It wraps
// [seedbank.ErrNoMatch].
type NoMatchError struct {
	Pattern bool   // a pattern was asked for
	Printed bool   // the style Print was asked for
	Minutes bool   // minutes are in the way: there are puzzles with other minutes
	Clues   string // numbers of clues that the bank has for the rest of the request, such as 22-27, 30; or empty

	// Contradiction says which two parts of the request no puzzle has both, or is empty.
	Contradiction string
}

func (e *NoMatchError) Error() string {
	none := seedbank.ErrNoMatch.Error()
	switch {
	case e.Contradiction != "":
		return "no puzzle is of this kind: " + e.Contradiction
	case e.Pattern && e.Clues != "":
		return none + " with this number of clues in this pattern, which has " + e.Clues + " cells"
	case e.Minutes:
		return none + " with these minutes; there are puzzles with other minutes"
	case e.Pattern:
		return none + " that can be arranged into this pattern"
	case e.Printed:
		return none + " in the style of printed puzzles"
	case e.Clues != "":
		return none + " with this number of clues; there are puzzles with " + e.Clues
	}
	return none
}

func (e *NoMatchError) Unwrap() error { return seedbank.ErrNoMatch }

// listed returns ascending numbers as text, with ranges for consecutive numbers.
func listed(numbers []int) string {
	var parts []string
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n] == numbers[0]+n {
			n++
		}
		part := strconv.Itoa(numbers[0])
		if n > 1 {
			part += "-" + strconv.Itoa(numbers[n-1])
		}
		parts = append(parts, part)
		numbers = numbers[n:]
	}
	return strings.Join(parts, ", ")
}

// TooFewError says that a bank has fewer puzzles than a request wants.
type TooFewError struct {
	There    seedbank.Uint128 // available puzzles, or seeds if Distinct
	Distinct bool
	Printed  bool // the puzzles have the style Print

	// Of is the number of solution grids that there would be if none was taken; see
	// [Request.NotIn]. It is 0 if the request does not say which are taken.
	Of uint64
}

func (e *TooFewError) Error() string {
	style := ""
	if e.Printed {
		style = " in the style of printed puzzles"
	}
	if e.Of > 0 {
		return fmt.Sprintf("%s left of %d of this kind%s, fewer than the puzzles asked for", phrase.Are(e.There, "solution grid"), e.Of, style)
	}
	if e.Distinct {
		return phrase.There(e.There, "seed") + " of this kind" + style + ", fewer than the puzzles asked for, and no two may come from the same seed"
	}
	return phrase.There(e.There, "different puzzle") + style + ", fewer than asked for"
}
