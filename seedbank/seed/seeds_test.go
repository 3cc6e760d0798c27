package seed

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

// asValues compares seeds and batches; puzzles and sets of cells by ==.
var asValues = cmp.Options{cmpopts.EquateComparable(sudoku.Puzzle{}, sudoku.Cells{}), cmpopts.EquateEmpty()}

// someSeeds are true seeds of random minimal puzzles, with rungs. They must not
// be changed.
var someSeeds = sync.OnceValue(func() (seeds []Seed) {
	var m maker
	random := rand.New(rand.NewPCG(1, 2))
	for len(seeds) < 24 {
		p, _ := sudoku.Complete(m.solver.RandomSolution(random))
		m.solver.Minimize(&p, randomCells(random, sudoku.AllCells))
		if s, err := m.seed(p); err == nil {
			m.addRungs(&s, random, random.IntN(12))
			s.Origin = origins[len(seeds)%len(origins)]
			seeds = append(seeds, s)
		}
	}
	return seeds
})

// symmetricSeed is a seed that has no clue in one box of a solution with 648
// automorphisms, the most there are. Its rung fills the other eight boxes.
var symmetricSeed = sync.OnceValue(func() Seed {
	var m maker
	g, _ := sudoku.ParseGrid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
	p, _ := sudoku.Complete(g)
	box := sudoku.FirstBox.Cells()
	random := rand.New(rand.NewPCG(5, 6))
	m.solver.Minimize(&p, append(slices.Collect(box.All()), randomCells(random, sudoku.AllCells.AndNot(box))...))
	to := m.canonizer.Canonical(p.Clues()).To
	s, err := m.seed(p)
	if err != nil {
		panic(err)
	}
	s.AddRungs(m.rung(&s, sudoku.AllCells.AndNot(to.Cells(box)).AndNot(s.Puzzle.Clues().Filled())))
	return s
})

// seedWithAutomorphisms is a seed that an automorphism of its solution maps to
// itself. Its first rung has that automorphism too.
var seedWithAutomorphisms = sync.OnceValue(func() Seed {
	var m maker
	random := rand.New(rand.NewPCG(7, 8))
	for _, a := range m.canonizer.Automorphisms(symmetricSeed().Puzzle.Solution())[1:] {
		p, _ := sudoku.Complete(symmetricSeed().Puzzle.Solution())
		for _, c := range randomCells(random, sudoku.AllCells) {
			if proven, err := m.solver.Prove(p.Clues().Keep(p.Clues().Filled().AndNot(orbit(a, c)))); err == nil {
				p = proven
			}
		}
		s, err := m.seed(p)
		if err != nil || !m.solver.Minimal(&p) {
			continue
		}
		a = m.canonizer.Automorphisms(s.Puzzle.Clues())[1]
		empty := sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled())
		s.AddRungs(m.rung(&s, orbit(a, empty.First())))
		m.addRungs(&s, random, 3)
		return s
	}
	panic("no minimal puzzle with an automorphism")
})

// orbit returns the cells that c goes to under a, again and again.
func orbit(a transform.Isomorphism, c sudoku.Cell) (cells sudoku.Cells) {
	for ; !cells.Has(c); c = a.Cell(c) {
		cells = cells.With(c)
	}
	return cells
}

// maker makes seeds and rungs.
type maker struct {
	solver    sudoku.Solver
	canonizer transform.Canonizer
	rater     rating.Rater
}

func (m *maker) seed(p sudoku.Puzzle) (s Seed, err error) {
	s = New(&m.canonizer, p)
	s.Origin = Prune
	s.Rating, err = m.rater.Rate(&s.Puzzle)
	return s, err
}

func (m *maker) rung(s *Seed, added sudoku.Cells) Rung {
	p := s.Puzzle.With(added)
	canonical := m.canonizer.Canonical(p.Clues())
	p = canonical.To.Puzzle(p)
	r, err := m.rater.Rate(&p)
	if err != nil {
		panic(err)
	}
	return Rung{Added: added, ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: canonical.Automorphisms}
}

// addRungs adds at most n rungs. Each adds one or several clues to the rung
// before, to any rung, or to the seed.
func (m *maker) addRungs(s *Seed, random *rand.Rand, n int) {
	for range n {
		var before sudoku.Cells
		if k := len(s.Rungs); k > 0 {
			before = []sudoku.Cells{{}, s.Rungs[k-1].Added, s.Rungs[k-1].Added, s.Rungs[random.IntN(k)].Added}[random.IntN(4)]
		}
		empty := randomCells(random, sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).AndNot(before))
		more := 1 + max(0, random.IntN(8)-4)
		if more < len(empty) {
			s.AddRungs(m.rung(s, before.Or(sudoku.CellSet(empty[:more]...))))
		}
	}
}

func randomCells(random *rand.Rand, cells sudoku.Cells) []sudoku.Cell {
	list := slices.Collect(cells.All())
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// drawSeed draws a seed that passes Check. Its puzzle and rating are real; its
// rungs are any sets of cells with any ratings, in any order.
func drawSeed(t *rapid.T) Seed {
	s := rapid.SampledFrom(someSeeds()).Draw(t, "seed")
	s.Rungs = nil
	empty := slices.Collect(sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All())
	var rungs []Rung
	for range rapid.IntRange(0, 30).Draw(t, "rungs") {
		base := rapid.IntRange(0, len(rungs)).Draw(t, "base")
		r := Rung{ER: s.Rating.ER, EP: s.Rating.EP, ED: s.Rating.ED, Hardest: s.Rating.Hardest, Automorphisms: s.Automorphisms}
		if base > 0 {
			r = rungs[base-1]
		}
		if rapid.Bool().Draw(t, "rated anew") {
			r.ER = rating.Tenths(rapid.Uint8().Draw(t, "ER"))
			r.EP = rating.Tenths(rapid.Uint8().Draw(t, "EP"))
			r.Hardest = rating.Technique(rapid.IntRange(0, rating.NumTechniques-1).Draw(t, "hardest"))
			r.Automorphisms = rapid.SampledFrom([]uint64{1, 2, 3, 6, 648, transform.Order}).Draw(t, "automorphisms")
		}
		more := rapid.SliceOfN(rapid.SampledFrom(empty), 1, rapid.SampledFrom([]int{1, 1, 1, 5, len(empty)}).Draw(t, "most")).Draw(t, "more")
		if r.Added = r.Added.Or(sudoku.CellSet(more...)); r.Added.Len() < len(empty) {
			rungs = append(rungs, r)
		}
	}
	if rapid.Bool().Draw(t, "in another order") {
		rungs = rapid.Permutation(rungs).Draw(t, "order")
	}
	s.AddRungs(rungs...)
	if err := s.Check(); err != nil {
		t.Fatal(err)
	}
	return s
}

// golden is a puzzle in canonical form, found by this program.
const golden = "........1....12.34...45.6.........2...7.4...5.8.9..4...46.2..8.17...43..83.7....."

// goldenSeed is a seed of the golden puzzle. Only the parts that the tests of
// frozen forms need are true.
func goldenSeed(t testing.TB) Seed {
	g, err := sudoku.ParseGrid(golden)
	if err != nil {
		t.Fatal(err)
	}
	var solver sudoku.Solver
	s := Seed{Automorphisms: 1, Solution: 0x0123456789abcdef, Origin: Walk}
	if s.Puzzle, err = solver.Prove(g); err != nil {
		t.Fatal(err)
	}
	return s
}

func technique(t testing.TB, name string) rating.Technique {
	technique, err := rating.ParseTechnique(name)
	if err != nil {
		t.Fatal(err)
	}
	return technique
}
