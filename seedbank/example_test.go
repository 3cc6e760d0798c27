package seedbank_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A minimal puzzle, as it came out of the miner.
const minimal = ".3..7....1........5.7431........5..........389.3.8.7....8..741..2.....57..4.2.8.."

// Make a bank, store a seed with a rung, and draw puzzles of a level.
func Example() {
	ctx := context.Background()
	folder, err := os.MkdirTemp("", "seedbank")
	check(err)
	defer os.RemoveAll(folder)

	bank, err := change.Open(ctx, filepath.Join(folder, "bank.db"))
	check(err)
	defer bank.Close()
	run, err := bank.StartRun(ctx, &seedbank.Run{Program: "example", Rater: rating.Version})
	check(err)
	isNew, err := bank.Insert(ctx, run, []seed.Seed{exampleSeed()})
	check(err)
	fmt.Println("new:", isNew[0])

	selection, err := bank.Select(ctx, seedbank.Filter{
		Levels: seedbank.Range[rating.Level]{Low: 7, High: 9},
		Rungs:  true,
	})
	check(err)
	fmt.Println("seeds and rungs:", selection.Len(), "puzzles:", selection.Puzzles())

	stream := selection.Stream(42)
	for range 3 {
		puzzle, err := stream.Next(ctx)
		check(err)
		fmt.Println(puzzle.Puzzle().Clues(), puzzle.ID(), puzzle.Rating().ER)
	}
	// Output:
	// new: true
	// seeds and rungs: 2 puzzles: 2437996216320
	// 971....32..3...1..........9....325....56...7.3..7.9.6...63...18....61...2........ FRRPBP1TW6QZJ-05SDPVXAHQ 7.3
	// .2.8.3..9....271....19....8.7.........92...46....96........2.3...2...6..836....72 FRRPBP1TW6QZJ-0001-GF907C4PWW 7.3
	// .2..96..49....8.3......1.....2.6....41...9..6...8.3..78.3...6..14......9..9...4.. FRRPBP1TW6QZJ-0W8SK4342Y 7.3
}

// An ID gives the same puzzle on every bank that has the seed. What the bank does
// not hold is rated at once.
func ExampleBank_Recall() {
	ctx := context.Background()
	bank, remove := exampleBank(ctx)
	defer remove()

	id, err := seed.ParseID("FRRPBP1TW6QZJ-0001-GF907C4PWW")
	check(err)
	var rater rating.Rater
	puzzle, err := bank.Recall(ctx, id, rater.Class)
	check(err)
	fmt.Println(puzzle.Puzzle().Clues(), puzzle.Rating().ER)

	id.Added++ // another clue added to the same seed
	puzzle, err = bank.Recall(ctx, id, rater.Class)
	check(err)
	fmt.Println(puzzle.Puzzle().Clues(), puzzle.Rating().ER)

	id.Seed++
	_, err = bank.Recall(ctx, id, rater.Class)
	fmt.Println(errors.Is(err, seedbank.ErrNoMatch))
	// Output:
	// .2.8.3..9....271....19....8.7.........92...46....96........2.3...2...6..836....72 7.3
	// .2.8.3..9....271....19....8.7.........92...46....96.......6..3...2...6..836....72 2.0
	// true
}

// Somebody's puzzle may be an isomorph of a seed or of a rung. If it only contains
// a seed, it has an ID that says which clues are added.
func ExampleBank_Identify() {
	ctx := context.Background()
	bank, remove := exampleBank(ctx)
	defer remove()

	clues, err := sudoku.ParseGrid(minimal)
	check(err)
	var solver sudoku.Solver
	puzzle, err := solver.Prove(clues)
	check(err)

	var canonizer transform.Canonizer
	known, err := bank.Identify(ctx, &canonizer, puzzle)
	check(err)
	fmt.Println(known.ID, known.Held)

	more, err := bank.Identify(ctx, &canonizer, puzzle.With(sudoku.CellSet(0, 1))) // clues in two cells
	check(err)
	fmt.Println(more.ID, more.Held)
	// Output:
	// FRRPBP1TW6QZJ-023E92M705 true
	// FRRPBP1TW6QZJ-000F-G23E92M702 false
}

// Skip goes on in a stream as if puzzles had been drawn: two programs can draw
// from one stream, and have no puzzle in common.
func ExampleSelection_Stream() {
	ctx := context.Background()
	bank, remove := exampleBank(ctx)
	defer remove()
	selection, err := bank.Select(ctx, seedbank.Filter{})
	check(err)

	stream := selection.Stream(42)
	check(stream.Skip(ctx, 1_000_000_000))
	for puzzle, err := range seedbank.All(ctx, stream) {
		check(err)
		fmt.Println(puzzle.ID())
		break // a trillion would follow
	}
	// Output:
	// FRRPBP1TW6QZJ-03K6PA8EF9
}

// A puzzle of the day: the date is hashed, because days in a row would have the same seed.
func ExampleSelection_ByNumber() {
	ctx := context.Background()
	bank, err := seedbank.OpenFS(ctx, data.FS, data.Starter)
	check(err)
	defer bank.Close()
	selection, err := bank.Select(ctx, seedbank.Filter{Levels: seedbank.Only[rating.Level](4)})
	check(err)

	seeds := map[seed.Key]bool{}
	for day := range 100 {
		date := time.Date(2027, 1, 1+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		sum := sha256.Sum256([]byte(date))
		puzzle, err := selection.ByNumber(ctx, binary.BigEndian.Uint64(sum[:]))
		check(err)
		seeds[puzzle.Pick().Key()] = true
	}
	fmt.Println("many seeds:", len(seeds) > 90)
	// Output:
	// many seeds: true
}

// exampleSeed returns a minimal puzzle as a seed, rated, with the rung that adds
// the first cell's clue.
func exampleSeed() seed.Seed {
	var (
		solver    sudoku.Solver
		canonizer transform.Canonizer
		rater     rating.Rater
	)
	clues, err := sudoku.ParseGrid(minimal)
	check(err)
	puzzle, err := solver.Prove(clues)
	check(err)
	s := seed.New(&canonizer, puzzle)
	s.Origin = seed.Import
	s.Rating, err = rater.Rate(&s.Puzzle)
	check(err)

	added := sudoku.CellSet(0)
	more := s.Puzzle.With(added)
	canonical := canonizer.Canonical(more.Clues())
	turned := canonical.To.Puzzle(more)
	r, err := rater.Rate(&turned)
	check(err)
	s.AddRungs(seed.Rung{
		Added: added, ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: canonical.Automorphisms,
	})
	return s
}

// exampleBank makes a bank with one seed, which remove takes away.
func exampleBank(ctx context.Context) (bank *change.Writer, remove func()) {
	folder, err := os.MkdirTemp("", "seedbank")
	check(err)
	bank, err = change.Open(ctx, filepath.Join(folder, "bank.db"))
	check(err)
	run, err := bank.StartRun(ctx, &seedbank.Run{Program: "example", Rater: rating.Version})
	check(err)
	_, err = bank.Insert(ctx, run, []seed.Seed{exampleSeed()})
	check(err)
	return bank, func() {
		bank.Close()
		os.RemoveAll(folder)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
