package draw

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// FieldError says what is wrong with a field of a request.
type FieldError struct {
	Field  string
	Reason error
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Reason.Error() }

func (e *FieldError) Unwrap() error { return e.Reason }

// Check returns a [*FieldError] if fields exclude each other or if no puzzle has the value of
// one. It wraps a [*seedbank.RangeError] if the value is out of range, and a
// [*seedbank.VersionError] if it is of another version. Check does not compare what fields say
// of ratings and numbers of clues: that is for the [*NoMatchError] of [Request.Select].
func (r *Request) Check() error {
	asksPath := r.pathField() != ""
	for _, rule := range []struct {
		refused       bool
		field, reason string
	}{
		{r.Symmetry != transform.NoSymmetry && asksPath, "symmetry", "it goes with hardest, level, er and clues, but not with technique, without and practice: " +
			"symmetric puzzles have clues added, and a bank does not know their whole paths"},
		{r.Symmetry != transform.NoSymmetry && r.Minimal, "symmetry", "clues may be added to symmetric puzzles, so it cannot be combined with clues minimal"},
		{r.Symmetry != transform.NoSymmetry && r.AsTurned, "symmetry", "it cannot be combined with symmetry none"},
		{r.Clues != (seedbank.Range[int]{}) && r.Minimal, "clues", "a number cannot be combined with clues minimal"},
		{r.Style == Print && asksPath, "style", "print cannot be combined with technique, without and practice: " +
			"print adds clues, and a bank does not have the whole paths of such puzzles"},
		{r.Style == Print && r.Minimal, "style", "print adds clues, so it cannot be combined with clues minimal"},
		{r.Style == Print && !r.Pattern.Empty(), "style", "print cannot be combined with a pattern, which sets the cells of the clues"},
		{!r.Pattern.Empty() && r.Minimal, "pattern", "clues may be added to fill a pattern, so it cannot be combined with clues minimal"},
		{!r.Pattern.Empty() && (r.Symmetry != transform.NoSymmetry || asksPath), "pattern", "it goes with hardest, level and er, but not with technique, without and practice, " +
			"and not with symmetry, which a pattern has or has not"},
	} {
		if rule.refused {
			return &FieldError{rule.field, errors.New(rule.reason)}
		}
	}
	if err := r.Style.check(); err != nil {
		return &FieldError{"style", err}
	}
	err := r.Variety.check()
	if err == nil && r.Variety == ByLabel {
		err = r.Labels.CheckVersion()
	}
	if err != nil {
		return &FieldError{"variety", err}
	}
	for _, part := range []struct {
		field  string
		filter seedbank.Filter
	}{
		{"level", seedbank.Filter{Levels: r.Levels}},
		{"er", seedbank.Filter{ER: r.ER}},
		{"clues", seedbank.Filter{Clues: r.Clues}},
		{"minutes", seedbank.Filter{Pace: r.Pace}},
		{"symmetry", seedbank.Filter{Symmetry: r.Symmetry}},
		{"hardest", seedbank.Filter{Hardest: r.Hardest}},
		{"practice", seedbank.Filter{Practice: r.Practice}},
		{"technique", seedbank.Filter{Uses: r.Uses, Labels: seedbank.Labels{Uses: r.Labels.Uses}}},
		{"without", seedbank.Filter{Without: r.Without, Labels: seedbank.Labels{Without: r.Labels.Without}}},
		{r.pathField(), r.Filter()}, // versions of labels
	} {
		if err := part.filter.Check(); err != nil {
			return &FieldError{part.field, err}
		}
	}
	if !r.Pattern.Empty() {
		if err := pattern.Impossible(r.Pattern); err != nil {
			return &FieldError{"pattern", err}
		}
	}
	if name := r.excluded(); name != "" {
		return &FieldError{"without", fmt.Errorf("%s is given too, and no puzzle has both", name)}
	}
	return nil
}

// excluded returns the name of a technique or label that r both asks for and excludes, or "".
func (r *Request) excluded() string {
	without := func(t rating.Technique) bool { return slices.Contains(r.Without, t) }
	if i := slices.IndexFunc(r.Uses, without); i >= 0 {
		return r.Uses[i].String()
	}
	for l := range r.Labels.Uses.All() {
		if r.Labels.Without.Has(l) || without(l.Technique()) {
			return l.String()
		}
	}
	for _, choice := range [][]rating.Technique{r.Hardest, r.Practice} {
		if len(choice) > 0 && !slices.ContainsFunc(choice, func(t rating.Technique) bool { return !without(t) }) {
			return choice[0].String()
		}
	}
	return ""
}
