package seedbank

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/repair"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// samePuzzles compares puzzles, and sets of cells, by ==.
var samePuzzles = cmpopts.EquateComparable(sudoku.Puzzle{}, sudoku.Cells{})

var background = context.Background()

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// seedMaker makes seeds for tests, with scratch memory of its own.
type seedMaker struct {
	solver    sudoku.Solver
	canonizer transform.Canonizer
	rater     rating.Rater
}

// minimal returns a minimal puzzle of a solution.
func (m *seedMaker) minimal(solution sudoku.Grid, random *rand.Rand) sudoku.Puzzle {
	p, err := sudoku.Complete(solution)
	if err != nil {
		panic(err)
	}
	var order []sudoku.Cell
	for _, c := range random.Perm(81) {
		order = append(order, sudoku.Cell(c))
	}
	m.solver.Minimize(&p, order)
	return p
}

// SeedWhere returns a puzzle as a seed, truly rated.
func (m *seedMaker) seed(p sudoku.Puzzle) (s seed.Seed, err error) {
	s = seed.New(&m.canonizer, p)
	s.Origin = seed.Prune
	s.Rating, err = m.rater.Rate(&s.Puzzle)
	return s, err
}

// ladder returns rungs that add one clue after the other to a seed. All of it is
// true but for the ratings.
func (m *seedMaker) ladder(s *seed.Seed, random *rand.Rand, length int) (rungs []seed.Rung) {
	var added sudoku.Cells
	clues := s.Puzzle.Clues()
	for _, c := range random.Perm(81) {
		if clues[c] != 0 || len(rungs) == length {
			continue
		}
		added = added.With(sudoku.Cell(c))
		p := s.Puzzle.With(added)
		hardest := rating.Technique(10 - len(rungs)/3)
		least, _ := hardest.Range()
		rungs = append(rungs, seed.Rung{
			Added: added, ER: least, EP: 10, ED: 10, Hardest: hardest,
			Automorphisms: m.canonizer.Canonical(p.Clues()).Automorphisms,
		})
	}
	return rungs
}

// makeSeeds makes seeds of random minimal puzzles, with the rungs of two ladders.
func makeSeeds(n int) (seeds []seed.Seed) {
	var m seedMaker
	random := rand.New(rand.NewPCG(1, 2))
	for len(seeds) < n {
		s, err := m.seed(m.minimal(m.solver.RandomSolution(random), random))
		if err != nil {
			continue
		}
		for range 2 {
			s.AddRungs(m.ladder(&s, random, random.IntN(25))...)
		}
		seeds = append(seeds, s)
	}
	return seeds
}

// someSeeds are seeds for all tests. They must not be changed.
var someSeeds = sync.OnceValue(func() []seed.Seed { return makeSeeds(300) })

// mostSymmetric is the solution with the most automorphisms, 648.
const mostSymmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

func parseGrid(text string) sudoku.Grid {
	g, err := sudoku.ParseGrid(text)
	if err != nil {
		panic(err)
	}
	return g
}

// withAutomorphisms are seeds that have automorphisms: the clues of a grid with
// many of them, thinned out by whole orbits as far as one solution remains. Not
// all are minimal. They must not be changed.
var withAutomorphisms = sync.OnceValue(func() (seeds []seed.Seed) {
	var m seedMaker
	g := parseGrid(mostSymmetric)
	for _, a := range m.canonizer.Automorphisms(g)[1:11] {
		p, _ := sudoku.Complete(g)
		for c := range sudoku.Cell(81) {
			thinner := p.Clues().Keep(p.Clues().Filled().AndNot(orbit(a, c)))
			if proven, err := m.solver.Prove(thinner); err == nil {
				p = proven
			}
		}
		s, err := m.seed(p)
		if err != nil || s.Automorphisms == 1 {
			panic("the puzzle has lost its symmetry")
		}
		for l := range uint64(2) {
			s.AddRungs(m.ladder(&s, rand.New(rand.NewPCG(1, l)), 20)...)
		}
		seeds = append(seeds, s)
	}
	return seeds
})

// orbit returns the cells that an automorphism moves a cell to.
func orbit(a transform.Isomorphism, c sudoku.Cell) (cells sudoku.Cells) {
	for !cells.Has(c) {
		cells = cells.With(c)
		c = a.Cell(c)
	}
	return cells
}

// relatives are minimal seeds of two solutions, one of them with automorphisms.
// Many of their rungs are isomorphs: of rungs of other seeds, and of the same
// seed. Isomorphic rungs have the same rating. They must not be changed.
var relatives = sync.OnceValue(func() (seeds []seed.Seed) {
	var m seedMaker
	random := rand.New(rand.NewPCG(5, 6))
	for _, solution := range []sudoku.Grid{m.solver.RandomSolution(random), parseGrid(mostSymmetric)} {
		seeds = append(seeds, m.family(solution, random)...)
	}
	return seeds
})

// family makes seeds of a solution, with the rungs that have the clues of two.
func (m *seedMaker) family(solution sudoku.Grid, random *rand.Rand) (seeds []seed.Seed) {
	var puzzles []sudoku.Puzzle
	for range 5 {
		puzzles = append(puzzles, m.minimal(solution, random))
	}
	automorphisms := m.canonizer.Automorphisms(solution)
	for _, p := range puzzles {
		s, err := m.seed(p)
		if err != nil {
			panic(err)
		}
		to := m.canonizer.Canonical(p.Clues()).To
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
func (m *seedMaker) classRung(s *seed.Seed, added sudoku.Cells) seed.Rung {
	p := s.Puzzle.With(added)
	canonical := m.canonizer.Canonical(p.Clues())
	class := seed.KeyOf(canonical.Grid)
	hardest := rating.Technique(class / 5 % 4)
	least, most := hardest.Range()
	return seed.Rung{
		Added: added, ER: min(least+rating.Tenths(class%5), most), EP: 10, ED: 10, Hardest: hardest,
		Automorphisms: canonical.Automorphisms,
	}
}

// emptyBank is the file of an empty bank.
var emptyBank = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "seedbank")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "bank.db")
	if err := Create(background, path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// anyBank is a bank that is open to read, or also to write.
type anyBank interface{ Rows() *tables.File }

func bankIn(of anyBank) *Bank { return Over(of.Rows()) }

// toWrite is Open for tables of ways to open a bank.
func toWrite(ctx context.Context, path string) (*Bank, error) {
	w, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return w.Bank, nil
}

// cleaner is a test, or what stands for one.
type cleaner interface {
	Helper()
	Fatal(...any)
	Cleanup(func())
}

// makeBank opens an empty bank with a run, number 1.
func makeBank(t cleaner) *Writer {
	t.Helper()
	folder, err := os.MkdirTemp("", "seedbank")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "bank.db")
	empty, err := emptyBank()
	if err == nil {
		err = os.WriteFile(path, empty, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	bank, err := Open(background, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	if run, err := bank.StartRun(background, &Run{Program: "test"}); err != nil || run != 1 {
		t.Fatal("StartRun: run", run, err)
	}
	return bank
}

// bankOf opens a bank with seeds.
func bankOf(t cleaner, seeds ...[]seed.Seed) *Writer {
	t.Helper()
	bank := makeBank(t)
	for _, some := range seeds {
		insert(t, bank, some)
	}
	return bank
}

// insert stores seeds and returns how many were new.
func insert(t cleaner, bank *Writer, seeds []seed.Seed) (stored int) {
	t.Helper()
	isNew, err := bank.Insert(background, 1, seeds)
	if err != nil {
		t.Fatal(err)
	}
	for _, was := range isNew {
		if was {
			stored++
		}
	}
	return stored
}

func selectFrom(t cleaner, of anyBank, f Filter) *Selection {
	bank := bankIn(of)
	t.Helper()
	selection, err := bank.Select(background, f)
	if err != nil {
		t.Fatal(err)
	}
	return selection
}

func pickAt(t cleaner, selection *Selection, i uint64) *seed.Pick {
	t.Helper()
	pick, err := selection.At(background, i)
	if err != nil {
		t.Fatal(err)
	}
	return pick
}

// contents returns the seeds of a bank by key, as far as a filter selects them.
func contents(t cleaner, of anyBank, filter Filter) map[seed.Key]seed.Seed {
	bank := bankIn(of)
	t.Helper()
	selection := selectFrom(t, bank, filter)
	seeds := map[seed.Key]seed.Seed{}
	for i := range selection.Len() {
		key := pickAt(t, selection, i).Key()
		if _, twice := seeds[key]; twice {
			t.Fatal("a seed is twice in a selection:", key)
		}
		s, err := bank.SeedNamed(background, key)
		if err != nil {
			t.Fatal(err)
		}
		seeds[key] = s
	}
	return seeds
}

func byKey(seeds []seed.Seed) map[seed.Key]seed.Seed {
	all := map[seed.Key]seed.Seed{}
	for _, s := range seeds {
		all[s.Key()] = s
	}
	return all
}

// sorted returns seeds with their rungs in an order of their cells.
func sorted(seeds map[seed.Key]seed.Seed) map[seed.Key]seed.Seed {
	all := map[seed.Key]seed.Seed{}
	for key, s := range seeds {
		s.Rungs = append([]seed.Rung(nil), s.Rungs...)
		slices.SortFunc(s.Rungs, compareAdded)
		all[key] = s
	}
	return all
}

// compareAdded compares rungs by their cells.
func compareAdded(a, b seed.Rung) int {
	aLow, aHigh := a.Added.Words()
	bLow, bHigh := b.Added.Words()
	return cmp.Or(cmp.Compare(aLow, bLow), cmp.Compare(aHigh, bHigh))
}

// notHeld is for IDs of puzzles that a bank holds, rated.
func notHeld(*sudoku.Puzzle) (rating.Class, error) {
	return rating.Class{}, errors.New("the bank does not hold the puzzle")
}

// verify returns what is wrong with a bank.
func verify(t cleaner, of anyBank) (problems []error) {
	bank := bankIn(of)
	t.Helper()
	checked, err := repair.Verify(background, bank, repair.VerifyOptions{
		Workers: 2,
		Problem: func(problem error) { problems = append(problems, problem) },
	})
	all, unreadable := bank.Select(background, Filter{})
	if err != nil || unreadable == nil && checked != all.Len() || unreadable != nil && len(problems) == 0 {
		t.Fatal("verified", checked, "seeds:", err, unreadable)
	}
	return problems
}

// mustBeWell fails if something is wrong with a bank, or if a puzzle can be
// drawn from it twice.
func mustBeWell(t cleaner, of anyBank) {
	bank := bankIn(of)
	t.Helper()
	if problems := verify(t, bank); len(problems) > 0 {
		t.Fatal("problems:", problems)
	}
	mustBeDistinct(t, selectFrom(t, bank, Filter{Rungs: true}))
}

// mustBeDistinct goes through all seeds and rungs of a selection: no two of them
// may be isomorphs.
func mustBeDistinct(t cleaner, selection *Selection) {
	t.Helper()
	var canonizer transform.Canonizer
	seen := map[sudoku.Grid]*seed.Pick{}
	for i := range selection.Len() {
		pick := pickAt(t, selection, i)
		canonical := canonizer.Canonical(pick.Puzzle().Clues())
		if other := seen[canonical.Grid]; other != nil {
			t.Fatal("isomorphs are selected twice:", other.Key(), other.Added(), "and", pick.Key(), pick.Added())
		}
		if canonical.Automorphisms != pick.Automorphisms() {
			t.Fatal("the automorphisms are counted wrongly:", pick.Key(), pick.Added())
		}
		seen[canonical.Grid] = pick
	}
}

// classes returns the number of classes of isomorphs among seeds and rungs.
func classes(seeds []seed.Seed) int {
	var canonizer transform.Canonizer
	all := map[sudoku.Grid]bool{}
	for i := range seeds {
		all[seeds[i].Puzzle.Clues()] = true
		for j := range seeds[i].Rungs {
			p := seeds[i].Puzzle.With(seeds[i].Rungs[j].Added)
			all[canonizer.Canonical(p.Clues()).Grid] = true
		}
	}
	return len(all)
}

// visit notes that seeds were visited.
func visit(t cleaner, bank *Writer, name string, keys ...seed.Key) {
	t.Helper()
	if _, err := bank.Collect(background, 1, &Collection{Visited: map[string][]seed.Key{name: keys}}); err != nil {
		t.Fatal(err)
	}
}
