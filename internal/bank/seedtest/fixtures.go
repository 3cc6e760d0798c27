// Package seedtest has seeds and banks for the tests of package seedbank and the packages
// below it.
package seedtest

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Background is the context of tests.
var Background = context.Background()

// Must returns v, and panics if err is not nil.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// SeedMaker makes seeds for tests. It has its own scratch memory.
type SeedMaker struct {
	Solver    sudoku.Solver
	Canonizer transform.Canonizer
	Rater     rating.Rater
}

// Minimal returns a minimal puzzle with a given solution.
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

// Seed returns a puzzle as a seed with its true rating.
func (m *SeedMaker) Seed(p sudoku.Puzzle) (s seed.Seed, err error) {
	s = seed.New(&m.Canonizer, p)
	s.Origin = seed.Prune
	s.Rating, err = m.Rater.Rate(&s.Puzzle)
	return s, err
}

// Ladder returns rungs that add one clue after the other to a seed. Their ratings
// are false, everything else is true.
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

// MakeSeeds makes seeds of random minimal puzzles, with the rungs of two ladders.
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

// SomeSeeds are seeds for all tests. They must not be changed.
var SomeSeeds = sync.OnceValue(func() []seed.Seed { return MakeSeeds(300) })

// EmptyBank is the file of an empty bank.
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

// AnyBank is a bank that is open to read, or also to write.
type AnyBank interface{ Rows() *tables.File }

// BankIn returns the bank to read.
func BankIn(of AnyBank) *seedbank.Bank { return seedbank.Over(of.Rows()) }

// Cleaner is a test, or a substitute for one.
type Cleaner interface {
	Helper()
	Fatal(...any)
	Cleanup(func())
}

// Open opens a bank to write until the end of the test.
func Open(t Cleaner, path string) *change.Writer {
	t.Helper()
	bank, err := change.Open(Background, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	return bank
}

// MakeBank opens an empty bank with a run, number 1.
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
	bank := Open(t, path)
	if run, err := bank.StartRun(Background, &seedbank.Run{Program: "test"}); err != nil || run != 1 {
		t.Fatal("StartRun: run", run, err)
	}
	return bank
}

// BankOf opens a bank with seeds.
func BankOf(t Cleaner, seeds ...[]seed.Seed) *change.Writer {
	t.Helper()
	bank := MakeBank(t)
	for _, some := range seeds {
		Insert(t, bank, some)
	}
	return bank
}

// Insert stores seeds and returns how many were new.
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

// SelectFrom selects from a bank.
func SelectFrom(t Cleaner, of AnyBank, f seedbank.Filter) *seedbank.Selection {
	bank := BankIn(of)
	t.Helper()
	selection, err := bank.Select(Background, f)
	if err != nil {
		t.Fatal(err)
	}
	return selection
}

// PickAt returns the pick at a place of a selection.
func PickAt(t Cleaner, selection *seedbank.Selection, i uint64) *seed.Pick {
	t.Helper()
	pick, err := selection.At(Background, i)
	if err != nil {
		t.Fatal(err)
	}
	return pick
}

// ByKey returns seeds by their keys.
func ByKey(seeds []seed.Seed) map[seed.Key]seed.Seed {
	all := map[seed.Key]seed.Seed{}
	for _, s := range seeds {
		all[s.Key()] = s
	}
	return all
}

// Keys returns the keys of the seeds of a bank.
func Keys(t Cleaner, of AnyBank) map[seed.Key]bool {
	t.Helper()
	keys := map[seed.Key]bool{}
	for batch, err := range BankIn(of).Batches(Background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			keys[batch.Seeds[i].Key()] = true
		}
	}
	return keys
}

// NotHeld is a [seed.Rate] for tests in which the bank holds all puzzles. It
// always fails.
func NotHeld(*sudoku.Puzzle) (rating.Class, error) {
	return rating.Class{}, errors.New("the bank does not hold the puzzle")
}

// Visit records that seeds were visited.
func Visit(t Cleaner, bank *change.Writer, name string, keys ...seed.Key) {
	t.Helper()
	if _, err := bank.Collect(Background, 1, &change.Collection{Visited: map[string][]seed.Key{name: keys}}); err != nil {
		t.Fatal(err)
	}
}

//go:embed *.seeds
var files embed.FS

// read returns a function that reads a file of seeds. Only the first call reads
// it.
func read(name string) func() []seed.Seed {
	return sync.OnceValue(func() (seeds []seed.Seed) {
		file, err := files.ReadFile(name)
		for batch, err := range seed.ReadFile(bytes.NewReader(Must(file, err))) {
			seeds = append(seeds, Must(batch, err).Seeds...)
		}
		return seeds
	})
}

// Seeds for all tests. They must not be changed.
var (
	// WithAutomorphisms are seeds that have automorphisms. Not all are minimal.
	WithAutomorphisms = read("automorphic.seeds")

	// Relatives are minimal seeds of two solutions, one of them with automorphisms. Many
	// of their rungs are isomorphs of rungs of other seeds or of the same seed.
	Relatives = read("relatives.seeds")

	// SymmetricSeeds are seeds with a rung that can be arranged symmetrically: three for
	// each kind of symmetry, and one that is symmetric itself.
	SymmetricSeeds = read("symmetric.seeds")
)
