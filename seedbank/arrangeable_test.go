package seedbank_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// arrangedBank is a bank with seeds of all kinds, and what can be drawn from it.
func arrangedBank(t *testing.T) (*change.Writer, []*seed.Pick) {
	bank := seedtest.BankOf(t, seedtest.MakeSeeds(20), seedtest.AllSymmetric(), seedtest.WithAutomorphisms(), seedtest.Relatives())
	all := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: true})
	var picks []*seed.Pick
	for i := range all.Len() {
		picks = append(picks, seedtest.PickAt(t, all, i))
	}
	return bank, picks
}

// The puzzles with a pattern are counted as by brute force: for each seed and rung
// the geometries that lead from its pattern to the one wanted, times relabelings,
// divided by automorphisms.
func TestArrangedPuzzlesAreCounted(t *testing.T) {
	bank, picks := arrangedBank(t)
	const relabelings = 362880
	some := 0
	rapid.Check(t, func(t *rapid.T) {
		pick := rapid.SampledFrom(picks).Draw(t, "pick")
		turn := transform.FromIndex(rapid.Uint64Range(0, transform.Order-1).Draw(t, "turn"))
		wanted := turn.Cells(pick.Puzzle().Clues().Filled())
		filter := seedbank.Filter{Pattern: wanted, Rungs: pick.Added() > 0 || rapid.Bool().Draw(t, "rungs")}
		if rapid.Bool().Draw(t, "of a level") {
			rated := pick.Rating()
			filter.Levels = seedbank.Only(rapid.SampledFrom([]rating.Level{rated.Level(), 1, 2, 3, 5, 7, 8, 9}).Draw(t, "level"))
		}
		var number uint64
		want := shuffle.Uint128{}
		for _, p := range picks {
			rated := p.Rating()
			ways := uint64(len(transform.ToPattern(p.Puzzle().Clues().Filled(), wanted)))
			if ways > 0 && filter.Levels.Has(rated.Level()) && (filter.Rungs || p.Added() == 0) {
				number++
				want = want.Add(shuffle.Number(ways * relabelings / p.Automorphisms()))
			}
		}
		selection := seedtest.SelectFrom(t, bank, filter)
		if selection.Len() != number || selection.Puzzles() != want {
			t.Fatalf("%d seeds and rungs, %v puzzles; want %d, %v", selection.Len(), selection.Puzzles(), number, want)
		}
		mustCountSeeds(t, selection, placesOf(t, selection))
		if number > 0 {
			some++
			mustHaveThePattern(t, selection, wanted)
		}
	})
	if some == 0 {
		t.Error("no pattern was found in the bank")
	}
}

// mustHaveThePattern draws puzzles from both ends of a selection: their clues stand in
// the cells of the pattern, they have one solution, and none comes twice.
func mustHaveThePattern(t *rapid.T, selection *seedbank.Selection, wanted sudoku.Cells) {
	var solver sudoku.Solver
	seen := map[sudoku.Grid]bool{}
	stream := selection.Stream(7)
	for range 40 {
		puzzle, err := stream.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		clues := puzzle.Puzzle().Clues()
		if clues.Filled() != wanted || solver.Count(clues, 2) != 1 || seen[clues] {
			t.Fatalf("%v for the pattern %v, which came before: %v", clues, wanted, seen[clues])
		}
		seen[clues] = true
	}
}

// A stream with a pattern ends when all puzzles have come, each once: the pattern of
// a puzzle with automorphisms, without the relabelings.
func TestArrangedIsomorphsByBruteForce(t *testing.T) {
	bank, picks := arrangedBank(t)
	var crowded *seed.Pick
	for _, p := range picks {
		if crowded == nil || p.Automorphisms() > crowded.Automorphisms() {
			crowded = p
		}
	}
	if crowded.Automorphisms() == 1 {
		t.Fatal("no pick has automorphisms")
	}
	wanted := crowded.Puzzle().Clues().Filled()
	selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Pattern: wanted, Rungs: true})
	seen := map[sudoku.Grid]bool{}
	for i := range selection.Len() {
		pick := seedtest.PickAt(t, selection, i)
		if pick.Key() != crowded.Key() || pick.Added() != crowded.Added() {
			continue
		}
		for n := uint64(0); n < pick.Isomorphs(); n += 997 { // prime to 9!
			grid := pick.Isomorph(n).Puzzle().Clues()
			if seen[grid] || grid.Filled() != wanted {
				t.Fatalf("isomorph %d is %v", n, grid)
			}
			seen[grid] = true
		}
	}
	if len(seen) == 0 {
		t.Error("the puzzle itself was not found")
	}
}

func TestPatternsThatAreNotThere(t *testing.T) {
	bank, _ := arrangedBank(t)
	random := rand.New(rand.NewPCG(1, 1))
	var wanted sudoku.Cells
	for _, c := range random.Perm(81)[:30] {
		wanted = wanted.With(sudoku.Cell(c))
	}
	if n := seedtest.SelectFrom(t, bank, seedbank.Filter{Pattern: wanted, Rungs: true}).Len(); n != 0 {
		t.Errorf("%d puzzles have a random pattern", n)
	}
	if n := seedtest.SelectFrom(t, bank, seedbank.Filter{Pattern: wanted, Rungs: true, Clues: seedbank.Only(29)}).Len(); n != 0 {
		t.Errorf("%d puzzles with 29 clues have a pattern of 30", n)
	}
	for _, filter := range []seedbank.Filter{
		{Pattern: wanted, Symmetry: transform.Full}, {Pattern: wanted, Uses: []rating.Technique{0}}, {Pattern: wanted, Without: []rating.Technique{0}},
	} {
		if _, err := bank.Select(context.Background(), filter); !errors.Is(err, seedbank.ErrBesidePattern) {
			t.Errorf("%+v: %v", filter, err)
		}
	}
}

// The seeds of a pattern come in batches as they are selected.
func TestBatchesOfAPattern(t *testing.T) {
	bank, picks := arrangedBank(t)
	for _, pick := range picks[:min(len(picks), 300)] {
		if pick.Added() == 0 {
			continue
		}
		filter := seedbank.Filter{Pattern: pick.Puzzle().Clues().Filled(), Rungs: true}
		found := false
		for batch, err := range bank.Batches(context.Background(), filter) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range batch.Seeds {
				found = found || batch.Seeds[i].Key() == pick.Key()
			}
		}
		if !found {
			t.Errorf("seed %v is not among those that can be arranged like its rung %v", pick.Key(), pick.Added())
		}
		return
	}
	t.Error("the bank has no rung")
}
