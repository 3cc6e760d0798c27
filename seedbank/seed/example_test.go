package seed_test

import (
	"fmt"
	"log"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// minimalPuzzle returns a minimal puzzle that this program found.
func minimalPuzzle() sudoku.Puzzle {
	clues, err := sudoku.ParseGrid("9...4...3....2.1...613...8..29......3......9...4...2.....674.3.....51.....69....1")
	if err != nil {
		log.Fatal(err)
	}
	var solver sudoku.Solver
	puzzle, err := solver.Prove(clues)
	if err != nil {
		log.Fatal(err)
	}
	return puzzle
}

// ratedSeed returns a seed of the puzzle, with its rating.
func ratedSeed() seed.Seed {
	var (
		canonizer transform.Canonizer
		rater     rating.Rater
		err       error
	)
	s := seed.New(&canonizer, minimalPuzzle())
	s.Origin = seed.Import
	if s.Rating, err = rater.Rate(&s.Puzzle); err != nil {
		log.Fatal(err)
	}
	return s
}

// A puzzle becomes a seed in its canonical form, and is rated there.
func ExampleNew() {
	var canonizer transform.Canonizer
	s := seed.New(&canonizer, minimalPuzzle())
	s.Origin = seed.Import

	var rater rating.Rater
	var err error
	if s.Rating, err = rater.Rate(&s.Puzzle); err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.Puzzle.Clues())
	fmt.Println("seed", s.Key(), "is rated", s.Rating.ER, s.Rating.Hardest)
	// Output:
	// .......12.....1..3....2.4....1..5.....34..2...4..6..75.2.5....7378.4....5.9......
	// seed BC9CP40D4XK9D is rated 7.1 forcing-chain
}

// A rung is rated on its canonical form, as a seed is.
func ExampleNewRung() {
	s := ratedSeed()
	added := sudoku.CellSet(sudoku.CellAt(4, 4))
	puzzle := s.Puzzle.With(added)

	var rater rating.Rater
	class, err := rater.Class(&puzzle)
	if err != nil {
		log.Fatal(err)
	}
	rung := seed.NewRung(&class, added)
	fmt.Println("rungs added:", s.AddRungs(rung))
	fmt.Println("rungs added:", s.AddRungs(rung))
	fmt.Println("the rung is rated", rung.ER, rung.Hardest)
	// Output:
	// rungs added: 1
	// rungs added: 0
	// the rung is rated 5.6 bivalue-universal-grave
}

// A pick gives all isomorphs of a rung.
func ExamplePick() {
	s := ratedSeed()
	rung := seed.Rung{Added: sudoku.CellSet(sudoku.CellAt(4, 4)), ER: 56, Automorphisms: 1}
	s.AddRungs(rung)

	pick := s.Pick(1) // place 0 is the seed itself
	fmt.Println(pick.Isomorphs(), "puzzles are rated", pick.Rating().ER)
	for i := range uint64(3) {
		m := pick.Isomorph(i * 400_000_000_000)
		fmt.Println(m.ID(), string(m.AppendLine(nil, '.')))
	}
	// Output:
	// 1218998108160 puzzles are rated 5.6
	// BC9CP40D4XK9D-000Z-G00000000M .......12.....1..3....2.4....1..5.....349.2...4..6..75.2.5....7378.4....5.9......
	// BC9CP40D4XK9D-000Z-GBMGXQ800P 6...285..4.59....3.2......75.....831.......24..2.8.9..9..5.........97....7..3....
	// BC9CP40D4XK9D-000Z-GQ91VEG004 ...75.92......1.48......67..1.8.....8.7..6..45....4....8.9.3.1...5.6.......1....6
}

// An ID leads back to the puzzle, wherever its seed is known.
func ExampleParseID() {
	s := ratedSeed()
	id, err := seed.ParseID("bc9cp4od4xk9d-03jz9j6gmx") // the letter o for a zero
	if err != nil {
		log.Fatal(err)
	}
	if id.Seed != s.Key() {
		log.Fatal("another seed")
	}
	var rater rating.Rater
	puzzle, err := s.Recall(id, rater.Class)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(id)
	fmt.Println(puzzle.Puzzle().Clues())

	_, err = seed.ParseID("BC9CP40D4XK9D-03JZ9J6GMY")
	fmt.Println(err)
	// Output:
	// BC9CP40D4XK9D-03JZ9J6GMX
	// .8.....6.3.....5.........38..13...2.....19...5..264...7..5...12.1...8.....5..63..
	// "BC9CP40D4XK9D-03JZ9J6GMY" is not a puzzle ID: the check character is wrong, so a character is mistyped
}

// An ID says which clues are added, so that any seed gives the puzzle, and not only
// one that has such a rung.
func ExampleSeed_Recall() {
	s := ratedSeed()
	added := sudoku.CellSet(sudoku.CellAt(4, 4))
	id := seed.ID{Seed: s.Key(), Added: seed.SubsetOf(added, sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()))}

	var rater rating.Rater
	puzzle, err := s.Recall(id, rater.Class)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(id)
	fmt.Println(puzzle.Puzzle().Clues())
	fmt.Println("rated", puzzle.Rating().ER)
	// Output:
	// BC9CP40D4XK9D-000Z-G00000000M
	// .......12.....1..3....2.4....1..5.....349.2...4..6..75.2.5....7378.4....5.9......
	// rated 5.6
}

// Seeds travel as bytes. What was damaged on the way is not read.
func ExampleMarshal() {
	message := seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{ratedSeed()}})

	batch, err := seed.Unmarshal(message)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range batch.Seeds {
		fmt.Println("seed", s.Key(), "is rated", s.Rating.ER, s.Rating.Hardest)
	}

	message[20]++
	_, err = seed.Unmarshal(message)
	fmt.Println(err)
	// Output:
	// seed BC9CP40D4XK9D is rated 7.1 forcing-chain
	// not a batch of seeds: it is damaged: its checksum is wrong
}
