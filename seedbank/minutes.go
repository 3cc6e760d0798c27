package seedbank

import (
	"context"
	"errors"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// Pace is how long people take for a puzzle: a condition on the estimates of package
// rating/minutes.
type Pace struct {
	Minutes Range[int] `json:"minutes"`       // of a regular solver
	Fit     int        `json:"fit,omitempty"` // the version of the fit that made them; 0: that of the bank
}

// all reports whether p is no condition.
func (p Pace) all() bool { return p.Minutes.all() }

// Errors of [Bank.Select] for a filter with minutes.
var (
	ErrNoMinutes = errors.New("it does not know the minutes of all puzzles of this kind")
	ErrOtherFit  = errors.New("its minutes are of another version of the fit")
)

// Fit returns the version of the fit by whose minutes s was chosen, or 0 if its filter has
// no minutes.
func (s *Selection) Fit() int { return s.fit }

// Fit returns the version of the fit that made the minutes of b, or 0 if it has none.
func (b *Bank) Fit(ctx context.Context) (int, error) { return b.versionOf(ctx, tables.Minutes) }

func (p Pace) condition() *condition {
	return &condition{
		kind: tables.Minutes, version: p.Fit, lacking: ErrNoMinutes, other: ErrOtherFit,
		holds: func(v tables.Value) bool { return p.Minutes.Has(v.Minutes()) },
	}
}
