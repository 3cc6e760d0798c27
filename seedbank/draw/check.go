package draw

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// FieldError says what is wrong with a field of a request.
type FieldError struct {
	Field  string
	Reason error
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Reason.Error() }

func (e *FieldError) Unwrap() error { return e.Reason }

// Check returns an error if no bank can have a puzzle for r: a [*FieldError] if
// fields contradict each other or one has an unknown value, a [*seedbank.RangeError] if no
// puzzle has a value in a range, or a technique or symmetry does not exist.
func (r *Request) Check() error {
	asksPath := r.pathField() != ""
	for _, rule := range []struct {
		refused       bool
		field, reason string
	}{
		{r.Symmetry != transform.NoSymmetry && asksPath, "symmetry", "it goes with hardest, level, er and clues, but not with technique, without and practice: " +
			"symmetric puzzles have clues added, and a bank does not know their whole paths"},
		{r.Symmetry != transform.NoSymmetry && r.Minimal, "symmetry", "clues may be added to symmetric puzzles, so it cannot be combined with clues minimal"},
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
	if err := r.Variety.check(); err != nil {
		return &FieldError{"variety", err}
	}
	filter := r.Filter()
	if err := filter.Check(); err != nil {
		return err
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
