package walk

import (
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/sudoku"
)

// solutions are the solutions of what is left of a puzzle when clues are taken away.
type solutions struct {
	solver sudoku.Solver
	random *rand.Rand
	all    []sudoku.Grid
	grid   sudoku.Grid      // scratch memory
	tally  map[uint32]int32 // by digits in some cells: 1 + the only solution that has them, or -1 for several
}

func newSolutions(random *rand.Rand) solutions {
	return solutions{random: random, tally: map[uint32]int32{}}
}

// solve finds the solutions of a grid. It reports false if there are more than most.
func (s *solutions) solve(rest sudoku.Grid, most int) bool {
	s.all = s.all[:0]
	s.solver.Each(rest, func(solution *sudoku.Grid) bool {
		s.all = append(s.all, *solution)
		return len(s.all) <= most
	})
	return len(s.all) <= most
}

// fill calls yield for the grids, other than p, that rest becomes with those digits in some
// cells that only one solution has there. A grid is overwritten afterwards.
func (s *solutions) fill(p, rest *sudoku.Grid, cells sudoku.Cells, yield func(*sudoku.Grid)) {
	clear(s.tally)
	for i := range s.all {
		digits := digitsIn(&s.all[i], cells)
		if n := s.tally[digits]; n == 0 {
			s.tally[digits] = int32(i + 1)
		} else {
			s.tally[digits] = -1
		}
	}
	for i := range s.all {
		if s.tally[digitsIn(&s.all[i], cells)] < 0 {
			continue
		}
		s.grid = *rest
		for c := range cells.All() {
			s.grid[c] = s.all[i][c]
		}
		if s.grid != *p {
			yield(&s.grid)
		}
	}
}

// digitsIn returns the digits of some cells, at most eight, four bits each.
func digitsIn(g *sudoku.Grid, cells sudoku.Cells) (digits uint32) {
	for c := range cells.All() {
		digits = digits<<4 | uint32(g[c])
	}
	return digits
}

// proved returns the puzzle of a grid, which has one solution.
func (s *solutions) proved(grid *sudoku.Grid) sudoku.Puzzle {
	p, err := s.solver.Prove(*grid)
	if err != nil {
		panic(fmt.Sprintf("walk: neighbor %v, which has one solution: %v", *grid, err))
	}
	return p
}
