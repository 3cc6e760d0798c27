package making

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// What a chain keeps has the pattern, one solution and a level wanted, and depends on
// its number alone.
func TestChains(t *testing.T) {
	eight, err := pattern.Lookup("digit-8")
	if err != nil {
		t.Fatal(err)
	}
	cells := eight.Cells
	var solver sudoku.Solver
	var rater rating.Rater
	one, other := NewShaper(3), NewShaper(3)
	for _, a := range []Aim{{}, {Levels: seedbank.Range[rating.Level]{Low: 2, High: 3}}, {Climb: true}} {
		hardest := rating.Tenths(0)
		for i := range uint64(3) {
			kept, tried, err := one.Chain(context.Background(), cells, a, i)
			if err != nil || len(kept) == 0 || tried.Proper < len(kept) || tried.Grids == 0 || tried.Moves == 0 {
				t.Fatalf("%d kept, tried %+v, %v", len(kept), tried, err)
			}
			other.random.Uint64() // what came before does not matter
			if again, same, _ := other.Chain(context.Background(), cells, a, i); !cmp.Equal(again, kept, cmp.Comparer(func(p, q sudoku.Puzzle) bool { return p == q })) || same != tried {
				t.Errorf("chain %d is not always the same", i)
			}
			for _, p := range kept {
				result, err := rater.RateClass(&p)
				if err != nil || p.Clues().Filled() != cells || solver.Count(p.Clues(), 2) != 1 || !a.Levels.Has(result.Level()) {
					t.Errorf("%v of level %d is kept, %v", p.Clues(), result.Level(), err)
				}
				hardest = max(hardest, result.ER)
			}
		}
		if a.Climb && hardest < 45 {
			t.Errorf("a climb ends at %v", hardest)
		}
	}
}
