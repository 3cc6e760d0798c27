package transform_test

import (
	"fmt"
	"log"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// puzzle returns a puzzle with 17 clues.
func puzzle() sudoku.Puzzle {
	clues, err := sudoku.ParseGrid("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	if err != nil {
		log.Fatal(err)
	}
	var solver sudoku.Solver
	p, err := solver.Prove(clues)
	if err != nil {
		log.Fatal(err)
	}
	return p
}

// Isomorphs have the same canonical form, and no other puzzle has it.
func ExampleCanonizer_Canonical() {
	p := puzzle()
	turned := transform.FromIndex(1_000_000_000_000).Puzzle(p)
	fmt.Println(turned.Clues())

	var canonizer transform.Canonizer
	canonical, other := canonizer.Canonical(p.Clues()), canonizer.Canonical(turned.Clues())
	fmt.Println(canonical.Grid)
	fmt.Println("of both:", other.Grid == canonical.Grid)
	fmt.Println("reached:", canonical.To.Grid(p.Clues()) == canonical.Grid)
	// Output:
	// ........4.19...........73.6.8.1.....6.......7...2.....3...4.......8..29........8.
	// ........1.....1.23..4.5..........5.....6..74.38............2.....7...6...1...8...
	// of both: true
	// reached: true
}

// The most symmetric grid has 648 automorphisms, and so 648 times fewer isomorphs
// than most.
func ExampleCanonizer_Automorphisms() {
	grid, err := sudoku.ParseGrid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
	if err != nil {
		log.Fatal(err)
	}
	var canonizer transform.Canonizer
	list := canonizer.Automorphisms(grid)
	fmt.Println(len(list), "automorphisms")
	for _, a := range list {
		if a.Grid(grid) != grid {
			fmt.Println("not an automorphism:", a.Index())
		}
	}
	orbit := transform.NewOrbit(grid)
	fmt.Println(orbit.Len() == transform.Order/uint64(len(list)))
	// Output:
	// 648 automorphisms
	// true
}

// Every isomorphism has an index, by which it can be stored.
func ExampleFromIndex() {
	t := transform.FromIndex(1_000_000_000_000)
	fmt.Println(t.Index())
	fmt.Println(t.Then(t.Inverse()) == transform.Identity())
	fmt.Println(t.Cell(0), t.Digit(1))
	// Output:
	// 1000000000000
	// true
	// r8c4 9
}
