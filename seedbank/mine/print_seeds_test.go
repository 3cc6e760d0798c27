package mine

import (
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// The starter bank has as many grids with puzzles in print style of each level as
// data/README.md says, and as many easy seeds without broad rungs. One in 1,200 of the
// seeds in print style is rated again, with its rungs.
func TestSeedsInPrintStyle(t *testing.T) {
	targets, err := ParseTargets([]string{"print:1-9=1"})
	if err != nil {
		t.Fatal(err)
	}
	grids := make([]map[seed.Key]bool, len(targets))
	for i := range grids {
		grids[i] = map[seed.Key]bool{}
	}
	var rater rating.Rater
	printed, narrow := 0, 0
	for batch, err := range banktest.Starter(t).Batches(t.Context(), seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			s := &batch.Seeds[i]
			passes := false
			for i := range targets {
				if targets[i].Kind.Passes(s) {
					grids[i][s.Solution] = true
					passes = true
				}
			}
			if making.Broadens(s) {
				narrow++
			}
			if !passes {
				continue
			}
			if printed++; printed%max(1200 / *ratedAgain, 1) == 0 {
				mustBeRated(t, &rater, s)
			}
		}
	}
	if printed < 12_000 || narrow != 276 {
		t.Errorf("%d seeds are in print style, and %d easy ones have no broad rungs", printed, narrow)
	}
	for i, target := range targets {
		want := 3000
		if i >= 5 {
			want = 600
		}
		if len(grids[i]) < want {
			t.Errorf("%s: %d grids, not %d", target.Name, len(grids[i]), want)
		}
	}
}

// mustBeRated rates a seed and its rungs again.
func mustBeRated(t *testing.T, rater *rating.Rater, s *seed.Seed) {
	t.Helper()
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	for place := range 1 + len(s.Rungs) {
		puzzle := s.Pick(place).Turn(transform.Identity())
		clues, held := puzzle.Puzzle(), puzzle.Rating()
		rated, err := rater.RateClass(&clues)
		if place > 0 { // a rung does not tell what its path uses
			rated.Uses = held.Uses
		}
		if err != nil || rated != held {
			t.Errorf("%v is rated %v, error %v, in the file %v", clues.Clues(), rated, err, held)
		}
	}
}
