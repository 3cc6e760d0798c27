// Package depth measures properties of puzzles that the scale of package rating does
// not cover: the depth of trial and error, the smallest backdoors, the number of
// solutions without each clue, and tridagons.
//
// # Words
//
// Singles are the rules that everything here stands on: a digit that a cell has leaves
// its peers, the last candidate of a cell is placed (naked single), and so is a digit
// with one place left in a row, column or box (hidden single). A contradiction is a cell
// without a candidate, or a house without a place for a digit. There are no locked
// candidates and no pairs.
//
// T&E(0) applies singles until there are no more. T&E(n) applies T&E(n-1), then assumes
// a candidate, applies T&E(n-1) with it, and removes the candidate if that ends in a
// contradiction; this is repeated until every candidate that is left was tried without
// one. What else came of an assumption is forgotten, even a solution. The depth of
// a puzzle is the least n for which T&E(n) solves it. Fewer candidates to begin with never
// make T&E(n) leave more, so the order of the trials does not matter, and isomorphs have
// the same depth. The definition is Denis Berthier's: "Pattern-Based Constraint
// Satisfaction and Logic Puzzles", section 5.6, and in the forum of enjoysudoku.com the
// threads "Abominable Trial-and-Error and lovely braids" (2008) and "The T&E-depth of a
// resolution rule". No puzzle deeper than 2 was known before mith's "Loki" of 2022.
//
// A backdoor is a set of cells without a clue such that singles solve the puzzle once
// these cells have the digits of the solution ("Backdoor" in Sudopedia, with singles as
// the set of techniques). A backdoor of one cell is also called a magic cell.
//
// # Guarantees
//
// All measures are the same for isomorphs, cell for cell. Measuring allocates nothing.
//
// Start with [Prober.Measure].
package depth

import "github.com/seedoku/seedoku/sudoku"

// Measures are the measures of a puzzle that people compare. [Prober.Refuted] is not one of
// them: it is a quick guess.
type Measures struct {
	Trials   int // depth of trial and error; see [Prober.Trials]
	Backdoor Backdoor
	Without  Without
	Tridagon Tridagon
}

// Prober measures puzzles. The zero value is ready. It holds scratch memory, so that
// measuring allocates nothing, and serves one goroutine at a time.
type Prober struct {
	root   state
	levels [MaxTrials]level
	solver sudoku.Solver
}

// Measure returns the [Measures] of a puzzle.
func (p *Prober) Measure(puzzle *sudoku.Puzzle) Measures {
	return Measures{p.Trials(puzzle), p.Backdoors(puzzle), p.Without(puzzle), p.Tridagon(puzzle)}
}
