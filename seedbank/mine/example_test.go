package mine_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/sudoku"
)

// withBank calls do with an empty bank in a temporary folder.
func withBank(do func(*change.Writer) error) {
	folder, err := os.MkdirTemp("", "example-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	bank, err := change.Open(context.Background(), filepath.Join(folder, "bank.db"))
	if err != nil {
		log.Fatal(err)
	}
	defer bank.Close()
	if err := do(bank); err != nil {
		log.Print(err)
	}
}

func ExampleRun() {
	withBank(func(bank *change.Writer) error {
		progress, err := mine.Run(context.Background(), bank, mine.Options{Workers: 2, RandomSeed: 1, Count: 5})
		if err != nil {
			return err
		}
		fmt.Println(progress.Stored, "seeds")
		again, err := mine.Run(context.Background(), bank, mine.Options{Workers: 1, RandomSeed: 1, Count: 1})
		if err != nil {
			return err
		}
		fmt.Println(again.Stored, "more, as the run knew", again.Known, "or more")
		return nil
	})
	// Output:
	// 5 seeds
	// 1 more, as the run knew 5 or more
}

func ExampleImport() {
	clues, err := sudoku.ParseGrid("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	if err != nil {
		log.Fatal(err)
	}
	arrivals := []mine.Arrival{
		{Place: "puzzles.txt:1", Clues: clues},
		{Place: "puzzles.txt:2", Err: errors.New("80 characters, want 81")},
	}
	withBank(func(bank *change.Writer) error {
		progress, err := mine.Run(context.Background(), bank, mine.Options{Strategy: mine.Import{
			Arrivals: slices.Values([][]mine.Arrival{arrivals}),
			Reject:   func(place string, reason error) { fmt.Printf("%s: %v\n", place, reason) },
		}})
		fmt.Println(progress.Made, "read,", progress.Stored, "stored")
		return err
	})
	// Output:
	// puzzles.txt:2: 80 characters, want 81
	// 2 read, 1 stored
}

func ExampleParseTargets() {
	targets, err := mine.ParseTargets([]string{"7-9=5000", "clues:18=100", "technique:jellyfish=50", "9=200"})
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range targets {
		fmt.Println(t.Seeds, "of", t.Name)
	}
	// Output:
	// 5000 of 7 Very hard
	// 5000 of 8 Fiendish
	// 200 of 9 Extreme
	// 100 of 18 clues
	// 50 of jellyfish
}
