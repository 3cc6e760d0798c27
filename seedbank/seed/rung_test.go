package seed

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/sudoku"
	"pgregory.net/rapid"
)

func TestAddRungs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := drawSeed(t)
		// Two seeds that know some of the rungs each.
		a, b := whole, whole
		a.Rungs, b.Rungs = nil, nil
		for _, r := range whole.Rungs {
			switch rapid.IntRange(0, 3).Draw(t, "known to") {
			case 0:
				a.AddRungs(r)
			case 1:
				b.AddRungs(r)
			case 2:
				a.AddRungs(r)
				b.AddRungs(r)
			}
		}
		ab, ba := a, b
		if n := ab.AddRungs(b.Rungs...); n != len(ab.Rungs)-len(a.Rungs) {
			t.Fatalf("AddRungs = %d, and there are %d rungs more", n, len(ab.Rungs)-len(a.Rungs))
		}
		ba.AddRungs(a.Rungs...)
		if diff := cmp.Diff(rungsByCells(&ab), rungsByCells(&ba), asValues); diff != "" {
			t.Fatalf("the union depends on the order:\n%s", diff)
		}
		if diff := cmp.Diff(a.Rungs, ab.Rungs[:len(a.Rungs)], asValues); diff != "" {
			t.Fatalf("rungs that were there have changed:\n%s", diff)
		}
		for _, known := range [][]Rung{a.Rungs, b.Rungs, ba.Rungs} {
			if n := ab.AddRungs(known...); n != 0 {
				t.Fatalf("%d known rungs were added again", n)
			}
		}
		if err := ab.Check(); err != nil {
			t.Fatal(err)
		}
		for i := range ab.Rungs {
			if got := ab.Rung(ab.Rungs[i].Added); got != &ab.Rungs[i] {
				t.Fatalf("Rung of the cells of rung %d is %v", i, got)
			}
		}
		if ab.Rung(sudoku.Cells{}) != nil {
			t.Fatal("there is a rung that adds nothing")
		}
	})
}

func rungsByCells(s *Seed) map[sudoku.Cells]Rung {
	rungs := map[sudoku.Cells]Rung{}
	for _, r := range s.Rungs {
		rungs[r.Added] = r
	}
	return rungs
}

// Seeds are values: what one copy adds is not seen by another.
func TestAddRungsLeavesCopiesAlone(t *testing.T) {
	s := someSeeds()[0]
	rungs := manyRungs(&s, 12)
	s.Rungs = nil
	s.AddRungs(rungs[:9]...)
	a, b := s, s
	a.AddRungs(rungs[9])
	b.AddRungs(rungs[10])
	if len(s.Rungs) != 9 || a.Rungs[9] != rungs[9] || b.Rungs[9] != rungs[10] {
		t.Error("two copies of a seed share what they added")
	}
}

func TestAddRungsKeepsTheLimit(t *testing.T) {
	s := someSeeds()[0]
	s.Rungs = nil
	if n := s.AddRungs(manyRungs(&s, bounds.Rungs+10)...); n != bounds.Rungs {
		t.Errorf("%d rungs were added, want %d", n, bounds.Rungs)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	known := rungsByCells(&s)
	if n := s.AddRungs(manyRungs(&s, bounds.Rungs+10)...); n != 0 || len(known) != bounds.Rungs {
		t.Errorf("a full seed took %d rungs more", n)
	}
}
