package seed

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

// Keys are part of published puzzle IDs: fix the code so that these stay.
func TestKeyGolden(t *testing.T) {
	s := goldenSeed(t)
	if got, want := s.Key().String(), "3F1C2XY20KQG3"; got != want {
		t.Errorf("the key is %s, want %s", got, want)
	}
	var canonizer transform.Canonizer
	if got, want := SolutionKey(&canonizer, s.Puzzle).String(), "BCQ60G86CY0RH"; got != want {
		t.Errorf("the key of the solution is %s, want %s", got, want)
	}
}

// All isomorphs of a puzzle become the same seed.
func TestNewIsTheSameForAllIsomorphs(t *testing.T) {
	var canonizer transform.Canonizer
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SampledFrom(append(someSeeds(), symmetricSeed(), seedWithAutomorphisms())).Draw(t, "seed")
		turn := transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index"))
		got := New(&canonizer, turn.Puzzle(want.Puzzle))
		got.Rating, got.Origin, got.Rungs = want.Rating, want.Origin, want.Rungs
		if diff := cmp.Diff(want, got, asValues); diff != "" {
			t.Fatal(diff)
		}
		if want.Key() != KeyOf(canonizer.Canonical(want.Puzzle.Clues()).Grid) {
			t.Fatal("the key is not the key of the canonical form")
		}
	})
}

func TestCheckAcceptsSeeds(t *testing.T) {
	for _, s := range append(someSeeds(), symmetricSeed(), seedWithAutomorphisms()) {
		if err := s.Check(); err != nil {
			t.Error(err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	seed := someSeeds()[0]
	clues := seed.Puzzle.Clues().Filled()
	empty := sudoku.AllCells.AndNot(clues)
	rung := Rung{Added: sudoku.CellSet(empty.First()), Automorphisms: 1}
	seed.Rungs = []Rung{rung}
	if err := seed.Check(); err != nil {
		t.Fatal(err)
	}
	for want, spoil := range map[string]func(s *Seed, r *Rung){
		"no puzzle has 0 automorphisms":         func(s *Seed, _ *Rung) { s.Automorphisms = 0 },
		"no puzzle has 11 automorphisms":        func(s *Seed, _ *Rung) { s.Automorphisms = 11 },
		`origin "" is not known`:                func(s *Seed, _ *Rung) { s.Origin = "" },
		`origin "moon" is not known`:            func(s *Seed, _ *Rung) { s.Origin = "moon" },
		"it has 4097 rungs":                     func(s *Seed, _ *Rung) { s.Rungs = manyRungs(s, bounds.Rungs+1) },
		"rung 1 of 2: it adds no clue":          func(_ *Seed, r *Rung) { r.Added = sudoku.Cells{} },
		"it adds a clue to a filled cell":       func(_ *Seed, r *Rung) { r.Added = r.Added.With(clues.First()) },
		"it leaves no cell empty":               func(_ *Seed, r *Rung) { r.Added = empty },
		"2: no puzzle has 0 automorphisms":      func(_ *Seed, r *Rung) { r.Automorphisms = 0 },
		"no puzzle has 7000000007 automorphism": func(_ *Seed, r *Rung) { r.Automorphisms = 7000000007 },
		"two rungs add the same clues": func(_ *Seed, r *Rung) {
			*r = rung
			r.ER++
		},
	} {
		s := seed
		s.Rungs = []Rung{{Added: empty.Without(empty.First()), Automorphisms: 1}, rung}
		spoil(&s, &s.Rungs[0])
		err := s.Check()
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), s.Key().String()) {
			t.Errorf("Check: %v; want the key of the seed and %q", err, want)
		}
	}
}

// manyRungs returns n rungs that each add three clues to s.
func manyRungs(s *Seed, n int) (rungs []Rung) {
	empty := slices.Collect(sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All())
	for i := range empty {
		for j := range i {
			for k := range j {
				if len(rungs) < n {
					rungs = append(rungs, Rung{Added: sudoku.CellSet(empty[i], empty[j], empty[k]), Automorphisms: 1})
				}
			}
		}
	}
	return rungs
}
