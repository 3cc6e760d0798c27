// Package pattern finds puzzles whose clues stand exactly in given cells: hearts,
// letters, or the pattern of a competition. It also turns puzzles so that
// their clues stand symmetrically.
//
// # Words
//
// A pattern is the set of cells that hold clues. Some come with the project, by
// [Names]; others are read from texts and files, see [Parse] and [Find].
//
// # Guarantees
//
// Every puzzle found is proven to have one solution. It need not be minimal.
//
// A [Searcher] and an [Arranger] serve one goroutine at a time; values of other types can be shared.
//
// # Not here
//
// How hard the puzzles are (package rating), and which isomorphs of the puzzles of
// a bank have a pattern ([transform.Orbit.ToPattern]).
//
// Start with [Searcher.Try] and [Arranger.Arrange].
package pattern

import (
	"fmt"

	"github.com/seedoku/seedoku/sudoku"
)

// fewest is the least number of clues that a puzzle can have.
// Source: G. McGuire, B. Tugemann, G. Civario, "There is no 16-clue Sudoku", 2012.
const fewest = 17

// ImpossibleError says why no puzzle has a pattern.
type ImpossibleError struct{ Reason string }

func (e *ImpossibleError) Error() string { return "no puzzle has this pattern: " + e.Reason }

// Impossible returns an [*ImpossibleError] if a reason is known why no puzzle with
// one solution has the pattern: it has too few cells or all, or two empty rows in
// a band or columns in a stack, which could be exchanged. For some other patterns
// there is no puzzle either.
func Impossible(pattern sudoku.Cells) error {
	switch n := pattern.Len(); {
	case n < fewest:
		return &ImpossibleError{fmt.Sprintf("it has %d cells, and a puzzle has at least %d clues", n, fewest)}
	case n == 81:
		return &ImpossibleError{"it leaves no cell empty"}
	}
	for line := range sudoku.House(18) {
		for other := line/3*3 + line%3 + 1; other < line/3*3+3; other++ {
			if !line.Cells().Meets(pattern) && !other.Cells().Meets(pattern) {
				return &ImpossibleError{fmt.Sprintf("%v and %v are empty, so they can be exchanged in every solution", line, other)}
			}
		}
	}
	return nil
}
