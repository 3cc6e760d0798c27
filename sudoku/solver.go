package sudoku

import "math/bits"

// Solver finds and counts the solutions of grids. Its zero value is ready; it
// holds scratch memory, so that solving allocates nothing, and serves one
// goroutine at a time.
type Solver struct {
	grid   Grid
	row    [9]Digits
	column [9]Digits
	box    [9]Digits
	found  Grid
	count  int
	limit  int
}

// Solve returns a solution of g, and whether there is one.
func (s *Solver) Solve(g *Grid) (Grid, bool) {
	return s.found, s.Count(g, 1) == 1
}

// Count returns the number of solutions of g, at most limit.
func (s *Solver) Count(g *Grid, limit int) int {
	if g.Conflict() != nil {
		return 0
	}
	*s = Solver{grid: *g, limit: limit}
	for c, d := range g {
		if d != 0 {
			s.toggle(Cell(c), d)
		}
	}
	s.search()
	return s.count
}

// Prove returns g as a [Puzzle] if it has exactly one solution. Else the error
// is a [*ConflictError], [ErrNoSolution] or [ErrManySolutions].
func (s *Solver) Prove(g *Grid) (Puzzle, error) {
	if err := g.Conflict(); err != nil {
		return Puzzle{}, err
	}
	switch s.Count(g, 2) {
	case 0:
		return Puzzle{}, ErrNoSolution
	case 1:
		return Puzzle{Clues: *g, Solution: s.found}, nil
	default:
		return Puzzle{}, ErrManySolutions
	}
}

func (s *Solver) toggle(c Cell, d Digit) {
	bit := DigitSet(d)
	s.row[c.Row()] ^= bit
	s.column[c.Column()] ^= bit
	s.box[c.Box()] ^= bit
}

func (s *Solver) search() {
	best, bestSet, fewest := Cell(0), Digits(0), 10
	for c := range Cell(81) {
		if s.grid[c] != 0 {
			continue
		}
		set := AllDigits &^ (s.row[c.Row()] | s.column[c.Column()] | s.box[c.Box()])
		if n := bits.OnesCount16(uint16(set)); n < fewest {
			best, bestSet, fewest = c, set, n
			if n <= 1 {
				break
			}
		}
	}
	if fewest == 10 {
		s.found = s.grid
		s.count++
		return
	}
	for d := range bestSet.All() {
		s.grid[best] = d
		s.toggle(best, d)
		s.search()
		s.toggle(best, d)
		s.grid[best] = 0
		if s.count >= s.limit {
			return
		}
	}
}
