package rating_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// view is one of the two ways to look at a puzzle: as it stands, or as a member
// of its class.
type view struct {
	path func(*sudoku.Puzzle) ([]rating.Round, error)
	from func(*sudoku.Puzzle, *rating.Position) ([]rating.Round, error)
	next func(*sudoku.Puzzle, *rating.Position) (rating.Round, error)
}

func views(r *rating.Rater) map[string]view {
	return map[string]view{
		"as given": {r.Path, r.PathFrom, r.Next},
		"class":    {r.PathClass, r.PathClassFrom, r.NextClass},
	}
}

// TestPathGoesOnFromEveryRound starts anew from the position of each round.
func TestPathGoesOnFromEveryRound(t *testing.T) {
	var rater rating.Rater
	for i, r := range readRated(t, sample) {
		if i%4 > 0 {
			continue
		}
		p := r.puzzle
		for name, view := range views(&rater) {
			path, err := view.path(&p)
			if err != nil {
				t.Fatal(err)
			}
			if start := rating.PositionOf(p.Clues()); path[0].Position != start {
				t.Fatalf("%v, %s: the path starts at %v", p.Clues(), name, path[0].Position)
			}
			for k := range path {
				at := path[k].Position
				if rest, err := view.from(&p, &at); err != nil || !reflect.DeepEqual(rest, path[k:]) {
					t.Fatalf("%v, %s: from round %d the path is another one: %v", p.Clues(), name, k, err)
				}
				if next, err := view.next(&p, &at); err != nil || !reflect.DeepEqual(next, path[k]) {
					t.Fatalf("%v, %s: after round %d comes another one: %v", p.Clues(), name, k, err)
				}
				for j := range path[k].Steps {
					at.Apply(&path[k].Steps[j])
				}
				if k+1 < len(path) && at != path[k+1].Position || k+1 == len(path) && at.Grid != p.Solution() {
					t.Fatalf("%v, %s: the steps of round %d do not lead to the next", p.Clues(), name, k)
				}
			}
		}
	}
}

// drawPosition returns a position of p after moves that somebody may make who
// knows the solution.
func drawPosition(rng *rand.Rand, p *sudoku.Puzzle) rating.Position {
	x := rating.PositionOf(p.Clues())
	for range rng.IntN(20) {
		if c := sudoku.Cell(rng.IntN(81)); x.Grid[c] == 0 {
			x.Place(c.Candidate(p.Solution()[c]))
		}
	}
	for range rng.IntN(150) {
		c, d := sudoku.Cell(rng.IntN(81)), sudoku.Digit(1+rng.IntN(9))
		if d != p.Solution()[c] {
			x.Remove(c.Candidate(d))
		}
	}
	return x
}

// TestStepsFromAnyTruePositionAreSound goes on from positions that no path of
// the rater leads to.
func TestStepsFromAnyTruePositionAreSound(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	views := views(&rater)
	rapid.Check(t, func(rt *rapid.T) {
		p := rapid.SampledFrom(list).Draw(rt, "puzzle").puzzle
		seed := rapid.Uint64().Draw(rt, "moves")
		at := drawPosition(rand.New(rand.NewPCG(seed, 0)), &p)
		if err := at.Check(&p); err != nil {
			rt.Fatal(err)
		}
		for name, view := range views {
			path, err := view.from(&p, &at)
			if at.Grid == p.Solution() {
				if !errors.Is(err, rating.ErrComplete) {
					rt.Fatalf("%s: a complete position gives %v", name, err)
				}
				continue
			}
			if err != nil {
				rt.Fatal(err)
			}
			end := at
			for i := range path {
				for j := range path[i].Steps {
					s := &path[i].Steps[j]
					checkStep(t, s.Technique, s, &path[i], p.Solution())
					end.Apply(s)
				}
			}
			if path[0].Position != at || end.Grid != p.Solution() {
				rt.Fatalf("%s: the path from %v is not from there to the solution", name, at.Grid)
			}
		}
	})
}

// TestUntidyPositionsAreTidied gives cells the candidates that digits exclude,
// filled ones too, and leaves out the clues.
func TestUntidyPositionsAreTidied(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	rng := rand.New(rand.NewPCG(8, 9))
	for _, r := range list[:20] {
		p := r.puzzle
		at := drawPosition(rng, &p)
		untidy := at
		for c := range untidy.Candidates {
			cell := sudoku.Cell(c)
			for peer := range cell.Peers().All() {
				if d := at.Grid[peer]; d != 0 {
					untidy.Candidates[c] = untidy.Candidates[c].With(d)
				}
			}
			if p.Clues()[c] != 0 {
				untidy.Grid[c] = 0
			}
		}
		want, err := rater.Next(&p, &at)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := rater.Next(&p, &untidy); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: %v", p.Clues(), err)
		}
	}
}

// TestFalsePositionsAreErrors spoils a true position with one move.
func TestFalsePositionsAreErrors(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	views := views(&rater)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(list).Draw(t, "puzzle").puzzle
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 1))
		at := drawPosition(rng, &p)
		var want rating.PositionError
		for {
			want.Cell = sudoku.Cell(rng.IntN(81))
			if at.Grid[want.Cell] == 0 {
				break
			}
		}
		want.Removed = rapid.Bool().Draw(t, "removed")
		want.Digit = p.Solution()[want.Cell]
		if want.Removed {
			at.Remove(want.Cell.Candidate(want.Digit))
		} else {
			want.Digit = want.Digit%9 + 1
			at.Place(want.Cell.Candidate(want.Digit))
		}
		for name, view := range views {
			_, err := view.from(&p, &at)
			_, nextErr := view.next(&p, &at)
			for _, err := range []error{err, nextErr} {
				var got *rating.PositionError
				if !errors.As(err, &got) || !reflect.DeepEqual(*got, want) {
					t.Fatalf("%s: %v, want %v", name, err, &want)
				}
			}
		}
	})
	p := list[0].puzzle
	var spoilt *rating.PositionError
	foreign := rating.PositionOf(list[1].puzzle.Solution())
	if err := foreign.Check(&p); !errors.As(err, &spoilt) {
		t.Errorf("a position of another puzzle: %v", err)
	}
	impossible := rating.PositionOf(p.Clues())
	impossible.Grid[p.Clues().Filled().First()] = 200
	if err := impossible.Check(&p); !errors.As(err, &spoilt) || spoilt.Digit != 200 {
		t.Errorf("a digit that is none: %v", err)
	}
	if err := new(rating.Position).Check(&p); !errors.As(err, &spoilt) || !spoilt.Removed {
		t.Errorf("no candidates: %v", err)
	}
}

// TestClassPathsAreEquivariant checks that the path of the class, from any
// position, is the same for an isomorph. A puzzle with automorphisms has
// several ways to its canonical form, and so paths that are images of each
// other.
func TestClassPathsAreEquivariant(t *testing.T) {
	list := readRated(t, sample)
	var rater rating.Rater
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(list).Draw(t, "puzzle").puzzle
		phi := transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "isomorphism"))
		at := drawPosition(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 2)), &p)
		if at.Grid == p.Solution() {
			return
		}
		class, err := rater.Class(&p)
		if err != nil {
			t.Fatal(err)
		}
		turned, image := phi.Puzzle(p), at.Map(phi)
		path, err := rater.PathClassFrom(&p, &at)
		if err != nil {
			t.Fatal(err)
		}
		again, err := rater.PathClassFrom(&turned, &image)
		if err != nil {
			t.Fatal(err)
		}
		if class.Automorphisms > 1 {
			return
		}
		for i := range path {
			path[i] = path[i].Map(phi)
		}
		if !reflect.DeepEqual(path, again) {
			t.Fatalf("%v: an isomorph has another path", p.Clues())
		}
	})
}

// TestClassAgreesWithItsParts compares Class with what it is made of.
func TestClassAgreesWithItsParts(t *testing.T) {
	var rater rating.Rater
	var canonizer transform.Canonizer
	for _, r := range readRated(t, sample) {
		class, err := rater.Class(&r.puzzle)
		if err != nil {
			t.Fatal(err)
		}
		canonical := canonizer.Canonical(r.puzzle.Clues())
		if class.Canonical.Clues() != canonical.Grid || class.To.Puzzle(r.puzzle) != class.Canonical ||
			class.Automorphisms != canonical.Automorphisms {
			t.Fatalf("%v: class %+v", r.puzzle.Clues(), class)
		}
		if r.class != "" && numbers(&class.Rating) != r.class {
			t.Errorf("%v: rated %s; the reference says %s", r.puzzle.Clues(), numbers(&class.Rating), r.class)
		}
		if again, err := rater.RateClass(&r.puzzle); err != nil || again != class.Rating {
			t.Errorf("%v: rated %+v, %v and %+v", r.puzzle.Clues(), again, err, class.Rating)
		}
	}
}
