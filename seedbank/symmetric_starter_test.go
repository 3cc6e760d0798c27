package seedbank_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var (
	symmetricDraws = flag.Int("symmetric-draws", 1600, "number of symmetric puzzles drawn from the starter bank")
	ratedAfresh    = flag.Int("rated-afresh", 80, "number of these that are rated")
)

// Symmetric puzzles of the starter bank, of every kind and level, are symmetric to
// the eye and have one solution. None comes twice, and a sample has the rating of
// the bank when it is rated from the clues alone.
func TestSymmetricPuzzlesOfTheStarterBank(t *testing.T) {
	bank := banktest.Starter(t)
	groups := (transform.NumSymmetries - 1) * int(rating.NumLevels)
	draws, rated := *symmetricDraws/groups+1, *ratedAfresh/groups+1
	for s := range transform.Symmetries() {
		for level := rating.Level(1); level <= rating.NumLevels; level++ {
			t.Run(fmt.Sprint(s, " ", level), func(t *testing.T) {
				selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Symmetry: s, Rungs: true, Levels: seedbank.Only(level)})
				stream := selection.Stream(uint64(level))
				seen := map[sudoku.Grid]bool{}
				var m seedtest.SeedMaker
				for i := range draws {
					puzzle, err := stream.Next(seedtest.Background)
					if err != nil {
						t.Fatal(err)
					}
					if clues := puzzle.Puzzle().Clues(); seen[clues] {
						t.Fatalf("%v comes twice", clues)
					} else {
						seen[clues] = true
					}
					mustBeSymmetric(&m, t, puzzle, s, level, i%(draws/rated) == 0)
				}
			})
		}
	}
}

// mustBeSymmetric fails unless a drawn puzzle has a symmetry, one solution and the
// level. It is rated only if that is asked for.
func mustBeSymmetric(m *seedtest.SeedMaker, t *testing.T, puzzle seed.Isomorph, s transform.Symmetry, level rating.Level, rate bool) {
	t.Helper()
	p := puzzle.Puzzle()
	if !seedtest.LooksSymmetric(p.Clues(), s) {
		t.Fatalf("%v is not symmetric", p.Clues())
	}
	proven, err := m.Solver.Prove(p.Clues())
	if err != nil || proven != p {
		t.Fatalf("%v: %v", p.Clues(), err)
	}
	if !rate {
		return
	}
	class, err := m.Rater.Class(&proven)
	if got, want := class.Rating, puzzle.Rating(); err != nil || got.Level() != level ||
		got.ER != want.ER || got.EP != want.EP || got.ED != want.ED || got.Hardest != want.Hardest {
		t.Errorf("%v: rated %+v, %v, want %+v", p.Clues(), got, err, want)
	}
}
