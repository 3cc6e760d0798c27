package depth_test

import (
	"fmt"
	"log"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/sudoku"
)

// The measures of a puzzle that is rated 10.5.
func ExampleProber_Measure() {
	grid, err := sudoku.ParseGrid("8....6..2..32....9.......4......21....5.9...3.2.4...7.6....8.....79...5..1....2..")
	if err != nil {
		log.Fatal(err)
	}
	puzzle, err := new(sudoku.Solver).Prove(grid)
	if err != nil {
		log.Fatal(err)
	}
	var prober depth.Prober
	m := prober.Measure(&puzzle)
	least, greatest := m.Without.Range()
	fmt.Printf("T&E(%d)\n", m.Trials)
	fmt.Printf("%d backdoors of size %d\n", m.Backdoor.Count, m.Backdoor.Size)
	fmt.Printf("%d to %d solutions without a clue\n", least, greatest)
	// Output:
	// T&E(2)
	// 39 backdoors of size 2
	// 27 to 1283 solutions without a clue
}
