package rating_test

import (
	"fmt"
	"log"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// mustProve returns a puzzle with its solution.
func mustProve(line string) sudoku.Puzzle {
	grid, err := sudoku.ParseGrid(line)
	if err != nil {
		log.Fatal(err)
	}
	puzzle, err := new(sudoku.Solver).Prove(grid)
	if err != nil {
		log.Fatal(err)
	}
	return puzzle
}

// The rating of a puzzle, as the command rate prints it.
func ExampleRater_RateClass() {
	puzzle := mustProve("7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......")
	var rater rating.Rater
	result, err := rater.RateClass(&puzzle)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result)
	fmt.Printf("%v/%v/%v\n", result.ER, result.EP, result.ED)
	fmt.Printf("level %d, %s: %v\n", result.Level(), result.Level().Name(), result.Hardest)
	fmt.Println(rating.Result{}) // nothing is rated
	// Output:
	// level 4, ER 2.6, EP 1.2, ED 1.2, hardest step pointing
	// 2.6/1.2/1.2
	// level 4, Moderate: pointing
	// level 0, ER 0.0, EP 0.0, ED 0.0, hardest step hidden-single
}

// A walk along the path by which a puzzle is rated.
func ExampleRater_PathClass() {
	puzzle := mustProve("7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......")
	var rater rating.Rater
	path, err := rater.PathClass(&puzzle)
	if err != nil {
		log.Fatal(err)
	}
	for i, round := range path {
		if round.Rating < 26 {
			continue // singles
		}
		fmt.Printf("round %d, %d cells filled:\n", i+1, round.Grid.NumClues())
		for _, step := range round.Steps {
			fmt.Println(" ", &step)
		}
	}
	// Output:
	// round 4, 27 cells filled:
	//   pointing (2.6): r5c7<>4
	//   pointing (2.6): r5c2<>6
	//   pointing (2.6): r8c5, r8c8<>9
	//   pointing (2.6): r8c7<>7
	//   pointing (2.6): r2c8, r3c8<>6
	//   pointing (2.6): r9c9<>7
	//   pointing (2.6): r3c1, r4c1<>8
}

// The next step for somebody in the middle of a puzzle.
func ExampleRater_NextClass() {
	puzzle := mustProve("7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......")
	position := rating.PositionOf(puzzle.Clues())
	position.Place(sudoku.CellAt(0, 1).Candidate(9))  // r1c2=9
	position.Remove(sudoku.CellAt(2, 1).Candidate(8)) // r3c2<>8

	var rater rating.Rater
	next, err := rater.NextClass(&puzzle, &position)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(next.Steps[0].Explain(&next.Position))

	position.Place(sudoku.CellAt(2, 8).Candidate(1)) // r3c9=1, a mistake
	_, err = rater.NextClass(&puzzle, &position)
	fmt.Println(err)
	// Output:
	// In box 1, every other empty cell sees 2 in r3c7 and r7c3. So in box 1, 2 can only go in one cell: r2c2=2.
	// position of 7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......: r3c9=1 is wrong: the solution has another digit there
}
