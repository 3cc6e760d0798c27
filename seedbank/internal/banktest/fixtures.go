package banktest

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
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/repair"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// samePuzzles compares puzzles, and sets of cells, by ==.
var SamePuzzles = cmpopts.EquateComparable(sudoku.Puzzle{}, sudoku.Cells{})

var Background = context.Background()

func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// seedMaker makes seeds for tests, with scratch memory of its own.
type SeedMaker struct {
	Solver    sudoku.Solver
	Canonizer transform.Canonizer
	Rater     rating.Rater
}

// minimal returns a minimal puzzle of a solution.
func (m *SeedMaker) Minimal(solution sudoku.Grid, random *rand.Rand) sudoku.Puzzle {
	p, err := sudoku.Complete(solution)
	if err != nil {
		panic(err)
	}
	var order []sudoku.Cell
	for _, c := range random.Perm(81) {
		order = append(order, sudoku.Cell(c))
	}
	m.Solver.Minimize(&p, order)
	return p
}

// SeedWhere returns a puzzle as a seed, truly rated.
func (m *SeedMaker) Seed(p sudoku.Puzzle) (s seed.Seed, err error) {
	s = seed.New(&m.Canonizer, p)
	s.Origin = seed.Prune
	s.Rating, err = m.Rater.Rate(&s.Puzzle)
	return s, err
}

// ladder returns rungs that add one clue after the other to a seed. All of it is
// true but for the ratings.
func (m *SeedMaker) Ladder(s *seed.Seed, random *rand.Rand, length int) (rungs []seed.Rung) {
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
			Automorphisms: m.Canonizer.Canonical(p.Clues()).Automorphisms,
		})
	}
	return rungs
}

// makeSeeds makes seeds of random minimal puzzles, with the rungs of two ladders.
func MakeSeeds(n int) (seeds []seed.Seed) {
	var m SeedMaker
	random := rand.New(rand.NewPCG(1, 2))
	for len(seeds) < n {
		s, err := m.Seed(m.Minimal(m.Solver.RandomSolution(random), random))
		if err != nil {
			continue
		}
		for range 2 {
			s.AddRungs(m.Ladder(&s, random, random.IntN(25))...)
		}
		seeds = append(seeds, s)
	}
	return seeds
}

// someSeeds are seeds for all tests. They must not be changed.
var SomeSeeds = sync.OnceValue(func() []seed.Seed { return MakeSeeds(300) })

// mostSymmetric is the solution with the most automorphisms, 648.
const MostSymmetric = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

func ParseGrid(text string) sudoku.Grid {
	g, err := sudoku.ParseGrid(text)
	if err != nil {
		panic(err)
	}
	return g
}

// withAutomorphisms are seeds that have automorphisms: the clues of a grid with
// many of them, thinned out by whole orbits as far as one solution remains. Not
// all are minimal. They must not be changed.
var WithAutomorphisms = sync.OnceValue(func() (seeds []seed.Seed) {
	var m SeedMaker
	g := ParseGrid(MostSymmetric)
	for _, a := range m.Canonizer.Automorphisms(g)[1:11] {
		p, _ := sudoku.Complete(g)
		for c := range sudoku.Cell(81) {
			thinner := p.Clues().Keep(p.Clues().Filled().AndNot(Orbit(a, c)))
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
})

// orbit returns the cells that an automorphism moves a cell to.
func Orbit(a transform.Isomorphism, c sudoku.Cell) (cells sudoku.Cells) {
	for !cells.Has(c) {
		cells = cells.With(c)
		c = a.Cell(c)
	}
	return cells
}

// relatives are minimal seeds of two solutions, one of them with automorphisms.
// Many of their rungs are isomorphs: of rungs of other seeds, and of the same
// seed. Isomorphic rungs have the same rating. They must not be changed.
var Relatives = sync.OnceValue(func() (seeds []seed.Seed) {
	var m SeedMaker
	random := rand.New(rand.NewPCG(5, 6))
	for _, solution := range []sudoku.Grid{m.Solver.RandomSolution(random), ParseGrid(MostSymmetric)} {
		seeds = append(seeds, m.Family(solution, random)...)
	}
	return seeds
})

// family makes seeds of a solution, with the rungs that have the clues of two.
func (m *SeedMaker) Family(solution sudoku.Grid, random *rand.Rand) (seeds []seed.Seed) {
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
				s.AddRungs(m.ClassRung(&s, added))
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
func (m *SeedMaker) ClassRung(s *seed.Seed, added sudoku.Cells) seed.Rung {
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

// emptyBank is the file of an empty bank.
var EmptyBank = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "seedbank")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "bank.db")
	if err := change.Create(Background, path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// anyBank is a bank that is open to read, or also to write.
type AnyBank interface{ Rows() *tables.File }

func BankIn(of AnyBank) *seedbank.Bank { return seedbank.Over(of.Rows()) }

// toWrite is Open for tables of ways to open a bank.
func ToWrite(ctx context.Context, path string) (*seedbank.Bank, error) {
	w, err := change.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return w.Bank, nil
}

// cleaner is a test, or what stands for one.
type Cleaner interface {
	Helper()
	Fatal(...any)
	Cleanup(func())
}

// makeBank opens an empty bank with a run, number 1.
func MakeBank(t Cleaner) *change.Writer {
	t.Helper()
	folder, err := os.MkdirTemp("", "seedbank")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "bank.db")
	empty, err := EmptyBank()
	if err == nil {
		err = os.WriteFile(path, empty, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	bank, err := change.Open(Background, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	if run, err := bank.StartRun(Background, &seedbank.Run{Program: "test"}); err != nil || run != 1 {
		t.Fatal("StartRun: run", run, err)
	}
	return bank
}

// bankOf opens a bank with seeds.
func BankOf(t Cleaner, seeds ...[]seed.Seed) *change.Writer {
	t.Helper()
	bank := MakeBank(t)
	for _, some := range seeds {
		Insert(t, bank, some)
	}
	return bank
}

// insert stores seeds and returns how many were new.
func Insert(t Cleaner, bank *change.Writer, seeds []seed.Seed) (stored int) {
	t.Helper()
	isNew, err := bank.Insert(Background, 1, seeds)
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

func SelectFrom(t Cleaner, of AnyBank, f seedbank.Filter) *seedbank.Selection {
	bank := BankIn(of)
	t.Helper()
	selection, err := bank.Select(Background, f)
	if err != nil {
		t.Fatal(err)
	}
	return selection
}

func PickAt(t Cleaner, selection *seedbank.Selection, i uint64) *seed.Pick {
	t.Helper()
	pick, err := selection.At(Background, i)
	if err != nil {
		t.Fatal(err)
	}
	return pick
}

// contents returns the seeds of a bank by key, as far as a filter selects them.
func Contents(t Cleaner, of AnyBank, filter seedbank.Filter) map[seed.Key]seed.Seed {
	bank := BankIn(of)
	t.Helper()
	selection := SelectFrom(t, bank, filter)
	seeds := map[seed.Key]seed.Seed{}
	for i := range selection.Len() {
		key := PickAt(t, selection, i).Key()
		if _, twice := seeds[key]; twice {
			t.Fatal("a seed is twice in a selection:", key)
		}
		s, err := bank.SeedNamed(Background, key)
		if err != nil {
			t.Fatal(err)
		}
		seeds[key] = s
	}
	return seeds
}

func ByKey(seeds []seed.Seed) map[seed.Key]seed.Seed {
	all := map[seed.Key]seed.Seed{}
	for _, s := range seeds {
		all[s.Key()] = s
	}
	return all
}

// sorted returns seeds with their rungs in an order of their cells.
func Sorted(seeds map[seed.Key]seed.Seed) map[seed.Key]seed.Seed {
	all := map[seed.Key]seed.Seed{}
	for key, s := range seeds {
		s.Rungs = append([]seed.Rung(nil), s.Rungs...)
		slices.SortFunc(s.Rungs, CompareAdded)
		all[key] = s
	}
	return all
}

// compareAdded compares rungs by their cells.
func CompareAdded(a, b seed.Rung) int {
	aLow, aHigh := a.Added.Words()
	bLow, bHigh := b.Added.Words()
	return cmp.Or(cmp.Compare(aLow, bLow), cmp.Compare(aHigh, bHigh))
}

// notHeld is for IDs of puzzles that a bank holds, rated.
func NotHeld(*sudoku.Puzzle) (rating.Class, error) {
	return rating.Class{}, errors.New("the bank does not hold the puzzle")
}

// verify returns what is wrong with a bank.
func Verify(t Cleaner, of AnyBank) (problems []error) {
	bank := BankIn(of)
	t.Helper()
	checked, err := repair.Verify(Background, bank, repair.VerifyOptions{
		Workers: 2,
		Problem: func(problem error) { problems = append(problems, problem) },
	})
	all, unreadable := bank.Select(Background, seedbank.Filter{})
	if err != nil || unreadable == nil && checked != all.Len() || unreadable != nil && len(problems) == 0 {
		t.Fatal("verified", checked, "seeds:", err, unreadable)
	}
	return problems
}

// mustBeWell fails if something is wrong with a bank, or if a puzzle can be
// drawn from it twice.
func MustBeWell(t Cleaner, of AnyBank) {
	bank := BankIn(of)
	t.Helper()
	if problems := Verify(t, bank); len(problems) > 0 {
		t.Fatal("problems:", problems)
	}
	MustBeDistinct(t, SelectFrom(t, bank, seedbank.Filter{Rungs: true}))
}

// mustBeDistinct goes through all seeds and rungs of a selection: no two of them
// may be isomorphs.
func MustBeDistinct(t Cleaner, selection *seedbank.Selection) {
	t.Helper()
	var canonizer transform.Canonizer
	seen := map[sudoku.Grid]*seed.Pick{}
	for i := range selection.Len() {
		pick := PickAt(t, selection, i)
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
func Classes(seeds []seed.Seed) int {
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
func Visit(t Cleaner, bank *change.Writer, name string, keys ...seed.Key) {
	t.Helper()
	if _, err := bank.Collect(Background, 1, &change.Collection{Visited: map[string][]seed.Key{name: keys}}); err != nil {
		t.Fatal(err)
	}
}
