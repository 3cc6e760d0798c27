// Package seedbank opens a bank of puzzles and draws from it.
//
// [Open] opens the bank in a file, [Bank.Select] selects what passes a [Filter], and
// [Selection.Stream] gives puzzles of it in a shuffled order, none of them twice.
// [Bank.Recall] gives the puzzle of an ID, [Bank.Identify] the ID of a puzzle, and
// [Selection.Stats] counts. Nothing here writes to a bank: that is package change.
//
// # Words
//
// A bank is seeds in one SQLite file. A [seed.Seed] is a minimal puzzle in canonical form
// with its rating; its [seed.Key] names it in every bank. A [seed.Rung] is a seed with
// clues added, rated; a bank keeps any number of them with each seed. A [seed.Pick] is a
// seed or a rung, a [seed.Isomorph] one of the puzzles that it can be turned into, and a
// [seed.ID] the name of such a puzzle, which says which clues are added.
//
// A [Selection] is the seeds and rungs of a bank that pass a filter, numbered, and a
// [Stream] is puzzles of a selection. A stratum is the seeds that are alike in rating,
// clues, automorphisms and hardest technique. The bank gives each seed a slot in its
// stratum, numbered from 0, so that a selection is a few strata, and drawing from it a sum
// and one look-up, however large the bank. Rungs have strata of their own; and so have, for
// each kind of symmetry, the seeds and rungs that can be arranged to have it.
//
// # Guarantees
//
// No two seeds of a bank are isomorphs, and no stream gives a puzzle twice. A bank made by
// a newer version is refused, one made by an older one can be read. Whoever only reads
// leaves no file behind.
//
// A damaged or false file gives an error that names the bank and the row, and never
// another puzzle than it says. One thing only package repair can tell, by rating anew: a
// part of a rating, or of the clues of a rung, that stands in one place and was changed
// there.
//
// A [Bank], a [Selection] and a [Shelf] serve any number of goroutines at once; a
// [Stream] serves one at a time, and [Fork] makes another. Other types are values.
//
// # Not here
//
// What seeds, rungs and IDs are (package seed), how a bank is filled and merged (change),
// which of its puzzles are the best (records), what is wrong with it (repair), where seeds
// come from (mine), and how puzzles are written (pack).
//
// Start with [Open], [Bank.Select] and [Selection.Stream].
package seedbank

import (
	"context"
	"io/fs"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Errors of opening a bank and of looking for seeds.
var (
	ErrNotBank   = tables.ErrNotBank
	ErrNewerBank = tables.ErrNewerBank
	ErrOlderBank = tables.ErrOlderBank
	ErrNoMatch   = tables.ErrNoMatch
)

// Errors of a bank whose file does not do what it should.
var (
	ErrDamaged = tables.ErrDamaged // the file is not as this program writes it
	ErrInUse   = tables.ErrInUse   // something else has the bank open, or has changed it
	ErrFull    = tables.ErrFull    // the bank cannot grow
)

// SeedID is the number of a seed in its bank: another bank gives the same seed
// another number.
type SeedID = tables.SeedID

// RunID names a run in its bank.
type RunID = tables.RunID

// Bank is a bank that is open to read. Any number of goroutines can use it at once.
type Bank struct {
	file *tables.File
}

// Path returns the file of the bank: a path, or for [OpenFS] the name in the file
// system.
func (b *Bank) Path() string { return b.file.Path }

// Stamp returns a text that becomes another one when somebody writes to the bank.
func (b *Bank) Stamp() string { return b.file.Stamp() }

// Close closes the bank. It can be called again.
func (b *Bank) Close() error { return b.file.Close() }

// Find returns the seed of a canonical form, or [ErrNoMatch].
func (b *Bank) Find(ctx context.Context, canonical sudoku.Grid) (seed.Seed, error) {
	s, err := b.SeedNamed(ctx, seed.KeyOf(canonical))
	if err == nil && s.Puzzle.Clues() != canonical {
		return seed.Seed{}, ErrNoMatch
	}
	return s, err
}

// SeedNamed returns the seed of a key, or [ErrNoMatch].
func (b *Bank) SeedNamed(ctx context.Context, key seed.Key) (seed.Seed, error) {
	return b.file.SeedNamed(ctx, key)
}

// Seed returns the seed of a number, or [ErrNoMatch].
func (b *Bank) Seed(ctx context.Context, id SeedID) (seed.Seed, error) { return b.file.Seed(ctx, id) }

// Has reports whether the bank holds the seed of a key.
func (b *Bank) Has(ctx context.Context, key seed.Key) (bool, error) { return b.file.Has(ctx, key) }

// Rows returns the rows of the bank, for packages change, records and repair.
func (b *Bank) Rows() *tables.File { return b.file }

// Over returns the bank in rows, for package change.
func Over(rows *tables.File) *Bank { return &Bank{file: rows} }

// OpenReadOnly opens the bank in a file to read.
func Open(ctx context.Context, path string) (*Bank, error) {
	return opened(tables.Open(ctx, path))
}

// OpenFS opens the bank in a file of a file system, in place, to read. The file must
// not change while it is open.
func OpenFS(ctx context.Context, files fs.FS, name string) (*Bank, error) {
	return opened(tables.OpenFS(ctx, files, name))
}

func opened(f *tables.File, err error) (*Bank, error) {
	if err != nil {
		return nil, err
	}
	return Over(f), nil
}
