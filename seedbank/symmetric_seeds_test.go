package seedbank

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
var symmetricSeeds = sync.OnceValue(func() (seeds []seed.Seed) {
	var m seedMaker
	random := rand.New(rand.NewPCG(3, 4))
	for s := range transform.Symmetries() {
		for range 3 {
			seeds = append(seeds, m.symmetric(s, random))
		}
	}
	for {
		if p := m.thinned(transform.Rotate180, random); m.solver.Minimal(&p) {
			s, err := m.seed(p)
			if err != nil {
				panic(err)
			}
			return append(seeds, s)
		}
	}
})

// thinned returns a random puzzle with a symmetry, from which no orbit of cells can
// be taken away.
func (m *seedMaker) thinned(symmetry transform.Symmetry, random *rand.Rand) sudoku.Puzzle {
	p, err := sudoku.Complete(m.solver.RandomSolution(random))
	if err != nil {
		panic(err)
	}
	for _, c := range random.Perm(81) {
		left := p.Clues().Filled().AndNot(symmetry.Orbit(sudoku.Cell(c)))
		if thinner, err := m.solver.Prove(p.Clues().Keep(left)); err == nil {
			p = thinner
		}
	}
	return p
}

// symmetric returns a seed that becomes a symmetric puzzle with its one rung.
func (m *seedMaker) symmetric(symmetry transform.Symmetry, random *rand.Rand) seed.Seed {
	whole := m.thinned(symmetry, random)
	core := whole
	m.solver.Minimize(&core, slices.Collect(whole.Clues().Filled().All()))
	s, err := m.seed(core)
	if err != nil {
		panic(err)
	}
	added := m.canonizer.Canonical(core.Clues()).To.Cells(whole.Clues().Filled().AndNot(core.Clues().Filled()))
	if added.Empty() {
		return s
	}
	class, err := m.rater.Class(&whole)
	if err != nil {
		panic(err)
	}
	r := class.Rating
	s.AddRungs(seed.Rung{Added: added, ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: class.Automorphisms})
	return s
}

// turnsOf are the elements of the symmetries, row and column to row and column.
var turnsOf = map[transform.Symmetry][]func(r, c int) (int, int){
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

func looksSymmetric(g sudoku.Grid, symmetry transform.Symmetry) bool {
	for _, turn := range turnsOf[symmetry] {
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
func allSymmetric() []seed.Seed {
	return append(append(append([]seed.Seed{}, relatives()...), symmetricSeeds()...), someSeeds()[:20]...)
}
