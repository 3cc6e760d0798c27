package seed

import (
	"maps"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/sudoku"
	"pgregory.net/rapid"
)

// Names of rungs are part of published puzzle IDs: fix the code so that these
// stay.
func TestRungNameGolden(t *testing.T) {
	for _, test := range []struct {
		cells []sudoku.Cell
		want  string
	}{
		{[]sudoku.Cell{0}, "BS0TP23M"},
		{[]sudoku.Cell{80}, "Q9P5J9PT"},
		{[]sudoku.Cell{53, 54}, "29H1AFFB"},
		{[]sudoku.Cell{3, 1, 4, 15, 9, 26}, "W95WKMBA"},
	} {
		r := Rung{Added: sudoku.CellSet(test.cells...)}
		if got := r.Name().String(); got != test.want {
			t.Errorf("the rung that adds %v has the name %s, want %s", test.cells, got, test.want)
		}
	}
}

// A name comes from the added cells and nothing else. Different sets have
// different names: all with one, two or three cells, and random ones.
func TestRungNamesTellRungsApart(t *testing.T) {
	names := map[RungName]sudoku.Cells{}
	see := func(added sudoku.Cells) {
		r := Rung{Added: added}
		name := r.Name()
		if other, known := names[name]; known && other != added {
			t.Fatalf("%v and %v have the name %v", other, added, name)
		}
		if name == 0 || name >= 1<<rungNameBits {
			t.Fatalf("%v has the name %d", added, name)
		}
		names[name] = added
		r = Rung{Added: added, ER: 23, EP: 15, ED: 12, Hardest: 3, Automorphisms: 2}
		if r.Name() != name {
			t.Fatalf("the name of %v does not depend on its cells only", added)
		}
	}
	for a := range sudoku.Cell(81) {
		for b := range a + 1 {
			for c := range b + 1 {
				see(sudoku.CellSet(a, b, c))
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 50_000 {
		see(sudoku.CellSet(randomCells(random, sudoku.AllCells)[:1+random.IntN(55)]...))
	}
	if len(names) < 130_000 {
		t.Errorf("only %d names were compared", len(names))
	}
}

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
		if diff := cmp.Diff(rungsByName(&ab), rungsByName(&ba), asValues); diff != "" {
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
			if got := ab.Rung(ab.Rungs[i].Name()); got != &ab.Rungs[i] {
				t.Fatalf("Rung of the name of rung %d is %v", i, got)
			}
		}
		if ab.Rung(0) != nil {
			t.Fatal("there is a rung with the name 0")
		}
	})
}

func rungsByName(s *Seed) map[RungName]Rung {
	rungs := map[RungName]Rung{}
	for _, r := range s.Rungs {
		rungs[r.Name()] = r
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
	if n := s.AddRungs(manyRungs(&s, maxRungs+10)...); n != maxRungs {
		t.Errorf("%d rungs were added, want %d", n, maxRungs)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	names := maps.Clone(rungsByName(&s))
	if n := s.AddRungs(manyRungs(&s, maxRungs+10)...); n != 0 || len(names) != maxRungs {
		t.Errorf("a full seed took %d rungs more", n)
	}
}
