package change_test

import (
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A seed that passes by one of its rungs comes with all of them, also if the bank has that rung
// already.
func TestMergeByARungThatIsKnown(t *testing.T) {
	whole := seedtest.SymmetricSeeds()[0]
	filter := seedbank.Filter{Rungs: true}
	for symmetry := range transform.Symmetries() {
		if filter.Symmetry = symmetry; filter.Passes(&whole) {
			break
		}
	}
	known := whole
	first := sudoku.AllCells.AndNot(whole.Puzzle.Clues().Filled()).First()
	r := whole.RungAt(0)
	r.Added, r.Automorphisms = sudoku.CellSet(first), 1
	if whole.AddRungs(r) != 1 || filter.Passes(&seed.Seed{Puzzle: whole.Puzzle, Rungs: []seed.Rung{r}}) {
		t.Fatal("the new rung is not new, or symmetric too")
	}
	into, from := seedtest.BankOf(t, []seed.Seed{known}), seedtest.BankOf(t, []seed.Seed{whole})
	merged, err := into.Merge(seedtest.Background, from.Path(), change.MergeOptions{Ratings: change.AsRated, Filter: filter})
	if err != nil || merged.Claimed != 1 {
		t.Errorf("%+v, %v; want one claimed seed", merged, err)
	}
}
