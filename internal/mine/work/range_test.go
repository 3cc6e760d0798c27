package work

import (
	"errors"
	"testing"

	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// A unit from a stranger whose ranges no puzzle can have is none.
func TestRangesOfUnits(t *testing.T) {
	for _, u := range []*Unit{
		{Clues: seedbank.Range[int]{Low: 50, High: 20}},
		{Clues: seedbank.Range[int]{Low: 20, High: 1000}},
		{Levels: seedbank.Range[rating.Level]{Low: 9, High: 1}},
	} {
		u.Rater, u.Kind, u.Count, u.Symmetry = rating.Version, SymmetricUnit, 1, transform.Rotate180.String()
		if _, err := DecodeUnit(u.Encode()); !errors.Is(err, ErrUnit) {
			t.Errorf("%s: %v", u.Encode(), err)
		}
	}
}

// No walk finds a puzzle that needs deeper trial and error than there is.
func TestWalkTowardTooDeep(t *testing.T) {
	for _, least := range []int{-1, 17} {
		u := walkUnit(walk.TowardDepth, walkFrom, 1)
		u.Rater, u.Least = rating.Version, least
		if err := new(Worker).Do(t.Context(), u, nil, func(Found) error { return nil }); err != nil {
			t.Error(err)
		}
	}
}
