package dataset

import (
	"context"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// Rungs that stand beside their seed take as long as is asked for, too.
func TestRungsTakeTheMinutes(t *testing.T) {
	request, err := draw.Parse(map[string][]string{"minutes": {"20-40"}, "level": {"5"}})
	if err != nil {
		t.Fatal(err)
	}
	k, estimator, rungs := kindOf(&Options{Request: request}), minutes.Estimator{}, 0
	for batch, err := range banktest.Starter(t).Batches(context.Background(), seedbank.Filter{Levels: seedbank.Only(request.Levels.Low)}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds[:min(20, len(batch.Seeds))] {
			s := &batch.Seeds[i]
			for _, place := range k.places(s, 2)[1:] {
				p := s.Puzzle.With(s.Rungs[place-1].Added)
				if estimate, err := estimator.Class(&p); err != nil || !request.Pace.Minutes.Has(estimate.Minutes()) {
					t.Errorf("rung %d of %v takes %d minutes, %v", place-1, s.Key(), estimate.Minutes(), err)
				}
				rungs++
			}
		}
		break
	}
	if rungs == 0 {
		t.Error("no rung is of the kind")
	}
}
