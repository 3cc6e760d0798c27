package seedbank

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

// Whatever is made of a seed is identified, by an ID that gives it back.
func TestIdentify(t *testing.T) {
	bank := makeBank(t)
	insert(t, bank, someSeeds())
	symmetric := withAutomorphisms(t)
	insert(t, bank, symmetric)
	var canonizer transform.Canonizer
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.SampledFrom(append(symmetric, someSeeds()[:20]...)).Draw(t, "seed")
		turn := transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index"))
		rung := uint8(0)
		if ladder := rapid.IntRange(0, NumLadders-1).Draw(t, "ladder"); len(seed.Ladders[ladder]) > 0 && rapid.Bool().Draw(t, "rung") {
			rung = rungNumber(ladder, rapid.IntRange(1, len(seed.Ladders[ladder])).Draw(t, "number"))
		}
		pick, _ := seed.Pick(rung)
		want := turn.Puzzle(pick.Puzzle)
		id, err := bank.Identify(background, &canonizer, &want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := bank.Recall(background, id)
		if err != nil || got.Puzzle() != want {
			t.Fatalf("%v does not give %v: %v", id, want.Clues(), err)
		}
		// A rung can be an isomorph of one of another seed.
		if rung == 0 && !cmp.Equal(*got.Pick().Seed, seed, samePuzzles) {
			t.Fatalf("%v is of another seed", id)
		}
		if id.Seed == seed.Key() && id.Rung == rung && (id.Index > turn.Index() || pick.Automorphisms == 1 && id.Index != turn.Index()) {
			t.Fatalf("the index is %d, that of the isomorphism %d", id.Index, turn.Index())
		}
	})
	other := makeSeeds(len(someSeeds()) + 1)[len(someSeeds())]
	if _, err := bank.Identify(background, &canonizer, &other.Puzzle); !errors.Is(err, ErrNoMatch) {
		t.Errorf("a puzzle that is not in the bank: %v", err)
	}
	if _, err := bank.Recall(background, ID{Seed: other.Key(), Rung: 127}); !errors.Is(err, ErrNoMatch) {
		t.Errorf("an ID of a rung that is not in the bank: %v", err)
	}
	if _, err := bank.Recall(background, ID{Seed: 1}); !errors.Is(err, ErrNoMatch) {
		t.Errorf("an ID of a seed that is not in the bank: %v", err)
	}
}

// withAutomorphisms makes seeds that have automorphisms: the clues of a grid
// with many of them, thinned out by whole orbits and then one by one only as
// far as the symmetry lasts.
func withAutomorphisms(t *testing.T) (seeds []Seed) {
	g, err := sudoku.ParseGrid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
	if err != nil {
		t.Fatal(err)
	}
	var (
		solver    sudoku.Solver
		canonizer transform.Canonizer
	)
	for _, a := range canonizer.Automorphisms(g)[1:] {
		puzzle, _ := sudoku.Complete(g)
		for c := range sudoku.Cell(81) {
			thinner := puzzle.Clues().Keep(puzzle.Clues().Filled().AndNot(orbit(a, c)))
			if proven, err := solver.Prove(thinner); err == nil {
				puzzle = proven
			}
		}
		canonical := canonizer.Canonical(puzzle.Clues())
		if canonical.Automorphisms == 1 {
			t.Fatalf("%v has lost its symmetry", puzzle.Clues())
		}
		seed := someSeeds()[0]
		seed.Puzzle, seed.Automorphisms = canonical.To.Puzzle(puzzle), canonical.Automorphisms
		for l := range seed.Ladders {
			seed.Ladders[l] = makeLadder(&seed, rand.New(rand.NewPCG(1, uint64(l))), &canonizer, 20)
		}
		if seeds = append(seeds, seed); len(seeds) == 10 {
			break
		}
	}
	return seeds
}

func orbit(a transform.Isomorphism, c sudoku.Cell) (cells sudoku.Cells) {
	for !cells.Has(c) {
		cells = cells.With(c)
		c = a.Cell(c)
	}
	return cells
}
