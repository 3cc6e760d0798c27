package seedbank_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/internal/seedtest"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var (
	someClasses = flag.Int("classes", 40, "number of puzzles of each level whose isomorphs are rated")
	isomorphs   = flag.Int("isomorphs", 5, "number of isomorphs of each of them")
)

// TestIsomorphsHaveTheRatingOfTheBank rates isomorphs of seeds and rungs of the
// starter bank, of every level, from the clues alone, and compares ratings and
// technique counts.
func TestIsomorphsHaveTheRatingOfTheBank(t *testing.T) {
	bank, err := seedbank.OpenFS(seedtest.Background, data.FS, data.Starter)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			all := seedtest.SelectFrom(t, bank, seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: level, High: level}, Rungs: true})
			order := shuffle.New(shuffle.Number(all.Len()), uint64(level))
			random := rand.New(rand.NewPCG(uint64(*someClasses), uint64(level)))
			var check isomorphRater
			for i := range min(uint64(*someClasses), all.Len()) {
				check.isomorphs(t, seedtest.PickAt(t, all, order.At(shuffle.Number(i)).Lo), random)
			}
		})
	}
}

// isomorphRater rates isomorphs, with scratch memory of its own.
type isomorphRater struct {
	solver    sudoku.Solver
	canonizer transform.Canonizer
	rater     rating.Rater
}

// isomorphs compares some isomorphs of a pick with the rating that the bank has.
// The bank does not know the technique counts of a rung: there the counts of the
// first isomorph are compared with the counts of the others.
func (r *isomorphRater) isomorphs(t *testing.T, pick *seed.Pick, random *rand.Rand) {
	t.Helper()
	want, usesKnown := pick.Rating(), pick.UsesKnown()
	for range *isomorphs {
		clues := transform.Random(random).Puzzle(pick.Puzzle()).Clues()
		puzzle, err := r.solver.Prove(clues)
		if err != nil {
			t.Fatalf("%v: %v", clues, err)
		}
		canonical := r.canonizer.Canonical(clues).To.Puzzle(puzzle)
		got, err := r.rater.Rate(&canonical)
		if !usesKnown {
			want.Uses, usesKnown = got.Uses, true
		}
		if err != nil || got != want {
			t.Fatalf("%v: rated %+v, %v, want %+v", clues, got, err, want)
		}
	}
}
