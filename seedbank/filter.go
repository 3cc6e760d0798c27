package seedbank

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Range is the values from Low to High, both included. The zero Range is all
// values.
type Range[T cmp.Ordered] struct{ Low, High T }

// Only is the range of one value.
func Only[T cmp.Ordered](value T) Range[T] { return Range[T]{Low: value, High: value} }

// all reports whether r is the zero Range.
func (r Range[T]) all() bool { return r == Range[T]{} }

// check returns an error if r has no value.
func (r Range[T]) check() error {
	if r.Low > r.High {
		return fmt.Errorf("the range %v-%v is upside down (see Only for the range of one value)", r.Low, r.High)
	}
	return nil
}

// Has reports whether r has a value.
func (r Range[T]) Has(value T) bool {
	return r.all() || r.Low <= value && value <= r.High
}

// Filter says which seeds are wanted: those that pass all of its fields. The
// zero Filter is all seeds.
type Filter struct {
	Levels Range[rating.Level]
	ER     Range[rating.Tenths]
	Clues  Range[int]

	// Rungs says that rungs are wanted as well as seeds.
	Rungs bool

	Hardest []rating.Technique // one of them is the hardest technique; none: any

	// With either of these no rungs are selected: a bank does not know their paths.
	Uses    []rating.Technique // the path uses each of them
	Without []rating.Technique // the path uses none of them
}

// check returns an error if f has a range without values.
func (f *Filter) check() error {
	return errors.Join(f.Levels.check(), f.ER.check(), f.Clues.check())
}

// Passes reports whether f wants a seed.
func (f *Filter) Passes(s *seed.Seed) bool {
	r := &s.Rating
	return f.Levels.Has(r.Level()) && f.ER.Has(r.ER) && f.Clues.Has(s.Puzzle.NumClues()) && f.wantsPath(r)
}

// wantsPath reports whether f wants the path of a seed: what hardest technique
// it has, and what other ones.
func (f *Filter) wantsPath(r *rating.Result) bool {
	uses := func(t rating.Technique) bool { return r.Uses[t] > 0 }
	return (len(f.Hardest) == 0 || slices.Contains(f.Hardest, r.Hardest)) &&
		!slices.ContainsFunc(f.Uses, func(t rating.Technique) bool { return !uses(t) }) &&
		!slices.ContainsFunc(f.Without, uses)
}

// wantsStratum reports whether f wants what the picks of a stratum have in
// common, but for the hardest technique.
func (f *Filter) wantsStratum(st *stratum) bool {
	return f.Levels.Has(st.level) && f.ER.Has(st.er) && f.Clues.Has(st.clues)
}

// byPath reports whether f asks for what only the paths of seeds tell.
func (f *Filter) byPath() bool { return len(f.Uses) > 0 || len(f.Without) > 0 }

// condition returns the part of f that strata decide, as conditions on their
// columns, each with AND before it.
func (f *Filter) condition() (sql string, arguments []any) {
	var terms []string
	between := func(all bool, column string, low, high any) {
		if !all {
			terms = append(terms, " AND "+column+" BETWEEN ? AND ?")
			arguments = append(arguments, low, high)
		}
	}
	between(f.Levels.all(), "level", f.Levels.Low, f.Levels.High)
	between(f.ER.all(), "er", f.ER.Low, f.ER.High)
	between(f.Clues.all(), "clues", f.Clues.Low, f.Clues.High)
	if len(f.Hardest) > 0 {
		names := strings.Join(slices.Repeat([]string{"?"}, len(f.Hardest)), ", ")
		terms = append(terms, " AND hardest IN (SELECT id FROM techniques WHERE name IN ("+names+"))")
		for _, t := range f.Hardest {
			arguments = append(arguments, t.String())
		}
	}
	return strings.Join(terms, ""), arguments
}
