package pattern

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A search fills the pattern from a random solution, which leaves many solutions,
// and then moves: it takes one to three digits away, goes through the solutions
// of the rest, and puts back the digits that fewest of them share. When the number
// of solutions has become 1, the puzzle is found.
//
// To go through all solutions takes too long in the beginning, when there are
// millions. A part of them tells well enough what is rare. Once a move has gone
// through all, the number of solutions is known, and a move that would take too long
// from there is taken back: digits that are rare in a part can leave more solutions
// than before. So from then on the number never grows.
const (
	mostTaken  = 3   // digits taken away in a move
	mostVaried = 100 // solutions of a move that begins at a puzzle: with more, one solution is seldom alone
	patience   = 100 // moves without gain before the search starts anew
)

// mostSolutions returns how many solutions a move visits. The fewer clues, the more solutions.
func mostSolutions(clues int) int {
	switch {
	case clues >= 22:
		return 600
	case clues >= 20:
		return 4_000
	}
	return 30_000
}

// Searcher looks for puzzles with a given pattern. The zero value is ready. It
// holds scratch memory and serves one goroutine at a time.
type Searcher struct {
	solver  sudoku.Solver
	random  *rand.Rand
	cells   []sudoku.Cell // of the pattern
	grid    sudoku.Grid
	tally   [1000]int // solutions by the digits that they have in the cells taken
	touched []int     // entries of tally that are not 0
	effort  Effort
}

// Effort counts the work of searches.
type Effort struct {
	Grids int // random solutions that the pattern was filled from
	Moves int
}

// Add adds another effort to e.
func (e *Effort) Add(other Effort) {
	e.Grids += other.Grids
	e.Moves += other.Moves
}

// Try is one attempt of a search: from a random filling it reduces the number of
// solutions, and reports whether it reached one. The clues of the puzzle then stand exactly
// in the cells of the pattern. It does not check whether the pattern is possible, see
// [Impossible]. The same state of random gives the same puzzle.
func (s *Searcher) Try(ctx context.Context, pattern sudoku.Cells, random *rand.Rand) (sudoku.Puzzle, bool) {
	s.begin(pattern, random)
	s.grid = s.solver.RandomSolution(s.random).Keep(pattern)
	s.effort.Grids++
	fewest := 0 // solutions of the grid; 0: not known yet
	for idle := 0; idle < patience && ctx.Err() == nil; idle++ {
		solutions, all := s.move(fewest > 0)
		if all && (fewest == 0 || solutions < fewest) {
			fewest, idle = solutions, 0
		}
		if solutions == 1 {
			if puzzle, err := s.solver.Prove(s.grid); err == nil {
				return puzzle, true
			}
		}
	}
	return sudoku.Puzzle{}, false
}

// Vary returns another puzzle with the same pattern, in which one to three digits
// differ. It returns false if it found none; another call may find one.
func (s *Searcher) Vary(p *sudoku.Puzzle, random *rand.Rand) (sudoku.Puzzle, bool) {
	s.begin(p.Clues().Filled(), random)
	s.grid = p.Clues()
	taken := s.take()
	before := s.key(taken, &s.grid)
	defer s.forget()
	if !s.count(taken, mostVaried) {
		return sudoku.Puzzle{}, false
	}
	s.only(before)
	if len(s.touched) == 0 {
		return sudoku.Puzzle{}, false
	}
	s.put(taken, s.touched[s.random.IntN(len(s.touched))])
	puzzle, err := s.solver.Prove(s.grid)
	return puzzle, err == nil
}

// Effort returns the work of s since the last call.
func (s *Searcher) Effort() (e Effort) {
	e, s.effort = s.effort, e
	return e
}

func (s *Searcher) begin(pattern sudoku.Cells, random *rand.Rand) {
	s.random, s.cells = random, slices.AppendSeq(s.cells[:0], pattern.All())
}

// move takes some digits away, puts others in their place, and returns the number
// of solutions met that have them, and whether all were met. If the number of solutions is known
// and not all were met, it leaves the grid as it was.
func (s *Searcher) move(known bool) (solutions int, all bool) {
	taken := s.take()
	before := s.key(taken, &s.grid)
	defer s.forget()
	if all = s.count(taken, mostSolutions(len(s.cells))); known && !all {
		s.put(taken, before)
		return 0, false
	}
	rarest := s.rarest()
	s.put(taken, rarest)
	return s.tally[rarest], all
}

// take chooses the cells of a move.
func (s *Searcher) take() []sudoku.Cell {
	s.effort.Moves++
	n := 1 + s.random.IntN(mostTaken)
	for i := range n {
		j := i + s.random.IntN(len(s.cells)-i)
		s.cells[i], s.cells[j] = s.cells[j], s.cells[i]
	}
	return s.cells[:n]
}

// key returns the digits that a grid has in some cells, as a number.
func (s *Searcher) key(cells []sudoku.Cell, g *sudoku.Grid) (key int) {
	for _, c := range cells {
		key = 10*key + int(g[c])
	}
	return key
}

// put puts the digits of a key in the cells taken.
func (s *Searcher) put(taken []sudoku.Cell, key int) {
	for i := len(taken) - 1; i >= 0; i-- {
		s.grid[taken[i]] = sudoku.Digit(key % 10)
		key /= 10
	}
}

// count takes the cells out of the grid, and tallies its solutions by the digits
// that they have there, most of them at most. It reports whether these are all.
func (s *Searcher) count(taken []sudoku.Cell, most int) bool {
	for _, c := range taken {
		s.grid[c] = 0
	}
	left := most
	s.solver.Each(s.grid, func(solution *sudoku.Grid) bool {
		key := s.key(taken, solution)
		if s.tally[key] == 0 {
			s.touched = append(s.touched, key)
		}
		s.tally[key]++
		left--
		return left > 0
	})
	return left > 0
}

// forget clears the tally.
func (s *Searcher) forget() {
	for _, key := range s.touched {
		s.tally[key] = 0
	}
	s.touched = s.touched[:0]
}

// only leaves in touched the keys that were counted once, without the key before.
func (s *Searcher) only(before int) {
	kept := s.touched[:0]
	for _, key := range s.touched {
		if s.tally[key] == 1 && key != before {
			kept = append(kept, key)
		} else {
			s.tally[key] = 0
		}
	}
	s.touched = kept
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
