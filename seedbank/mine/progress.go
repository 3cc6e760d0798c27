package mine

import (
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pattern"
	"github.com/seedoku/seedoku/transform"
)

// ByLevel is a number for each level. There is no level 0.
type ByLevel [rating.NumLevels + 1]int

// Progress tells how far a run is. Every puzzle that was made, or read to be imported,
// either counts as Stored, Known, Unwanted, PassedOver, Repeated or Rejected, or waits to be
// stored. At the end of a run none waits.
type Progress struct {
	Made       int     // puzzles that were made, read or rated again
	Stored     int     // of these, new seeds in the bank; in a dry run, seeds that would be stored
	Known      int     // isomorphs of seeds that the bank had
	Unwanted   int     // of other levels, or not needed for a target
	PassedOver int     // rated on walks, but not among the best
	Repeated   int     // isomorphs of other puzzles to import
	Rejected   int     // puzzles to import that are not readable, not proper or beyond the rater
	Reduced    int     // puzzles to import, of any of these kinds, with redundant clues
	Related    Related // in a dry run, puzzles by relation to the bank
	StoredBy   ByLevel // new seeds, by level
	Symmetric  ByLevel // symmetric puzzles that were kept, as seeds or rungs
	InBank     ByLevel // seeds in the bank, by level, as far as this run knows

	Targets  []TargetProgress
	Patterns []PatternProgress // in the order of the options
	Walks    []WalkProgress    // walks that have begun
	Starts   int               // puzzles made because a walk had no seed to begin at
}

// TargetProgress tells how far a target is.
type TargetProgress struct {
	Target
	Before int // seeds in the bank when the run began
	InBank int
}

// Missing returns the number of seeds that a target lacks.
func (t *TargetProgress) Missing() int { return max(t.Seeds-t.InBank, 0) }

// WalkProgress tells how far a walk is.
type WalkProgress struct {
	Toward   Objective
	Symmetry transform.Symmetry // that it keeps
	Steps    int
	Best     int // the best value in the bank, as in [records.Ranked]
	At       int // the best value among the starting points that are left
	Ahead    int // starting points that are left, counted up to [MostAhead]

	// Moves are the results of this run by move. They are empty for a walk with a symmetry.
	Moves []MoveProgress
}

// Tried counts the searches for puzzles with a pattern.
type Tried struct {
	pattern.Effort
	Proper int     // puzzles with one solution that were found and rated
	Levels ByLevel // these, by level
}

// Add adds the numbers of other searches.
func (t *Tried) Add(other *Tried) {
	t.Effort.Add(other.Effort)
	t.Proper += other.Proper
	for level, n := range other.Levels {
		t.Levels[level] += n
	}
}

// MoveProgress counts the neighbors of one move.
type MoveProgress struct {
	Move    string // its name, such as {-1+1}
	Looked  int    // neighbors looked at, each minimal
	Unique  int    // of these, without isomorphs within a step
	Rated   int    // the most promising of these
	Stored  int    // of these, no worse than the starting points that are left
	Records int    // of these, better than all starting points that are left
	Cost    int    // of looking at them, in solutions found
}

func (p *MoveProgress) add(of *MoveProgress) {
	p.Looked += of.Looked
	p.Unique += of.Unique
	p.Rated += of.Rated
	p.Stored += of.Stored
	p.Records += of.Records
	p.Cost += of.Cost
}

// PatternProgress tells how far the search for puzzles with a pattern is.
type PatternProgress struct {
	Name string
	Kept int // puzzles
	Tried
}
