package examine_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/sudoku"
)

// The rating of a puzzle, as JSON.
func ExampleExaminer_Rate() {
	grid, err := sudoku.ParseGrid("7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......")
	if err != nil {
		log.Fatal(err)
	}
	var examiner examine.Examiner
	rated, err := examiner.Rate(grid)
	if err != nil {
		log.Fatal(err)
	}
	text, err := json.Marshal(rated)
	fmt.Println(string(text), err)
	// Output:
	// {"puzzle":"7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......","er":2.6,"ep":1.2,"ed":1.2,"level":4,"level_name":"Moderate","hardest":"pointing","techniques":{"hidden-single":55,"direct-hidden-pair":1,"naked-single":2,"pointing":7}} <nil>
}
