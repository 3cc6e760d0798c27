package sudoku

import "math/rand/v2"

// RandomSolution returns a random complete grid.
//
// It starts with an empty grid, and repeats three steps: draw one of the cells
// with the fewest candidates, draw one of the candidates, deduce what follows.
// From a dead end it goes back. No cell, house or digit is preferred, so all
// isomorphs of a grid are equally likely. Grids of different classes have only
// nearly equal probabilities, but every grid is possible.
func (s *Solver) RandomSolution(random *rand.Rand) (g Grid) {
	s.stack[0] = fresh
	s.fill(0, random, &g)
	return g
}

// RandomCompletion returns a random complete grid that has the digits of g, found as
// [Solver.RandomSolution] finds one, and reports whether there is any.
func (s *Solver) RandomCompletion(g Grid, random *rand.Rand) (complete Grid, ok bool) {
	ok = s.start(&g) && s.fill(0, random, &complete)
	return complete, ok
}

// fill completes the position at a depth of the stack and sets g to the result.
// It returns false if the position has no solution.
func (s *Solver) fill(depth int, random *rand.Rand, g *Grid) bool {
	p := &s.stack[depth]
	for {
		if _, possible := p.simplify(); !possible {
			return false
		}
		if p.solved() {
			*g = p.grid()
			return true
		}
		c := p.randomCell(random)
		d := p.randomDigit(c, random)
		next := &s.stack[depth+1]
		*next = *p
		next.place(c, d)
		if s.fill(depth+1, random, g) {
			return true
		}
		p.remove(c, d)
	}
}

// randomCell returns one of the cells with the fewest candidates.
func (p *position) randomCell(random *rand.Rand) Cell {
	fewest := p.fewest()
	for range random.IntN(fewest.Len()) {
		fewest = fewest.withoutFirst()
	}
	return fewest.First()
}

// randomDigit returns one of the candidates of a cell.
func (p *position) randomDigit(c Cell, random *rand.Rand) Digit {
	for {
		if d := Digit(1 + random.IntN(9)); p.has(c, d) {
			return d
		}
	}
}
