package sudoku

import "fmt"

// Grid is 81 cells row by row, each 0 (empty) or a digit. It is a value: it can
// be compared, and used as the key of a map. Nothing is promised about its
// contents; see [Grid.Conflict], [Solver] and [Puzzle].
type Grid [81]Digit

// NumClues returns the number of cells that are not empty.
func (g Grid) NumClues() int {
	n := 0
	for _, d := range g {
		if d != 0 {
			n++
		}
	}
	return n
}

// Filled returns the cells that are not empty.
func (g Grid) Filled() Cells {
	var s Cells
	for c, d := range g {
		if d != 0 {
			s = s.With(Cell(c))
		}
	}
	return s
}

// Keep returns g with every cell outside s emptied.
func (g Grid) Keep(s Cells) Grid {
	for c := range g {
		if !s.Has(Cell(c)) {
			g[c] = 0
		}
	}
	return g
}

// Conflict returns an error of type [*ConflictError] if two cells of one house
// hold the same digit, and nil otherwise.
func (g Grid) Conflict() error {
	for h := range House(NumHouses) {
		var first [10]Cell
		var seen Digits
		for _, c := range h.List() {
			d := g[c]
			if d == 0 {
				continue
			}
			if seen.Has(d) {
				return &ConflictError{House: h, Digit: d, Cells: [2]Cell{first[d], c}}
			}
			seen, first[d] = seen.With(d), c
		}
	}
	return nil
}

// ConflictError says that a digit stands twice in a house.
type ConflictError struct {
	House House
	Digit Digit
	Cells [2]Cell
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("clues in conflict: two %ds in %v (%v and %v)", e.Digit, e.House, e.Cells[0], e.Cells[1])
}
