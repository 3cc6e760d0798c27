package seedbank_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var (
	someClasses = flag.Int("classes", 8, "number of puzzles of each level whose isomorphs are rated")
	isomorphs   = flag.Int("isomorphs", 3, "number of isomorphs of each of them")
)

// TestIsomorphsHaveTheRatingOfTheBank rates isomorphs of seeds and rungs of the
// starter bank, of every level, from the clues alone, and compares ratings, technique
// counts, and what is derived from the paths.
func TestIsomorphsHaveTheRatingOfTheBank(t *testing.T) {
	bank := banktest.Starter(t)
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			t.Parallel()
			all := seedtest.SelectFrom(t, bank, seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: level, High: level}, Rungs: true})
			order := shuffle.New(shuffle.Number(all.Len()), uint64(level))
			random := rand.New(rand.NewPCG(uint64(*someClasses), uint64(level)))
			check := newIsomorphRater()
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
	estimator minutes.Estimator
}

func newIsomorphRater() *isomorphRater {
	r := new(isomorphRater)
	r.rater.Remember()
	r.estimator.By(&r.rater)
	return r
}

// isomorphs rates a pick and some of its isomorphs. It compares the isomorphs with the pick,
// and the pick with its rating in the bank. The bank does not know the technique counts of a
// rung.
func (r *isomorphRater) isomorphs(t *testing.T, pick *seed.Pick, random *rand.Rand) {
	t.Helper()
	p := pick.Puzzle()
	want, known := r.rate(t, &p), pick.Rating()
	if !pick.Minimal() {
		known.Uses = want.Uses
	}
	if want.Result != known {
		t.Fatalf("%v: rated %+v, the bank has %+v", p.Clues(), want.Result, known)
	}
	for range *isomorphs {
		clues := transform.Random(random).Puzzle(p).Clues()
		puzzle, err := r.solver.Prove(clues)
		if err != nil {
			t.Fatalf("%v: %v", clues, err)
		}
		if got := r.rate(t, &puzzle); got != want {
			t.Fatalf("%v: %+v\n%v: %+v", clues, got, p.Clues(), want)
		}
	}
}

// rated is what must be the same for isomorphs.
type rated struct {
	rating.Result
	minutes.Estimate
	widths string
	labels rating.PathLabels
}

// rate finds labels by the steps of the path too, as they lie in the puzzle.
func (r *isomorphRater) rate(t *testing.T, p *sudoku.Puzzle) (all rated) {
	t.Helper()
	var path []rating.Round
	canonical := r.canonizer.Canonical(p.Clues()).To.Puzzle(*p)
	for _, find := range []func() error{
		func() (err error) { all.Result, err = r.rater.Rate(&canonical); return err },
		func() (err error) { all.Estimate, err = r.estimator.Canonical(&canonical); return err },
		func() (err error) { all.labels, err = r.rater.LabelsClass(p); return err },
		func() (err error) { path, err = r.rater.PathClass(p); return err },
	} {
		if err := find(); err != nil {
			t.Fatalf("%v: %v", p.Clues(), err)
		}
	}
	all.widths = fmt.Sprint(r.estimator.Widths())
	if set := labelsOf(path); set != all.labels.All {
		t.Fatalf("%v: its steps have the labels %b, its class %b", p.Clues(), set, all.labels.All)
	}
	return all
}

func labelsOf(path []rating.Round) (set rating.LabelSet) {
	for i := range path {
		for j := range path[i].Steps {
			for _, l := range path[i].Steps[j].Labels() {
				set = set.With(l)
			}
		}
	}
	return set
}
