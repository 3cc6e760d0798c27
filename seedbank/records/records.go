package records

import (
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Measure is what puzzles are compared by. The first three measures are ratings, of
// which the highest is the record; of clues it is the fewest.
type Measure uint8

// The measures.
const (
	ER Measure = iota
	EP
	ED
	FewestClues
	NumMeasures

	NumRatings = FewestClues // measures that are ratings
)

var measureNames = [NumMeasures]string{"ER", "EP", "ED", "clues"}

func (m Measure) String() string { return measureNames[m] }

// Record is a puzzle that is the best of its kind in a bank. The zero Record says
// that there is none.
type Record struct {
	ID         seed.ID
	Clues      int
	ER, EP, ED rating.Tenths
}

// Held reports whether there is a puzzle.
func (r *Record) Held() bool { return r.Clues > 0 }

// Value returns what r has of a measure: tenths, or a number of clues.
func (r *Record) Value(m Measure) int {
	return [NumMeasures]int{int(r.ER), int(r.EP), int(r.ED), r.Clues}[m]
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
	Added Record // the rung with the highest ER; none if there is a seed of as high an ER
}

// FewestOfLevel tells of the seeds of a level with the fewest clues.
type FewestOfLevel struct {
	Level rating.Level
	Seeds int    // that have as few clues as Best
	Best  Record // of these seeds, the one with the highest ER
}

// RareTechnique is a technique that few seeds use.
type RareTechnique struct {
	seedbank.TechniqueCount
	Example Record // a seed with the lowest ER; none if no seed uses the technique
}

// Records are the puzzles of a bank that are best in something.
type Records struct {
	ByClues    []BestsOfClues    // ascending, without the numbers that no seed has
	BySymmetry []BestsOfSymmetry // without the symmetries that no puzzle has
	ByLevel    []FewestOfLevel   // ascending, without the levels that no seed has
	Early      EarlyRecords

	// Rare begins with the techniques that no seed uses, in the order of the scale. The
	// rarest of the others follow, the rarest first.
	Rare []RareTechnique
}

// Highlights are the few records that are told with the numbers of a bank.
type Highlights struct {
	Hardest Record // highest ER
	Fewest  Record // fewest clues, and among equals the highest ER
	Early   EarlyRecords
}
