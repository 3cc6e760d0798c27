package seedtest

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var update = flag.Bool("update", false, "write the files of seeds anew")

// The files of seeds hold what their makers make.
func TestFilesOfSeeds(t *testing.T) {
	for name, make := range map[string]func() []seed.Seed{
		"automorphic": makeAutomorphic, "relatives": makeRelatives, "symmetric": makeSymmetric,
	} {
		var file bytes.Buffer
		w := seed.NewFileWriter(&file)
		for _, s := range make() {
			if err := w.Write(&s, rating.Version); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(name+".seeds", file.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		stored, err := os.ReadFile(name + ".seeds")
		if err != nil || !bytes.Equal(stored, file.Bytes()) {
			t.Errorf("%s.seeds is not what is made (%v): write it anew with -update", name, err)
		}
	}
}

// mostSymmetric is the solution with the most automorphisms, 648.
const MostSymmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

// makeAutomorphic makes seeds that have automorphisms: the clues of a grid with
// many of them, thinned out by whole orbits as far as one solution remains. Not
// all are minimal.
func makeAutomorphic() (seeds []seed.Seed) {
	var m SeedMaker
	g := Must(sudoku.ParseGrid(MostSymmetric))
	for _, a := range m.Canonizer.Automorphisms(g)[1:11] {
		p, _ := sudoku.Complete(g)
		for c := range sudoku.Cell(81) {
			thinner := p.Clues().Keep(p.Clues().Filled().AndNot(orbit(a, c)))
			if proven, err := m.Solver.Prove(thinner); err == nil {
				p = proven
			}
		}
		s, err := m.Seed(p)
		if err != nil || s.Automorphisms == 1 {
			panic("the puzzle has lost its symmetry")
		}
		for l := range uint64(2) {
			s.AddRungs(m.Ladder(&s, rand.New(rand.NewPCG(1, l)), 20)...)
		}
		seeds = append(seeds, s)
	}
	return seeds
}

// orbit returns the cells that an automorphism moves a cell to.
func orbit(a transform.Isomorphism, c sudoku.Cell) (cells sudoku.Cells) {
	for !cells.Has(c) {
		cells = cells.With(c)
		c = a.Cell(c)
	}
	return cells
}

// makeRelatives makes minimal seeds of two solutions, one of them with automorphisms.
// Many of their rungs are isomorphs: of rungs of other seeds, and of the same
// seed. Isomorphic rungs have the same rating.
func makeRelatives() (seeds []seed.Seed) {
	var m SeedMaker
	random := rand.New(rand.NewPCG(5, 6))
	for _, solution := range []sudoku.Grid{m.Solver.RandomSolution(random), Must(sudoku.ParseGrid(MostSymmetric))} {
		seeds = append(seeds, m.family(solution, random)...)
	}
	return seeds
}

// family makes seeds of a solution, with the rungs that have the clues of two.
func (m *SeedMaker) family(solution sudoku.Grid, random *rand.Rand) (seeds []seed.Seed) {
	var puzzles []sudoku.Puzzle
	for range 5 {
		puzzles = append(puzzles, m.Minimal(solution, random))
	}
	automorphisms := m.Canonizer.Automorphisms(solution)
	for _, p := range puzzles {
		s, err := m.Seed(p)
		if err != nil {
			panic(err)
		}
		to := m.Canonizer.Canonical(p.Clues()).To
		add := func(clues sudoku.Cells) {
			if added := to.Cells(clues.AndNot(p.Clues().Filled())); !added.Empty() {
				s.AddRungs(m.classRung(&s, added))
			}
		}
		for _, other := range puzzles {
			clues := other.Clues().Filled()
			add(clues)
			for range 2 { // and one more
				add(clues.With(sudoku.Cell(random.IntN(81))))
			}
			a := automorphisms[random.IntN(len(automorphisms))]
			add(a.Cells(clues))
			add(a.Inverse().Cells(clues))
		}
		seeds = append(seeds, s)
	}
	return seeds
}

// classRung returns a rung with a rating that depends on its class alone.
func (m *SeedMaker) classRung(s *seed.Seed, added sudoku.Cells) seed.Rung {
	p := s.Puzzle.With(added)
	canonical := m.Canonizer.Canonical(p.Clues())
	class := seed.KeyOf(canonical.Grid)
	hardest := rating.Technique(class / 5 % 4)
	least, most := hardest.Range()
	return seed.Rung{
		Added: added, ER: min(least+rating.Tenths(class%5), most), EP: 10, ED: 10, Hardest: hardest,
		Automorphisms: canonical.Automorphisms,
	}
}

// makeSymmetric makes seeds with a rung that can be arranged symmetrically, truly
// rated: three for each kind of symmetry, and one that is symmetric itself.
func makeSymmetric() (seeds []seed.Seed) {
	var m SeedMaker
	random := rand.New(rand.NewPCG(3, 4))
	for s := range transform.Symmetries() {
		for range 3 {
			seeds = append(seeds, m.symmetric(s, random))
		}
	}
	for {
		if p := m.thinned(transform.Rotate180, random); m.Solver.Minimal(&p) {
			s, err := m.Seed(p)
			if err != nil {
				panic(err)
			}
			return append(seeds, s)
		}
	}
}

// thinned returns a random puzzle with a symmetry, from which no orbit of cells can
// be taken away.
func (m *SeedMaker) thinned(symmetry transform.Symmetry, random *rand.Rand) sudoku.Puzzle {
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
func (m *SeedMaker) symmetric(symmetry transform.Symmetry, random *rand.Rand) seed.Seed {
	whole := m.thinned(symmetry, random)
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
