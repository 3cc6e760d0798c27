// Package copies finds puzzles that are copies of others in disguise: turned, relabelled,
// with clues added or taken away, made of the same solution grid, or mistyped in one cell.
//
// # Words
//
// A [Fingerprint] is what all isomorphs of a puzzle have in common. A [Relation] says how
// close two puzzles are. An [Index] holds the fingerprints of puzzles, and finds the
// closest one of another puzzle.
//
// # How it works
//
// Two proper puzzles are on the same solution grid up to symmetry if and only if the
// canonical forms of their solutions are equal. Moved there, each puzzle is a set of cells
// of one grid. The automorphisms of the grid move such sets onto each other. So isomorphs
// have the same set, if the least of its images stands for it, and a puzzle is another one
// with clues added if one of its images contains the set of the other.
//
// A puzzle without exactly one solution has no such grid: its own canonical form stands for
// it.
//
// # Guarantees
//
// Every copy is found, whatever disguises it. Keys of canonical forms have 64 bits: among a
// million unrelated puzzles, one pair is taken for copies in one run of 37 million.
//
// # Not here
//
// Where puzzles come from, and banks, which hold each class once (package seedbank).
//
// Start with [Index].
package copies

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Relation says how close a puzzle is to another one.
type Relation uint8

// The relations, from the loosest to the closest.
const (
	Unrelated Relation = iota
	Mistyped           // isomorphs, if one cell of one of them is changed
	SameGrid           // the solutions are isomorphs
	Extended           // the puzzle is an isomorph of the other one with clues added
	Reduced            // the puzzle is an isomorph of the other one with clues taken away
	Same               // isomorphs
)

var relationNames = [...]string{"new", "mistyped", "same-grid", "more-clues", "fewer-clues", "same"}

// String returns the word that tables have for a relation.
func (r Relation) String() string { return relationNames[r] }

// Fingerprint identifies the class of a puzzle: fingerprints are equal if and only if the
// puzzles are isomorphs.
type Fingerprint struct {
	Grid   seed.Key     // of the canonical form of the solution, or of the puzzle if it is not proper
	Cells  sudoku.Cells // the clues in that form, the least of their images under its automorphisms; none if the puzzle is not proper
	Proper bool         // the puzzle has exactly one solution
}

// Puzzle is a puzzle to compare with others.
type Puzzle struct {
	Fingerprint
	images []sudoku.Cells // of its clues under the automorphisms of the canonical grid; none if there is only one
}

// Examiner computes fingerprints. The zero value is ready. It holds scratch memory and
// serves one goroutine at a time.
type Examiner struct {
	solver    sudoku.Solver
	canonizer transform.Canonizer
}

// Until makes searches end early once ctx is done. What has been found since is not whole.
func (x *Examiner) Until(ctx context.Context) {
	x.solver.InterruptBy(func() error { return context.Cause(ctx) })
}

// Puzzle returns a grid as a puzzle for comparisons. The error is that of
// [sudoku.Grid.Conflict], or the cause of the context that ended the search.
func (x *Examiner) Puzzle(g sudoku.Grid) (Puzzle, error) {
	if err := g.Conflict(); err != nil {
		return Puzzle{}, err
	}
	if p, ok := x.proper(&g); ok {
		return p, nil
	}
	if err := x.solver.Err(); err != nil {
		return Puzzle{}, err
	}
	return Puzzle{Fingerprint: Fingerprint{Grid: seed.KeyOf(x.canonizer.Canonical(g).Grid)}}, nil
}

// proper reports whether a grid without contradicting clues has exactly one solution, and
// returns it as a puzzle.
func (x *Examiner) proper(g *sudoku.Grid) (Puzzle, bool) {
	proven, err := x.solver.Prove(*g)
	if err != nil {
		return Puzzle{}, false
	}
	canonical := x.canonizer.Canonical(proven.Solution())
	p := Puzzle{Fingerprint: Fingerprint{Grid: seed.KeyOf(canonical.Grid), Cells: canonical.To.Cells(g.Filled()), Proper: true}}
	if canonical.Automorphisms > 1 {
		for _, t := range x.canonizer.Automorphisms(canonical.Grid) {
			p.images = append(p.images, t.Cells(p.Cells))
		}
		p.Cells = slices.MinFunc(p.images, sudoku.Cells.Compare)
	}
	return p, true
}

// to returns the relation of a puzzle to another one on the same grid.
func (p *Puzzle) to(other *Fingerprint) Relation {
	if p.Cells == other.Cells {
		return Same
	}
	if p.images == nil {
		return inclusion(p.Cells, other.Cells)
	}
	of := SameGrid
	for _, image := range p.images {
		of = max(of, inclusion(image, other.Cells))
	}
	return of
}

// inclusion returns the relation of a puzzle with some clues to one with others. Both are on
// the same grid.
func inclusion(cells, others sudoku.Cells) Relation {
	switch {
	case others.Within(cells):
		return Extended
	case cells.Within(others):
		return Reduced
	}
	return SameGrid
}
