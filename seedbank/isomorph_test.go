package seedbank

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/seedbank/shuffle"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var (
	classes   = flag.Int("classes", 40, "number of puzzles of each level whose isomorphs are rated")
	isomorphs = flag.Int("isomorphs", 5, "number of isomorphs of each of them")
)

// TestIsomorphsHaveTheRatingOfTheBank rates isomorphs of seeds and rungs of the
// starter bank, of every level, from the clues alone, and compares ratings and
// technique counts.
func TestIsomorphsHaveTheRatingOfTheBank(t *testing.T) {
	bank, err := OpenFS(background, data.FS, data.Starter)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			all := selectFrom(t, bank, Filter{Levels: Range[rating.Level]{Low: level, High: level}, Rungs: true})
			order := shuffle.New(shuffle.Uint128{Lo: all.Len()}, uint64(level))
			random := rand.New(rand.NewPCG(uint64(*classes), uint64(level)))
			var check isomorphRater
			for i := range min(uint64(*classes), all.Len()) {
				pick, err := all.At(background, order.At(shuffle.Uint128{Lo: i}).Lo)
				if err != nil {
					t.Fatal(err)
				}
				check.isomorphs(t, &pick, random)
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
// For a rung that is without technique counts: those of the first isomorph are
// compared with those of the others.
func (r *isomorphRater) isomorphs(t *testing.T, pick *Pick, random *rand.Rand) {
	t.Helper()
	want := pick.Rating
	for range *isomorphs {
		clues := transform.Random(random).Puzzle(pick.Puzzle).Clues()
		puzzle, err := r.solver.Prove(clues)
		if err != nil {
			t.Fatalf("%v: %v", clues, err)
		}
		canonical := r.canonizer.Canonical(clues).To.Puzzle(puzzle)
		got, err := r.rater.Rate(&canonical)
		if want.Uses == ([rating.NumTechniques]uint16{}) {
			want.Uses = got.Uses
		}
		if err != nil || got != want {
			t.Fatalf("%v: rated %+v, %v, want %+v", clues, got, err, want)
		}
	}
}
