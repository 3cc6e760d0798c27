package making

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Solved says which puzzles of a given solution are made.
type Solved struct {
	// Grid is the solution. Its empty cells are filled at random, for each chain anew.
	Grid sudoku.Grid

	// Pattern is the cells of the clues. If it is empty, the clues have the Symmetry, and
	// their number is within Clues; the zero Range is any number.
	Pattern  sudoku.Cells
	Symmetry transform.Symmetry
	Clues    seedbank.Range[int]
}

// ofSolutions is set in the numbers of chains of a given solution.
const ofSolutions = uint64(0xfe) << SymmetryShift

// SolvedChain makes the puzzles of chain number i that have a given solution, and returns
// the first one of a level wanted. It ends early if ctx is done.
func (s *Shaper) SolvedChain(ctx context.Context, of *Solved, a Aim, i uint64) (kept []sudoku.Puzzle, tried Tried, err error) {
	s.source.Seed(s.randomSeed, i|ofSolutions)
	grids := ofGrids{Shaper: s, Solved: of}
	if of.Pattern.Empty() {
		kept, tried, err = s.chain(ctx, &ofSymmetry{ofGrids: grids}, a)
	} else {
		kept, tried, err = s.chain(ctx, &ofBoth{ofGrids: grids, shapes: ofCells{s, of.Pattern}}, a)
	}
	tried.Add(&Tried{Effort: s.grids})
	s.grids = pattern.Effort{}
	return kept, tried, err
}

// ofGrids is what the families with a given solution share: a chain gives one puzzle, so
// that those of several chains differ much.
type ofGrids struct {
	*Shaper
	*Solved
}

func (s *ofGrids) most() int                              { return 1 }
func (s *ofGrids) further(p *sudoku.Puzzle) sudoku.Puzzle { return *p }

// complete returns the grid with its empty cells filled at random.
func (s *ofGrids) complete() (p sudoku.Puzzle, ok bool) {
	solution, ok := s.solver.RandomCompletion(s.Grid, s.random)
	s.grids.Grids++
	if ok {
		p, err := sudoku.Complete(solution)
		return p, err == nil
	}
	return p, false
}

// ofSymmetry is the symmetric puzzles with a given solution.
type ofSymmetry struct {
	ofGrids
	least int // number of clues of the puzzles of a chain
}

// The moves of a chain of symmetric puzzles give back so many orbits at most.
const mostOrbits = 3

func (s *ofSymmetry) first(context.Context) (p sudoku.Puzzle, ok bool) {
	if p, ok = s.complete(); !ok {
		return p, false
	}
	if s.Clues != (seedbank.Range[int]{}) {
		s.least = s.Clues.Low + s.random.IntN(1+s.Clues.High-s.Clues.Low)
	}
	if p = s.thin(p); !s.fits(&p) {
		return s.next(&p)
	}
	return p, true
}

// next gives some orbits of clues back, and takes others away.
func (s *ofSymmetry) next(p *sudoku.Puzzle) (q sudoku.Puzzle, ok bool) {
	at := *p
	for range mostUnchanged {
		s.grids.Moves++
		q = at
		for range 1 + s.random.IntN(mostOrbits) {
			q = q.With(s.Symmetry.Orbit(sudoku.Cell(s.random.IntN(81))))
		}
		if q = s.thin(q); q == *p {
			continue
		}
		if s.fits(&q) {
			return q, true
		}
		if q.NumClues() < at.NumClues() || !s.fits(&at) {
			at = q
		}
	}
	return *p, false
}

func (s *ofSymmetry) fits(p *sudoku.Puzzle) bool { return s.Clues.Has(p.NumClues()) }

// thin takes orbits of clues away in random order. The digits of a solution that was given in
// part go first, so that they stay hidden.
func (s *ofSymmetry) thin(p sudoku.Puzzle) sudoku.Puzzle {
	order := CellsInRandomOrder(s.random)
	slices.SortStableFunc(order[:], func(a, b sudoku.Cell) int { return s.hidden(a) - s.hidden(b) })
	return Thin(&s.solver, p, s.Symmetry, order[:], s.least)
}

// hidden is 0 for cells with given digits and 1 for the others.
func (s *ofSymmetry) hidden(c sudoku.Cell) int {
	if s.Grid[c] != 0 {
		return 0
	}
	return 1
}

// ofBoth is the puzzles with a given solution and a pattern.
type ofBoth struct {
	ofGrids
	shapes ofCells
}

// first fills the pattern from random grids. If the digits given are few, it also searches
// for any puzzle with the pattern, and exchanges digits.
func (s *ofBoth) first(ctx context.Context) (p sudoku.Puzzle, ok bool) {
	tries := triesAChain
	if s.Grid.NumClues() == len(s.Grid) {
		tries = 1
	}
	for i := 0; i < tries && ctx.Err() == nil; i++ {
		if p, ok = s.complete(); !ok {
			return p, false
		}
		if p, err := s.solver.Prove(p.Clues().Keep(s.Pattern)); err == nil {
			return p, true
		}
	}
	for i := 1; i < tries && ctx.Err() == nil; i++ {
		if p, ok = s.searcher.Try(ctx, s.Pattern, s.random); ok {
			if p, ok = s.relabel(&p); ok {
				return p, true
			}
		}
	}
	return p, false
}

func (s *ofBoth) next(p *sudoku.Puzzle) (q sudoku.Puzzle, ok bool) {
	for range mostUnchanged {
		if q, ok = s.shapes.next(p); !ok {
			break
		}
		if q, ok = s.relabel(&q); ok {
			return q, true
		}
	}
	return *p, false
}

// relabel exchanges digits of a puzzle so that its solution has the digits given, and
// reports whether that can be.
func (s *ofBoth) relabel(p *sudoku.Puzzle) (sudoku.Puzzle, bool) {
	var to [10]sudoku.Digit
	var used sudoku.Digits
	solution := p.Solution()
	for c, d := range s.Grid {
		switch from := solution[c]; {
		case d == 0 || to[from] == d:
		case to[from] != 0 || used.Has(d):
			return *p, false
		default:
			to[from], used = d, used.With(d)
		}
	}
	left := slices.Collect((sudoku.AllDigits &^ used).All())
	s.random.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	for d := 1; d <= 9; d++ {
		if to[d] == 0 {
			to[d], left = left[0], left[1:]
		}
	}
	clues := p.Clues()
	for c, d := range clues {
		clues[c] = to[d]
	}
	q, err := s.solver.Prove(clues)
	return q, err == nil
}
