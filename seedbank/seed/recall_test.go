package seed

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

// never is for seeds that have the rung.
func never(*sudoku.Puzzle) (rating.Class, error) {
	return rating.Class{}, errors.New("it was rated again")
}

// unrated counts automorphisms only, which is all that a puzzle needs.
func unrated(p *sudoku.Puzzle) (rating.Class, error) {
	n := new(transform.Canonizer).Canonical(p.Clues()).Automorphisms
	return rating.Class{Automorphisms: n, Rating: rating.Result{ER: 99}}, nil
}

// An isomorph has one ID, whichever automorphisms there are, and the ID gives the
// same puzzle with the same rating on the seed with its rungs and without.
func TestRecall(t *testing.T) {
	all := picks(t)
	seeds := map[Key]Seed{}
	for _, s := range append(someSeeds(), symmetricSeed(), seedWithAutomorphisms()) {
		seeds[s.Key()] = s
	}
	var rater rating.Rater
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(all).Draw(t, "pick")
		m := p.Isomorph(rapid.Uint64Max(p.Isomorphs()-1).Draw(t, "number"))
		id, err := ParseID(m.ID().String())
		if err != nil || id != m.ID() {
			t.Fatalf("%v is read as %v, %v", m.ID(), id, err)
		}
		s := seeds[id.Seed]
		again, err := s.Recall(id, never)
		if err != nil || again.Puzzle() != m.Puzzle() || again.ID() != id || again.Rating() != m.Rating() {
			t.Fatalf("%v gives %v, %v", id, again, err)
		}
		s.Rungs = nil
		again, err = s.Recall(id, rater.Class)
		if err != nil || again.Puzzle() != m.Puzzle() || again.ID() != id || again.Rating() != m.Rating() {
			t.Fatalf("%v gives %v without the rung, %v", id, again, err)
		}
	})
}

// Any clues can be added. A puzzle has the same ID whichever automorphism it has
// gone through, and no description of it but the ID is taken.
func TestOneID(t *testing.T) {
	var canonizer transform.Canonizer
	seeds := []Seed{someSeeds()[0], symmetricSeed(), seedWithAutomorphisms(), diagonalSeed(t)}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(seeds).Draw(t, "seed")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "random"), 1))
		clues := s.Puzzle.Clues().Filled()
		empty := sudoku.AllCells.AndNot(clues)
		added := sudoku.CellSet(randomCells(random, empty)[:rapid.IntRange(1, empty.Len()-1).Draw(t, "added")]...)
		if a := rapid.SampledFrom(canonizer.Automorphisms(s.Puzzle.Solution())).Draw(t, "automorphism"); rapid.Bool().Draw(t, "symmetric") {
			more := added.Or(a.Cells(added)).AndNot(clues)
			if more != empty {
				added = more
			}
		}
		turn := transform.Random(random)
		puzzle := turn.Puzzle(s.Puzzle.With(added))

		id, held, ok := s.Identify(&canonizer, &puzzle)
		m, err := s.Recall(id, unrated)
		if !ok || held || err != nil || m.Puzzle() != puzzle || m.ID() != id {
			t.Fatalf("%v is identified as %v, %v, %v, which gives %v, %v", puzzle.Clues(), id, held, ok, m, err)
		}
		for _, a := range canonizer.Automorphisms(s.Puzzle.Solution()) {
			image := a.Cells(clues.Or(added))
			if !clues.Within(image) {
				continue
			}
			other := ID{s.Key(), SubsetOf(image.AndNot(clues), empty), a.Inverse().Then(turn).Index()}
			if m, err := s.Recall(other, unrated); (err == nil) != (other == id) || err != nil && !errors.Is(err, ErrBadID) {
				t.Fatalf("%v gives %v, %v; its ID is %v", other, m, err, id)
			}
		}
		s.Rungs = []Rung{{Added: added, Automorphisms: canonizer.Canonical(puzzle.Clues()).Automorphisms}}
		if again := s.Pick(1).Turn(transform.Identity()).ID(); again.Added != id.Added {
			t.Fatalf("the rung is %v, want %v", again, id)
		}
		if again, held, ok := s.Identify(&canonizer, &puzzle); again != id || !held || !ok {
			t.Fatalf("with the rung, %v is %v, %v, %v", id, again, held, ok)
		}
	})
}

func TestRecallRefuses(t *testing.T) {
	s := someSeeds()[0]
	n := 81 - s.Puzzle.NumClues()
	whole := Subset(1<<n - 1)
	for name, id := range map[string]ID{
		"more cells than there are": {Seed: s.Key(), Added: whole + 1},
		"the greatest subset":       {Seed: s.Key(), Added: 1<<64 - 1},
		"nothing left empty":        {Seed: s.Key(), Added: whole},
		"no isomorphism":            {Seed: s.Key(), Index: transform.Order},
	} {
		if m, err := s.Recall(id, never); !errors.Is(err, ErrBadID) || m != (Isomorph{}) {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if _, err := s.Recall(ID{Seed: s.Key(), Added: whole - 1}, unrated); err != nil {
		t.Errorf("one cell left empty: %v", err)
	}
	failed := errors.New("no rating")
	rate := func(*sudoku.Puzzle) (rating.Class, error) { return rating.Class{}, failed }
	if m, err := s.Recall(ID{Seed: s.Key(), Added: whole - 1}, rate); !errors.Is(err, failed) || errors.Is(err, ErrBadID) || m != (Isomorph{}) {
		t.Errorf("a puzzle that cannot be rated: %v, %v", m, err)
	}
}

func TestIdentifyRefuses(t *testing.T) {
	var canonizer transform.Canonizer
	s, other := someSeeds()[0], someSeeds()[1]
	complete := s.Puzzle.With(sudoku.AllCells)
	fewer := s.Puzzle.With(sudoku.AllCells) // a puzzle of the same solution that does not contain s
	for _, p := range []sudoku.Puzzle{other.Puzzle, complete, without(t, fewer, s.Puzzle.Clues().Filled().First())} {
		if id, held, ok := s.Identify(&canonizer, &p); ok || held || id != (ID{}) {
			t.Errorf("%v is %v", p.Clues(), id)
		}
	}
}

// without returns a puzzle without one of its clues.
func without(t *testing.T, p sudoku.Puzzle, c sudoku.Cell) sudoku.Puzzle {
	var solver sudoku.Solver
	less, err := solver.Prove(p.Clues().Keep(sudoku.AllCells.Without(c)))
	if err != nil {
		t.Fatal(err)
	}
	return less
}
