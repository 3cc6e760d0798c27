package rating_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// TestRatingBelowABound checks that a bound only says how far the rating is
// wanted: below it nothing changes, and from it on there is no rating.
func TestRatingBelowABound(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(list).Draw(t, "puzzle").puzzle
		want, err := rater.Class(&p)
		if err != nil {
			t.Fatal(err)
		}
		er := int(want.Rating.ER)
		bound := rating.Tenths(rapid.OneOf(
			rapid.IntRange(er-1, er+2), rapid.IntRange(0, 120),
		).Draw(t, "bound"))
		got, below, err := rater.ClassBelow(&p, bound)
		if err != nil || below != (want.Rating.ER < bound) {
			t.Fatalf("ER %v is below %v: %v, %v", want.Rating.ER, bound, below, err)
		}
		if !below {
			want.Rating, want.Prelude = rating.Result{}, sudoku.Cells{}
		}
		if got != want {
			t.Fatalf("below %v: %+v, want %+v", bound, got, want)
		}
	})
}

// TestStartBelowABound checks that a puzzle starts below a bound if its ED is below it.
func TestStartBelowABound(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(list).Draw(t, "puzzle").puzzle
		want, err := rater.Rate(&p)
		if err != nil {
			t.Fatal(err)
		}
		bound := rating.Tenths(rapid.OneOf(
			rapid.IntRange(int(want.ED)-1, int(want.ED)+2), rapid.IntRange(0, 120),
		).Draw(t, "bound"))
		if got := rater.StartsBelow(&p, bound); got != (want.ED < bound) {
			t.Fatalf("ED %v is below %v: %v", want.ED, bound, got)
		}
	})
}

// TestPreludeIsWhatTheHardestRoundFinds checks the prelude of a class against its
// path.
func TestPreludeIsWhatTheHardestRoundFinds(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(list).Draw(t, "puzzle").puzzle
		class, err := rater.Class(&p)
		if err != nil {
			t.Fatal(err)
		}
		path, err := rater.PathClass(&p)
		if err != nil {
			t.Fatal(err)
		}
		for i := range path {
			if path[i].Rating < class.Rating.ER {
				continue
			}
			if want := path[i].Grid.Filled(); class.Prelude != want {
				t.Fatalf("%v: prelude %v, want %v", p.Clues(), class.Prelude, want)
			}
			break
		}
	})
}
