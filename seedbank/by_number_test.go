package seedbank_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A number gives the same puzzle on banks with the same seeds in another order, whether
// the next seed is found by going through the keys or among few; and the puzzle is what
// the filter wants.
func TestByNumberDoesNotDependOnTheOrder(t *testing.T) {
	seeds := slices.Concat(seedtest.Relatives(), seedtest.SomeSeeds()[:60], seedtest.AllSymmetric(), seedtest.WithAutomorphisms())
	bank := seedtest.BankOf(t, seeds)
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(seeds), func(i, j int) { seeds[i], seeds[j] = seeds[j], seeds[i] })
	other := seedtest.BankOf(t, seeds)
	for _, filter := range []seedbank.Filter{
		{}, {Rungs: true}, {Levels: seedbank.Range[rating.Level]{Low: 2, High: 9}}, {Levels: seedbank.Only(rating.Level(1)), Rungs: true}, {Early: seedbank.Diamond},
		{Clues: seedbank.Range[int]{Low: 26, High: 30}, Rungs: true}, {Symmetry: transform.Rotate180}, {Symmetry: transform.Flip, Rungs: true},
		{Pattern: seeds[0].Puzzle.Clues().Filled()}, {Pattern: seeds[0].Puzzle.Clues().Filled(), Rungs: true},
	} {
		s, err := bank.Select(seedtest.Background, filter)
		if err != nil {
			t.Fatal(err)
		}
		o, err := other.Select(seedtest.Background, filter)
		if err != nil {
			t.Fatal(err)
		}
		different := map[sudoku.Grid]bool{}
		for range 12 {
			number := random.Uint64()
			got, gotErr := s.ByNumber(seedtest.Background, number)
			want, wantErr := o.ByNumber(seedtest.Background, number)
			if errors.Is(gotErr, seedbank.ErrNoMatch) && errors.Is(wantErr, seedbank.ErrNoMatch) && s.Len() == 0 {
				continue
			}
			if gotErr != nil || wantErr != nil {
				t.Fatalf("%+v: %v, %v", filter, gotErr, wantErr)
			}
			puzzle, rated := got.Puzzle(), got.Rating()
			if puzzle != want.Puzzle() || !filter.Levels.Has(rated.Level()) || !filter.Clues.Has(puzzle.NumClues()) ||
				filter.Symmetry != transform.NoSymmetry && transform.SymmetryOf(puzzle.Clues().Filled()) == transform.NoSymmetry ||
				!filter.Pattern.Empty() && puzzle.Clues().Filled() != filter.Pattern {
				t.Fatalf("%+v, number %d: %v, and %v in another order", filter, number, puzzle.Clues(), want.Puzzle().Clues())
			}
			different[puzzle.Clues()] = true
			byKey, few, err := s.NextBoth(seedtest.Background, number)
			if err != nil || few == nil || byKey == nil || few.Key() != byKey.Key() {
				t.Fatalf("%+v, number %d: two ways to the next seed: %v and %v, %v", filter, number, byKey, few, err)
			}
		}
		if s.Len() > 0 && len(different) < 9 {
			t.Errorf("%+v: 12 numbers give %d puzzles", filter, len(different))
		}
	}
}

// The number of a puzzle goes by a filter, so parts of a selection have no such numbers.
func TestPartsHaveNoNumbers(t *testing.T) {
	s := seedtest.SelectFrom(t, seedtest.BankOf(t, seedtest.SomeSeeds()), seedbank.Filter{})
	parts, err := s.ByTechnique(seedtest.Background)
	if err != nil {
		t.Fatal(err)
	}
	grids, err := s.OnNewGrids(seedtest.Background, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range append(parts, grids) {
		if _, err := part.ByNumber(seedtest.Background, 1); err == nil || errors.Is(err, seedbank.ErrNoMatch) {
			t.Errorf("a part of %d picks has a puzzle of number 1: %v", part.Len(), err)
		}
	}
}

// BenchmarkByNumber chooses from the starter bank.
func BenchmarkByNumber(b *testing.B) {
	bank, err := seedbank.OpenFS(seedtest.Background, data.FS, filepath.Base(data.Starter))
	if err != nil {
		b.Fatal(err)
	}
	defer bank.Close()
	for name, filter := range map[string]seedbank.Filter{
		"level 5 with rungs": {Levels: seedbank.Only(rating.Level(5)), Rungs: true},
		"level 9":            {Levels: seedbank.Only(rating.Level(9))},
		"symmetric":          {Symmetry: transform.Rotate180, Levels: seedbank.Only(rating.Level(8)), Rungs: true},
		"ER 11.8":            {ER: seedbank.Only(rating.Tenths(118))},
		"level 1, 40 clues":  {Levels: seedbank.Only(rating.Level(1)), Clues: seedbank.Only(40), Rungs: true},
	} {
		s, err := bank.Select(seedtest.Background, filter)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				if _, err := s.ByNumber(context.Background(), random.Uint64()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
