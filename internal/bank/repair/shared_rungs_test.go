package repair

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// ofOneSolution are minimal seeds of one solution, each with two rungs. All is true but
// for the ratings.
func ofOneSolution(random *rand.Rand, n int) (seeds []seed.Seed) {
	var solver sudoku.Solver
	var canonizer transform.Canonizer
	solution := solver.RandomSolution(random)
	known := map[seed.Key]bool{}
	for len(seeds) < n {
		p, err := sudoku.Complete(solution)
		if err != nil {
			panic(err)
		}
		var order []sudoku.Cell
		for _, c := range random.Perm(81) {
			order = append(order, sudoku.Cell(c))
		}
		solver.Minimize(&p, order)
		s := seed.New(&canonizer, p)
		if known[s.Key()] {
			continue
		}
		known[s.Key()] = true
		s.Origin, s.Rating = seed.Prune, rating.Result{ER: 15, EP: 15, ED: 15}
		s.Rating.Uses[0] = 1
		var added sudoku.Cells
		for c := range sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All() {
			if added.Len() == 2 {
				break
			}
			added = added.With(c)
			turned := s.Puzzle.With(added)
			s.AddRungs(seed.Rung{Added: added, ER: 15, EP: 10, ED: 10, Automorphisms: canonizer.Canonical(turned.Clues()).Automorphisms})
		}
		seeds = append(seeds, s)
	}
	return seeds
}

// The seeds of a solution are read once to check their rungs, however many they
// are: after the first, the bank is not asked any more.
func TestSharedRungsAreReadOnce(t *testing.T) {
	ctx := t.Context()
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
	run, err := bank.StartRun(ctx, &seedbank.Run{Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	seeds, others := ofOneSolution(random, 150), ofOneSolution(random, 5)
	for _, list := range [][]seed.Seed{seeds, others} {
		if _, err := bank.Insert(ctx, run, list); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Verify(ctx, bank, VerifyOptions{Problem: func(problem error) { t.Error(problem) }}); err != nil {
		t.Fatal(err)
	}
	file := bank.Rows()
	indexed, err := readIndexedRungs(ctx, file, func(problem error) { t.Error(problem) })
	if err != nil {
		t.Fatal(err)
	}
	v := verifier{seeds: &allSeeds{file: file}, indexed: indexed}
	ended, end := context.WithCancel(ctx)
	defer end()
	idOf := func(s *seed.Seed) (id tables.SeedID, err error) {
		err = file.DB.QueryRow(`SELECT id FROM seeds WHERE key = ?`, int64(s.Key())).Scan(&id)
		return id, err
	}
	for i := range seeds {
		id, err := idOf(&seeds[i])
		if err == nil {
			err = v.sharedRungs(ended, &seeds[i], id)
		}
		if err != nil {
			t.Fatalf("seed %d of %d: %v", i+1, len(seeds), err)
		}
		end()
	}
	id, err := idOf(&others[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := v.sharedRungs(ended, &others[0], id); err == nil {
		t.Error("another solution was checked without a look at the bank")
	}
}
