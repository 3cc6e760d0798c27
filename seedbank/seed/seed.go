// Package seed holds what banks are made of, as values: seeds with the puzzles
// that come of them by added clues, the names of all these, and the form in
// which they travel from one machine to another.
//
// # Words
//
// A [Seed] is a minimal puzzle in canonical form with its rating; its [Key]
// names it everywhere. A [Rung] is a set of clues of the solution that are
// added to a seed, rated; its [RungName] is a short hash of what it adds. A
// [Pick] is a seed or a rung, made ready to be turned; an [Isomorph] is one of
// the puzzles that it can be turned into, and an [ID] names that puzzle.
//
// # Guarantees
//
// A key, a rung name and an ID depend on nothing but the puzzle that they name,
// so the same ID gives the same puzzle on every bank, or none. They never
// change, and neither does what [Unmarshal] can read.
//
// # Not here
//
// How seeds are kept (package seedbank), where they come from (package mine),
// and how isomorphs are written (package pack).
//
// Start with [Seed], then [Pick] and [Isomorph].
package seed

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

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

// Origin tells how a seed was found.
type Origin string

// The origins of seeds.
const (
	Prune  Origin = "prune"  // clues were taken away from a random solution
	Walk   Origin = "walk"   // a neighbor of another seed
	Import Origin = "import" // somebody's puzzle
)

// Seed is a minimal puzzle in canonical form, with all that is known of it.
type Seed struct {
	Puzzle        sudoku.Puzzle
	Rating        rating.Result
	Automorphisms uint64 // 1 and up; a seed has transform.Order / Automorphisms isomorphs

	// Solution is the key of the canonical form of the solution. Seeds with the
	// same one may have rungs that are isomorphs of each other.
	Solution Key

	// Rungs are in the order in which they became known; no two add the same
	// clues. [Seed.AddRungs] keeps it so.
	Rungs []Rung

	Origin Origin
}

// New returns a puzzle, which must be minimal, as a seed: in canonical form,
// and with all that follows from the puzzle but its rating and rungs.
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

// Check returns an error that says what is wrong with s, as far as that can be
// seen without solving or rating: rungs that add nothing, add clues that are
// there, or add the same.
func (s *Seed) Check() error {
	if s.Automorphisms == 0 {
		return fmt.Errorf("seed %v has 0 automorphisms", s.Key())
	}
	empty := sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled())
	names := make(map[RungName]bool, len(s.Rungs))
	for i := range s.Rungs {
		r := &s.Rungs[i]
		switch name := r.Name(); {
		case r.Added.Empty():
			return fmt.Errorf("rung %d of seed %v adds no clue", i+1, s.Key())
		case !r.Added.Within(empty):
			return fmt.Errorf("rung %d of seed %v adds a clue that is there", i+1, s.Key())
		case r.Added == empty:
			return fmt.Errorf("rung %d of seed %v leaves no cell empty", i+1, s.Key())
		case r.Automorphisms == 0:
			return fmt.Errorf("rung %d of seed %v has 0 automorphisms", i+1, s.Key())
		case names[name]:
			return fmt.Errorf("two rungs of seed %v have the name %v", s.Key(), name)
		default:
			names[name] = true
		}
	}
	return nil
}
