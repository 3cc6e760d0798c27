// Package seed holds the contents of banks as values: seeds, their rungs, the IDs
// of all puzzles made from them, and the bytes in which seeds travel from one
// machine to another.
//
// # Words
//
// A [Seed] is a minimal puzzle in canonical form with its rating; its [Key] names
// it everywhere. A [Rung] is a seed with some clues of its solution added and a
// rating of its own; the [Subset] of these cells tells it from other rungs. To
// turn a puzzle is to apply an isomorphism to it. A [Pick] is a seed or a rung,
// prepared for turning. An [Isomorph] is one of the puzzles that it can be turned
// into, and an [ID] names that puzzle.
//
// # Conventions
//
// The cells of a rung are cells of the canonical form. The subset 0 stands for the
// seed itself. Functions that unpack take any bytes, and return an error for
// bad ones.
//
// # Guarantees
//
// A key, a subset and an ID depend only on the puzzle that they name, and never change. So an ID
// gives the same puzzle in every bank that has its seed. Every later version can read the messages
// that [Unmarshal] reads.
//
// A [FileWriter] serves one goroutine at a time. Other values can be shared by goroutines
// while no goroutine changes them.
//
// # Not here
//
// How seeds are kept (package seedbank), where they come from (package mine),
// and how isomorphs are written (package pack).
//
// Start with [Seed], then [Pick] and [Isomorph]; the examples of [New], [Pick] and
// [ParseID] show how to use them.
package seed

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Key names a canonical form: the first 64 bits of the SHA-256 of its 81
// characters, with . for an empty cell. It is part of puzzle IDs.
type Key uint64

// KeyOf returns the key of a grid, which must be in canonical form.
func KeyOf(canonical sudoku.Grid) Key {
	var line [81]byte
	sum := sha256.Sum256(canonical.AppendLine(line[:0], '.'))
	return Key(binary.BigEndian.Uint64(sum[:]))
}

// Origin says how a seed was found.
type Origin string

// The origins of seeds.
const (
	Prune  Origin = "prune"  // clues were taken away from a random solution
	Walk   Origin = "walk"   // found near another seed
	Import Origin = "import" // brought in from a file
)

var origins = [...]Origin{Prune, Walk, Import}

// Origins returns all origins.
func Origins() []Origin { return slices.Clone(origins[:]) }

// Seed is a minimal puzzle in canonical form, with everything known about it.
type Seed struct {
	Puzzle        sudoku.Puzzle
	Rating        rating.Result
	Automorphisms uint64 // a divisor of transform.Order; there are transform.Order/Automorphisms isomorphs

	// Solution is the key of the canonical form of the solution. Rungs of two
	// seeds can be isomorphs only if the seeds share this key.
	Solution Key

	// Rungs are in the order in which they became known. No two add the same
	// cells, and there are at most 4096. [Seed.AddRungs] keeps these rules.
	Rungs []Rung

	Origin Origin
}

// New returns a seed with the canonical form of p, which must be minimal. The
// caller adds its rating, origin and rungs.
func New(canonizer *transform.Canonizer, p sudoku.Puzzle) Seed {
	canonical := canonizer.Canonical(p.Clues())
	return Seed{
		Puzzle:        canonical.To.Puzzle(p),
		Automorphisms: canonical.Automorphisms,
		Solution:      SolutionKey(canonizer, p),
	}
}

// SolutionKey returns the key of the canonical form of the solution of a puzzle.
func SolutionKey(canonizer *transform.Canonizer, p sudoku.Puzzle) Key {
	return KeyOf(canonizer.Canonical(p.Solution()).Grid)
}

// Key returns the name of s.
func (s *Seed) Key() Key { return KeyOf(s.Puzzle.Clues()) }

// Keys returns the names of seeds.
func Keys(seeds []Seed) []Key {
	keys := make([]Key, len(seeds))
	for i := range seeds {
		keys[i] = seeds[i].Key()
	}
	return keys
}

// Check returns an error that says what is wrong with s. It finds impossible numbers of
// automorphisms, an unknown origin, and more than 4096 rungs. It also finds rungs that add no
// clue, add a clue to a filled cell, leave no cell empty, or add the same cells as another
// rung. It does not solve, rate or canonize anything.
func (s *Seed) Check() error {
	if err := s.check(); err != nil {
		return fmt.Errorf("seed %v: %w", s.Key(), err)
	}
	return nil
}

func (s *Seed) check() error {
	switch {
	case !canBeAutomorphisms(s.Automorphisms):
		return fmt.Errorf("no puzzle has %d automorphisms", s.Automorphisms)
	case !slices.Contains(origins[:], s.Origin):
		return fmt.Errorf("origin %.*q is not known to this version of the program", bounds.Name, s.Origin)
	case len(s.Rungs) > bounds.Rungs:
		return fmt.Errorf("it has %d rungs, more than %d", len(s.Rungs), bounds.Rungs)
	}
	empty := sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled())
	var seen setFilter
	distinct := true
	for i := range s.Rungs {
		r := &s.Rungs[i]
		if err := r.check(empty); err != nil {
			return fmt.Errorf("rung %d of %d: %w", i+1, len(s.Rungs), err)
		}
		distinct = seen.add(r.Added) && distinct
	}
	if !distinct && s.addsTwice() {
		return errors.New("two rungs add the same clues")
	}
	return nil
}

// setFilter tells most sets of cells that were added to it from those that were not.
type setFilter [16]uint64

// add adds a set. It returns true if the set is certainly new.
func (f *setFilter) add(cells sudoku.Cells) bool {
	low, high := cells.Words()
	hash := (low ^ high*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93 >> 54
	word, bit := &f[hash/64], uint64(1)<<(hash%64)
	known := *word&bit != 0
	*word |= bit
	return !known
}

// addsTwice reports whether two rungs add the same cells.
func (s *Seed) addsTwice() bool {
	seen := make(map[sudoku.Cells]bool, len(s.Rungs))
	for i := range s.Rungs {
		seen[s.Rungs[i].Added] = true
	}
	return len(seen) < len(s.Rungs)
}

// check returns an error if r cannot be a rung of a seed with the given empty
// cells.
func (r *Rung) check(empty sudoku.Cells) error {
	switch {
	case r.Added.Empty():
		return errors.New("it adds no clue")
	case !r.Added.Within(empty):
		return errors.New("it adds a clue to a filled cell")
	case r.Added == empty:
		return errors.New("it leaves no cell empty")
	case !canBeAutomorphisms(r.Automorphisms):
		return fmt.Errorf("no puzzle has %d automorphisms", r.Automorphisms)
	}
	return nil
}

// canBeAutomorphisms reports whether n can be a number of automorphisms: it has
// to divide the order of the whole group.
func canBeAutomorphisms(n uint64) bool { return n == 1 || n > 0 && transform.Order%n == 0 }
