package walk

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// Objective is the quality of puzzles that a walk tries to improve. Its text is
// stored in the bank. [Objectives] has all of them.
type Objective string

// Objectives of walks.
const (
	TowardER    Objective = "er"    // higher ratings
	TowardEP    Objective = "ep"    // higher ratings up to the first digit placed: pearls
	TowardED    Objective = "ed"    // higher ratings of the first step: diamonds
	TowardDepth Objective = "te:3"  // depth of trial and error, up to 3
	TowardClues Objective = "clues" // fewer clues
)

// Prefixes of objectives with a number.
const effortPrefix, cluesPrefix = "effort:", "clues:"

// The range of [TowardCluesFrom].
const leastFrom, mostFrom = 17, 25

// TowardTechnique returns the objective of a path with more steps of a technique.
func TowardTechnique(t rating.Technique) Objective { return Objective(t.String()) }

// TowardEffort returns the objective of puzzles of a level, 1 to 9, that take more work: a
// greater [rating.Result.PathEffort].
func TowardEffort(level rating.Level) Objective {
	return effortPrefix + Objective(strconv.Itoa(int(level)))
}

// TowardCluesFrom returns the objective of few clues, but not fewer than a number, 17 to
// 25.
func TowardCluesFrom(least int) Objective { return cluesPrefix + Objective(strconv.Itoa(least)) }

// Objectives returns all objectives.
func Objectives() []Objective {
	list := []Objective{TowardER, TowardEP, TowardED, TowardDepth, TowardClues}
	for clues := leastFrom; clues <= mostFrom; clues++ {
		list = append(list, TowardCluesFrom(clues))
	}
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		list = append(list, TowardEffort(level))
	}
	for t := range rating.NumTechniques {
		list = append(list, TowardTechnique(rating.Technique(t)))
	}
	return list
}

// ParseObjective returns the objective of a text.
func ParseObjective(text string) (Objective, error) {
	toward := Objective(text)
	if !slices.Contains(Objectives(), toward) {
		return "", &phrase.UnknownError{Kind: "objective", Given: text, Known: ObjectiveNames()}
	}
	return toward, nil
}

// ObjectiveNames returns the texts of [Objectives].
func ObjectiveNames() []string {
	return phrase.Names(Objectives(), func(toward *Objective) string { return string(*toward) })
}

// Level returns the only level whose puzzles have a value for o: the one that [TowardEffort] names,
// and the highest for [TowardDepth]. It returns false for other objectives.
func (o Objective) Level() (level rating.Level, ok bool) {
	if o == TowardDepth {
		return rating.NumLevels, true
	}
	n, ok := o.number(effortPrefix)
	return rating.Level(n), ok
}

// LeastClues returns the least number of clues of an objective of [TowardCluesFrom], and
// false for others.
func (o Objective) LeastClues() (clues int, ok bool) { return o.number(cluesPrefix) }

// number returns the number after a prefix in the text of o.
func (o Objective) number(prefix string) (n int, ok bool) {
	text, ok := strings.CutPrefix(string(o), prefix)
	n, err := strconv.Atoi(text)
	return n, ok && err == nil
}

// Technique returns the technique of an objective of [TowardTechnique], and false for
// others.
func (o Objective) Technique() (t rating.Technique, ok bool) {
	t, err := rating.ParseTechnique(string(o))
	return t, err == nil
}

// Starts returns a filter for the starting points of a walk toward o: seeds whose value is
// not 0.
func (o Objective) Starts() (f seedbank.Filter) {
	if level, ok := o.Level(); ok {
		f.Levels = seedbank.Only(level)
	}
	if least, ok := o.LeastClues(); ok {
		f.Clues = seedbank.Range[int]{Low: least, High: seedbank.MostClues}
	}
	if t, ok := o.Technique(); ok {
		f.Uses = []rating.Technique{t}
	}
	return f
}

// Aim is an objective with an optional symmetry to keep. A walk with a symmetry leads from
// symmetric puzzles to symmetric puzzles, which are the seeds and rungs that a bank lists
// for it. A walk without one leads from seeds to seeds.
type Aim struct {
	Toward   Objective
	Symmetry transform.Symmetry
}

// String returns the name under which a bank records the visits of walks with the aim.
func (a Aim) String() string {
	if a.Symmetry == transform.NoSymmetry {
		return string(a.Toward)
	}
	return string(a.Toward) + " " + a.Symmetry.String()
}

// AimNames returns the names of all aims.
func AimNames() (names []string) {
	for s := range transform.NumSymmetries {
		for _, toward := range Objectives() {
			if s == int(transform.NoSymmetry) || toward.KeepsSymmetry() {
				names = append(names, Aim{toward, transform.Symmetry(s)}.String())
			}
		}
	}
	return names
}

// Order returns the order of the seeds of a bank as starting points of walks.
//
// Of seeds with an equal ED, those with the lowest ER are nearest to a diamond. Starting
// from these first, and not from the hardest, gave 1.6 times as many seeds with an ED of
// 9.0 or more, in three pairs of walks of 20 to 60 steps from the same bank, and as many
// diamonds.
func (a Aim) Order() records.Order {
	order := records.Order{Name: a.String(), Symmetry: a.Symmetry, FewestClues: a.Toward == TowardClues}
	if a.Toward != TowardER && a.Toward != TowardClues {
		order.Value, order.Of = a.Toward.Measure(), a.Toward.MeasurePuzzle()
	}
	order.ER = map[Objective]int{TowardEP: +1, TowardED: -1, TowardDepth: +1}[a.Toward]
	return order
}

// KeepsSymmetry reports whether a walk toward o can keep a symmetry.
func (o Objective) KeepsSymmetry() bool { return o == TowardER || o == TowardClues }

// Measure returns a function that returns the value of a puzzle for o, from its rating and
// its number of clues. A higher value is better, except for [TowardClues], whose values
// are numbers of clues. No walk starts from a puzzle with value 0. The value is a rating
// in tenths, the number of empty cells for [TowardCluesFrom], the number of steps for
// [TowardTechnique], or an effort in tenths. Where [Objective.MeasurePuzzle] is not nil, it
// gives the values of the puzzles that Measure does not value at 0.
func (o Objective) Measure() func(r *rating.Result, clues int) int {
	switch o {
	case TowardER:
		return func(r *rating.Result, _ int) int { return int(r.ER) }
	case TowardEP:
		return func(r *rating.Result, _ int) int { return int(r.EP) }
	case TowardED:
		return func(r *rating.Result, _ int) int { return int(r.ED) }
	case TowardClues:
		return func(_ *rating.Result, clues int) int { return clues }
	case TowardDepth:
		return mayBeDeep
	}
	if level, ok := o.Level(); ok {
		return func(r *rating.Result, _ int) int {
			if rating.LevelOf(r.ER) != level {
				return 0
			}
			return r.PathEffort()
		}
	}
	if least, ok := o.LeastClues(); ok {
		return func(_ *rating.Result, clues int) int {
			if clues < least {
				return 0
			}
			return 81 - clues
		}
	}
	if t, ok := o.Technique(); ok {
		return func(r *rating.Result, _ int) int { return int(r.Uses[t]) }
	}
	return func(*rating.Result, int) int { return 0 }
}
