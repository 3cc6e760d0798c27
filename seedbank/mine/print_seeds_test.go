package mine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine/internal/making"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Together with the starter bank, the file of seeds in print style has as many grids of
// each level as data/README.md says. None of its seeds is in the starter bank, and some
// hundred of them are rated again, with their rungs.
func TestSeedsInPrintStyle(t *testing.T) {
	targets, err := ParseTargets([]string{"print:1-9=1"})
	if err != nil {
		t.Fatal(err)
	}
	known := map[seed.Key]bool{}
	grids := make([]map[seed.Key]bool, len(targets))
	for i := range grids {
		grids[i] = map[seed.Key]bool{}
	}
	count := func(s *seed.Seed) {
		for i := range targets {
			if targets[i].Kind.Passes(s) {
				grids[i][s.Solution] = true
			}
		}
	}
	starter := banktest.Starter(t)
	for batch, err := range starter.Batches(t.Context(), seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			known[batch.Seeds[i].Key()] = true
			count(&batch.Seeds[i])
		}
	}
	file, err := os.Open(filepath.Join("..", "..", "data", "print.seeds"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rater rating.Rater
	n := 0
	for batch, err := range seed.ReadFile(file) {
		if err != nil {
			t.Fatal(err)
		}
		if batch.Rater != rating.Version {
			t.Fatalf("a batch is rated by version %d", batch.Rater)
		}
		for i := range batch.Seeds {
			s := &batch.Seeds[i]
			if known[s.Key()] {
				t.Fatalf("%v stands twice, or is in the starter bank", s.Puzzle.Clues())
			}
			known[s.Key()] = true
			count(s)
			if making.Broadens(s) {
				t.Errorf("%v has no rungs with up to 60 clues", s.Puzzle.Clues())
			}
			if n++; n%100 == 0 {
				mustBeRated(t, &rater, s)
			}
		}
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
