package making

import (
	"cmp"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// inPrintStyle returns one in some of the seeds of the starter bank with 24 clues that have an easy
// rung in print style, without their broad rungs, and one in a hundred times as many of the other seeds
// with rungs.
func inPrintStyle(t *testing.T, one int) (list []seed.Seed) {
	t.Helper()
	var n [2]int
	for batch, err := range banktest.Starter(t).Batches(t.Context(), seedbank.Filter{Clues: seedbank.Only(24)}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range batch.Seeds {
			kind, share := 0, one
			if _, easy := easyPrinted(&s); !easy {
				kind, share = 1, 100*one
			}
			if len(s.Rungs) == 0 {
				continue
			}
			if n[kind]++; n[kind]%share != 0 {
				continue
			}
			s.Rungs = slices.DeleteFunc(slices.Clone(s.Rungs), func(r seed.Rung) bool { return s.Puzzle.NumClues()+r.Added.Len() >= LeastBroad })
			list = append(list, s)
		}
	}
	return list
}

// Broad rungs have the symmetry and the clues of the puzzle in print style, more of them step by
// step, and their true ratings. They do not depend on what was made before, nor on what lacks.
func TestBroadRungs(t *testing.T) {
	var m, other Maker
	var rungs [rating.NumLevels + 1][82]int
	for _, bare := range inPrintStyle(t, 40) {
		printed, easy := easyPrinted(&bare)
		s := bare
		if err := m.AddBroad(&s, nil); err != nil {
			t.Fatal(err)
		}
		made := s.Rungs[len(bare.Rungs):]
		if easy != (len(made) > 0) || Broadens(&bare) != easy || Broadens(&s) {
			t.Fatalf("%v: %d broad rungs", s.Puzzle.Clues(), len(made))
		}
		last, lastClues := printed.Added, 0
		for _, r := range made {
			puzzle := s.Puzzle.With(r.Added)
			class, err := other.Rater.Class(&puzzle)
			clues := puzzle.NumClues()
			switch {
			case err != nil || seed.NewRung(&class, r.Added) != r:
				t.Errorf("%v is rated %+v, and is %+v, %v", puzzle.Clues(), r, class, err)
			case !last.Within(r.Added) || clues <= lastClues || clues < LeastBroad || clues > 60:
				t.Errorf("%v has %d clues, after %d", puzzle.Clues(), clues, lastClues)
			case transform.Conjugates(puzzle.Clues().Filled())[transform.Rotate180] == 0:
				t.Errorf("%v is not symmetric", puzzle.Clues())
			}
			last, lastClues = r.Added, clues
			rungs[rating.LevelOf(r.ER)][clues]++
		}
		few, lacks := bare, new(Lacks)
		lacks[1], lacks[2] = 1<<(50-seedbank.LeastClues), 1<<(40-seedbank.LeastClues)
		if err := other.AddBroad(&few, lacks); err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(made), func(r seed.Rung) bool {
			return !lacks.Has(rating.LevelOf(r.ER), s.Puzzle.NumClues()+r.Added.Len())
		})
		if !slices.Equal(few.Rungs[len(bare.Rungs):], want) {
			t.Errorf("%v: other rungs if few are lacking", s.Puzzle.Clues())
		}
	}
	for level := rating.Level(1); level <= Easy; level++ {
		if most := 81 - slices.IndexFunc(reversed(rungs[level][:]), func(n int) bool { return n > 0 }); most < 50 || level == 1 && most < 59 {
			t.Errorf("the broad rungs of level %d have at most %d clues", level, most)
		}
	}
	if slices.MaxFunc(rungs[4][:], cmp.Compare) > 0 {
		t.Error("broad rungs of level 4")
	}
}

func reversed(list []int) []int {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}
