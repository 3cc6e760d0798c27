package change_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Make two banks, store a seed in one, and merge it into the other, which rates it anew.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "change")
	check(err)
	defer os.RemoveAll(folder)

	one, err := change.Open(ctx, filepath.Join(folder, "one.db"))
	check(err)
	defer one.Close()
	run, err := one.StartRun(ctx, &seedbank.Run{Program: "example", Rater: rating.Version})
	check(err)
	isNew, err := one.Insert(ctx, run, []seed.Seed{rated()})
	check(err)
	fmt.Println("new:", isNew[0])

	other, err := change.Open(ctx, filepath.Join(folder, "other.db"))
	check(err)
	defer other.Close()
	for range 2 {
		merged, err := other.Merge(ctx, one.Path(), change.MergeOptions{})
		check(err)
		fmt.Printf("stored %d, known %d, corrected %d\n", merged.Stored, merged.Known, merged.Corrected)
	}
	// Output:
	// new: true
	// stored 1, known 0, corrected 0
	// stored 0, known 1, corrected 0
}

// Seeds travel without a bank, as batches.
func ExampleWriter_MergeBatches() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "change")
	check(err)
	defer os.RemoveAll(folder)
	bank, err := change.Open(ctx, filepath.Join(folder, "bank.db"))
	check(err)
	defer bank.Close()

	batch := &seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{rated()}}
	batches := func(yield func(*seed.Batch, error) bool) { yield(batch, nil) }
	run := seedbank.Run{Program: "example"}
	merged, err := bank.MergeBatches(ctx, batches, run, change.MergeOptions{Ratings: change.AsRated})
	check(err)
	waiting, err := change.Claimed(ctx, bank.Bank)
	check(err)
	fmt.Printf("claimed %d, waiting %d\n", merged.Claimed, waiting)

	merged, err = bank.RateClaimed(ctx, change.MergeOptions{})
	check(err)
	fmt.Println("stored:", merged.Stored)
	// Output:
	// claimed 1, waiting 1
	// stored: 1
}

// rated returns a seed with its rating.
func rated() seed.Seed {
	clues, err := sudoku.ParseGrid(".3..7....1........5.7431........5..........389.3.8.7....8..741..2.....57..4.2.8..")
	check(err)
	var solver sudoku.Solver
	p, err := solver.Prove(clues)
	check(err)
	solver.Minimize(&p, slices.Collect(clues.Filled().All()))
	s := seed.New(new(transform.Canonizer), p)
	s.Origin = seed.Import
	s.Rating, err = new(rating.Rater).Rate(&s.Puzzle)
	check(err)
	return s
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
