package banktest

import (
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// symmetricSeeds are seeds with a rung that can be arranged symmetrically, truly
// rated: three for each kind of symmetry, and one that is symmetric itself. They
// must not be changed.
var SymmetricSeeds = sync.OnceValue(func() (seeds []seed.Seed) {
	var m SeedMaker
	random := rand.New(rand.NewPCG(3, 4))
	for s := range transform.Symmetries() {
		for range 3 {
			seeds = append(seeds, m.Symmetric(s, random))
		}
	}
	for {
		if p := m.Thinned(transform.Rotate180, random); m.Solver.Minimal(&p) {
			s, err := m.Seed(p)
			if err != nil {
				panic(err)
			}
			return append(seeds, s)
		}
	}
})

// thinned returns a random puzzle with a symmetry, from which no orbit of cells can
// be taken away.
func (m *SeedMaker) Thinned(symmetry transform.Symmetry, random *rand.Rand) sudoku.Puzzle {
	p, err := sudoku.Complete(m.Solver.RandomSolution(random))
	if err != nil {
		panic(err)
	}
	for _, c := range random.Perm(81) {
		left := p.Clues().Filled().AndNot(symmetry.Orbit(sudoku.Cell(c)))
		if thinner, err := m.Solver.Prove(p.Clues().Keep(left)); err == nil {
			p = thinner
		}
	}
	return p
}

// symmetric returns a seed that becomes a symmetric puzzle with its one rung.
func (m *SeedMaker) Symmetric(symmetry transform.Symmetry, random *rand.Rand) seed.Seed {
	whole := m.Thinned(symmetry, random)
	core := whole
	m.Solver.Minimize(&core, slices.Collect(whole.Clues().Filled().All()))
	s, err := m.Seed(core)
	if err != nil {
		panic(err)
	}
	added := m.Canonizer.Canonical(core.Clues()).To.Cells(whole.Clues().Filled().AndNot(core.Clues().Filled()))
	if added.Empty() {
		return s
	}
	class, err := m.Rater.Class(&whole)
	if err != nil {
		panic(err)
	}
	r := class.Rating
	s.AddRungs(seed.Rung{Added: added, ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: class.Automorphisms})
	return s
}

// turnsOf are the elements of the symmetries, row and column to row and column.
var TurnsOf = map[transform.Symmetry][]func(r, c int) (int, int){
	transform.Rotate180:    {func(r, c int) (int, int) { return 8 - r, 8 - c }},
	transform.Rotate90:     {func(r, c int) (int, int) { return c, 8 - r }},
	transform.Mirror:       {func(r, c int) (int, int) { return r, 8 - c }},
	transform.Flip:         {func(r, c int) (int, int) { return 8 - r, c }},
	transform.Diagonal:     {func(r, c int) (int, int) { return c, r }},
	transform.Antidiagonal: {func(r, c int) (int, int) { return 8 - c, 8 - r }},
	transform.Orthogonal:   {func(r, c int) (int, int) { return r, 8 - c }, func(r, c int) (int, int) { return 8 - r, c }},
	transform.Bidiagonal:   {func(r, c int) (int, int) { return c, r }, func(r, c int) (int, int) { return 8 - c, 8 - r }},
	transform.Full:         {func(r, c int) (int, int) { return c, 8 - r }, func(r, c int) (int, int) { return r, 8 - c }},
}

func LooksSymmetric(g sudoku.Grid, symmetry transform.Symmetry) bool {
	for _, turn := range TurnsOf[symmetry] {
		for r := range 9 {
			for c := range 9 {
				if r2, c2 := turn(r, c); (g[9*r+c] == 0) != (g[9*r2+c2] == 0) {
					return false
				}
			}
		}
	}
	return true
}

// allSymmetric are seeds of every sort, and symmetric ones among them.
func AllSymmetric() []seed.Seed {
	return append(append(append([]seed.Seed{}, Relatives()...), SymmetricSeeds()...), SomeSeeds()[:20]...)
}
