package mine

import (
	"time"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// ByLevel has a number at the index of each level. Index 0 is unused.
type ByLevel [rating.NumLevels + 1]int

// Sum returns the sum of the numbers.
func (b ByLevel) Sum() (sum int) {
	for _, n := range b {
		sum += n
	}
	return sum
}

// Progress counts the results of a run. Every puzzle that was made or read counts in one of
// Stored, Known, Unwanted, PassedOver, Repeated and Rejected, or waits to be stored. At the
// end of a run none waits, apart from claimed seeds, which wait to be rated.
type Progress struct {
	Made       int     // puzzles that were made, read or rated again
	Stored     int     // of these, new seeds in the bank; in a dry run, seeds that would be stored
	Rated      int     // among Stored, claimed seeds that were rated; an earlier run may have counted their puzzles
	Known      int     // isomorphs of seeds that the bank had
	Unwanted   int     // of other levels, or not needed for a target
	PassedOver int     // rated on walks, but not among the best
	Repeated   int     // isomorphs of other puzzles to import
	Rejected   int     // puzzles to import that are unreadable, not proper or beyond the scale
	Reduced    int     // puzzles to import with redundant clues; they count in one of the above too
	Related    Related // in a dry run, puzzles by relation to the bank
	StoredBy   ByLevel // new seeds, by level
	Symmetric  ByLevel // symmetric puzzles that were kept, as seeds or rungs
	Broad      ByLevel // rungs with 37 to 60 clues that [Broaden] made
	InBank     ByLevel // seeds in the bank, by level, as far as this run knows

	SizeBefore, Size int64 // of the bank in bytes, when the run began and now
	Full             Full  // why there is no room for more
	Growth           int64 // bytes by which an earlier run of [Lacking] made the bank larger in an hour, or 0

	Run   seedbank.RunID // in the bank
	Round int            // size of the bank for which the round of [Lacking] is; 0 for other strategies

	Targets  []TargetProgress
	Patterns []PatternProgress // in the order of the options
	Walks    []WalkProgress    // walks that have begun
	Starts   int               // puzzles made because a walk had no seed to begin at
}

// TargetProgress is the progress toward a target.
type TargetProgress struct {
	Target
	Before int // seeds in the bank when the run began
	InBank int

	// Pace is the time that a run of [Lacking] before this one took for a seed of the kind,
	// or 0.
	Pace time.Duration
}

// Missing returns the number of seeds that a target lacks.
func (t *TargetProgress) Missing() int { return max(t.Seeds-t.InBank, 0) }

// WalkProgress is the progress of a walk.
type WalkProgress struct {
	Toward   walk.Objective
	Symmetry transform.Symmetry // symmetry that the walk keeps
	Steps    int
	Best     int // the best value in the bank; 0: it has no starting point
	At       int // the best value among the remaining starting points
	Ahead    int // number of remaining starting points, counted up to some number

	// Moves are the results of this run by move. They are empty for a walk with a symmetry.
	Moves []walk.MoveProgress
}

// PatternProgress is the progress of the search for puzzles with a pattern.
type PatternProgress struct {
	Name string
	Kept int // puzzles
	making.Tried
}
