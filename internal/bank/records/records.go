package records

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Measure is a property that records compare. The first three measures are ratings,
// and the highest rating is the record. For clues, the fewest are the record.
type Measure uint8

// The measures.
const (
	ER Measure = iota
	EP
	ED
	FewestClues
	NumMeasures

	NumRatings = FewestClues // number of measures that are ratings
)

var measureNames = [NumMeasures]string{"ER", "EP", "ED", "clues"}

func (m Measure) String() string { return measureNames[m] }

// Record is the best puzzle of a kind in a bank. The zero Record means that there
// is not a puzzle of the kind.
type Record struct {
	ID         seed.ID
	Puzzle     sudoku.Puzzle // as the bank has it
	Clues      int
	ER, EP, ED rating.Tenths
}

// Held reports whether there is a puzzle.
func (r *Record) Held() bool { return r.Clues > 0 }

// Value returns the value of r for a measure: a rating in tenths, or a number of
// clues.
func (r *Record) Value(m Measure) int {
	return [NumMeasures]int{int(r.ER), int(r.EP), int(r.ED), r.Clues}[m]
}

// Text returns the value of r for a measure as text, or "" if there is no record.
func (r *Record) Text(m Measure) string {
	switch {
	case !r.Held():
		return ""
	case m == FewestClues:
		return fmt.Sprint(r.Clues)
	}
	return rating.Tenths(r.Value(m)).String()
}

// Bests are the seeds with the highest ratings in a group of seeds. Among seeds with
// the same rating, the one with the higher ER wins, then EP, then ED.
type Bests struct {
	Seeds   int // in the group
	Highest [NumRatings]Record
}

// BestsOfClues are the bests of the seeds with a number of clues.
type BestsOfClues struct {
	Clues int
	Bests
}

// BestsOfSymmetry are the bests of the seeds that can be arranged to have a symmetry.
// The IDs name arrangements that have it.
type BestsOfSymmetry struct {
	Symmetry transform.Symmetry
	Bests
	Added Record // the rung with the highest ER; none if a seed has at least this ER
}

// FewestOfLevel describes the seeds with the fewest clues among the seeds of a
// level.
type FewestOfLevel struct {
	Level rating.Level
	Seeds int    // number of seeds with as few clues as Best
	Best  Record // the one of these with the highest ER
}

// RareTechnique is a technique that few seeds use.
type RareTechnique struct {
	seedbank.TechniqueCount
	Example Record // a seed with the lowest ER; none if no seed uses the technique
}

// Records are the record puzzles of a bank.
type Records struct {
	ByClues    []BestsOfClues    // ascending, without the numbers that no seed has
	BySymmetry []BestsOfSymmetry // without the symmetries that no puzzle has
	ByLevel    []FewestOfLevel   // ascending, without the levels that no seed has
	Early      EarlyRecords

	// Rare lists the techniques that no seed uses, in the order of the scale, and then
	// the rarest of the others, the rarest first.
	Rare []RareTechnique
}

// Highlights are the few records that summaries of a bank show.
type Highlights struct {
	Hardest Record // highest ER
	Fewest  Record // fewest clues, and among equals the highest ER
	Early   EarlyRecords
}
