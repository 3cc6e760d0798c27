package pattern

import (
	"context"
	"math/rand/v2"

	"github.com/seedoku/seedoku/sudoku"
)

// A search fills the pattern from a random solution, which leaves many solutions,
// and then moves: it takes one to three digits away, goes through the solutions
// of the rest, and puts back the digits that fewest of them share. So the number
// of solutions hardly ever grows. When it has become 1, the puzzle is found.
//
// To go through all solutions takes too long in the beginning, when there are
// millions. A part of them tells well enough what is rare.
const (
	mostTaken     = 3    // digits taken away in a move
	mostSolutions = 1000 // that a move goes through
	patience      = 60   // moves without gain before the search starts anew
)

// Searcher looks for puzzles with a given pattern. The zero value is ready. It
// holds scratch memory and serves one goroutine at a time.
type Searcher struct {
	solver  sudoku.Solver
	random  *rand.Rand
	cells   []sudoku.Cell // of the pattern
	grid    sudoku.Grid
	tally   [1000]int // solutions by the digits that they have in the cells taken
	touched []int     // entries of tally that are not 0
}

// Search returns a puzzle whose clues stand exactly in the cells of the pattern.
// It goes on until it has found one or ctx is done; then it returns the cause. A
// pattern that cannot hold a puzzle is an error at once, if [Impossible] knows it.
//
// The same state of random gives the same puzzle.
func (s *Searcher) Search(ctx context.Context, pattern sudoku.Cells, random *rand.Rand) (sudoku.Puzzle, error) {
	if err := Impossible(pattern); err != nil {
		return sudoku.Puzzle{}, err
	}
	s.random, s.cells = random, s.cells[:0]
	for c := range pattern.All() {
		s.cells = append(s.cells, c)
	}
	for ctx.Err() == nil {
		if s.descend(ctx, pattern) {
			return s.solver.Prove(s.grid)
		}
	}
	return sudoku.Puzzle{}, context.Cause(ctx)
}

// descend goes from a random filling to fewer and fewer solutions, and reports
// whether it came to one.
func (s *Searcher) descend(ctx context.Context, pattern sudoku.Cells) bool {
	s.grid = s.solver.RandomSolution(s.random).Keep(pattern)
	best := mostSolutions
	for idle := 0; idle < patience && ctx.Err() == nil; idle++ {
		solutions := s.move()
		switch {
		case solutions == 1 && s.solver.Count(s.grid, 2) == 1:
			return true
		case 1 < solutions && solutions < best:
			best, idle = solutions, 0
		}
	}
	return false
}

// move takes some digits away, puts others in their place, and returns the number
// of solutions met that have them.
func (s *Searcher) move() int {
	n := 1 + s.random.IntN(mostTaken)
	for i := range n {
		j := i + s.random.IntN(len(s.cells)-i)
		s.cells[i], s.cells[j] = s.cells[j], s.cells[i]
	}
	taken := s.cells[:n]
	for _, c := range taken {
		s.grid[c] = 0
	}
	s.count(taken)
	rarest := s.rarest()
	solutions := s.tally[rarest]
	for i := n - 1; i >= 0; i-- {
		s.grid[taken[i]] = sudoku.Digit(rarest % 10)
		rarest /= 10
	}
	for _, key := range s.touched {
		s.tally[key] = 0
	}
	return solutions
}

// count tallies the solutions of the grid by the digits in the cells taken.
func (s *Searcher) count(taken []sudoku.Cell) {
	s.touched = s.touched[:0]
	left := mostSolutions
	s.solver.Each(s.grid, func(solution *sudoku.Grid) bool {
		key := 0
		for _, c := range taken {
			key = 10*key + int(solution[c])
		}
		if s.tally[key] == 0 {
			s.touched = append(s.touched, key)
		}
		s.tally[key]++
		left--
		return left > 0
	})
}

// rarest returns one of the entries of tally that are least, each with the same
// probability.
func (s *Searcher) rarest() int {
	rarest, ties := s.touched[0], 0
	for _, key := range s.touched {
		switch {
		case s.tally[key] > s.tally[rarest]:
			continue
		case s.tally[key] < s.tally[rarest]:
			ties = 0
		}
		if ties++; s.random.IntN(ties) == 0 {
			rarest = key
		}
	}
	return rarest
}
