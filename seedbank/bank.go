// Package seedbank opens a bank of puzzles and draws from it.
//
// [Open] opens a bank file. [Bank.Select] selects the seeds and rungs that pass a
// [Filter]. [Selection.Stream] gives their puzzles in a shuffled order without
// repetition. [Bank.Recall] returns the puzzle of an ID, [Bank.Identify] the ID of a
// puzzle, and [Selection.Stats] counts. Package change writes to banks; this package
// only reads.
//
// # Words
//
// A bank is a SQLite file of seeds. A [seed.Seed] is a minimal puzzle in canonical form
// with its rating; its [seed.Key] names it in every bank. A [seed.Rung] is a seed with
// clues added, rated; a bank keeps up to 4096 of them with each seed. A [seed.Pick] is a
// seed or a rung, a [seed.Isomorph] one of the puzzles that it can be turned into, and a
// [seed.ID] the name of such a puzzle, which says which clues are added.
//
// A [Selection] is the numbered list of the seeds and rungs of a bank that pass a filter. A
// [Stream] gives puzzles of a selection. A stratum is the set of seeds with the same ER,
// number of clues, number of automorphisms and hardest technique. Each seed has a slot in
// its stratum, numbered from 0. So a selection is a short list of strata, and a draw takes
// one sum and one look-up, even in a large bank. Rungs have strata of their own. So do the
// seeds and rungs that can be arranged to have a symmetry, for each kind of symmetry.
//
// # Guarantees
//
// No two seeds of a bank are isomorphs, and no stream gives a puzzle twice. A bank made by
// a newer version is refused; a bank made by an older version can be read. Reading leaves
// no files beside the bank.
//
// A damaged or forged file gives an error that names the bank and the row, never a wrong
// puzzle. There is one exception: parts of ratings and clues of rungs are stored in a
// single place. Only "seedoku bank verify" detects a change there, by rating again.
//
// A [Bank], a [Selection] and a [Shelf] serve any number of goroutines at once. A
// [Stream] serves one at a time; [Fork] makes a second one. Other types are
// values.
//
// # Not here
//
// What seeds, rungs and IDs are (package seed), how a bank is filled and merged (change),
// where seeds come from (mine), and how puzzles are written (pack). Which of its puzzles are the
// best, and what is wrong with it, only the program can tell: "seedoku bank records" and
// "seedoku bank verify".
//
// Start with [Open], [Bank.Select] and [Selection.Stream].
package seedbank

import (
	"context"
	"io/fs"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Errors of opening a bank and of looking for seeds.
var (
	ErrNotBank   = tables.ErrNotBank   // the file is not a bank of seeds
	ErrNewerBank = tables.ErrNewerBank // a later version of the program has made it
	ErrOlderBank = tables.ErrOlderBank // its format is older, and only writing can bring it up to date
	ErrNoMatch   = tables.ErrNoMatch   // no seed or rung is what is looked for
)

// Errors of the file of a bank.
var (
	ErrDamaged = tables.ErrDamaged // the contents of the file are invalid
	ErrInUse   = tables.ErrInUse   // another program has the bank open, or has changed it
	ErrFull    = tables.ErrFull    // the bank cannot grow
)

// SeedID is the number of a seed in its bank, an integer: another bank gives the same seed
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

// Stamp returns a text that changes when the bank is written to. For [OpenFS] it is empty.
func (b *Bank) Stamp() string { return b.file.Stamp() }

// Close closes the bank. Further calls do nothing. Whatever reads the bank later fails with
// [fs.ErrClosed], unless it has been read before.
func (b *Bank) Close() error { return b.file.Close() }

// Find returns the seed with a canonical form, or [ErrNoMatch].
func (b *Bank) Find(ctx context.Context, canonical sudoku.Grid) (seed.Seed, error) {
	s, err := b.SeedNamed(ctx, seed.KeyOf(canonical))
	if err == nil && s.Puzzle.Clues() != canonical {
		return seed.Seed{}, ErrNoMatch
	}
	return s, err
}

// SeedNamed returns the seed with a key, or [ErrNoMatch].
func (b *Bank) SeedNamed(ctx context.Context, key seed.Key) (seed.Seed, error) {
	return b.file.SeedNamed(ctx, key)
}

// Seed returns the seed with a number, or [ErrNoMatch].
func (b *Bank) Seed(ctx context.Context, id SeedID) (seed.Seed, error) { return b.file.Seed(ctx, id) }

// Has reports whether the bank holds the seed with a key.
func (b *Bank) Has(ctx context.Context, key seed.Key) (bool, error) { return b.file.Has(ctx, key) }

// Rows returns the rows of the bank, for packages change, records and repair.
func (b *Bank) Rows() *tables.File { return b.file }

// Over returns a Bank on an open file, for package change.
func Over(rows *tables.File) *Bank { return &Bank{file: rows} }

// Open opens the bank in a file to read. It never writes.
func Open(ctx context.Context, path string) (*Bank, error) {
	return opened(tables.Open(ctx, path))
}

// OpenFS opens the bank in a file of a file system, in place, to read. The file must
// not change while it is open. OpenFS reads no log: if one with contents is beside the file, it
// returns an error.
func OpenFS(ctx context.Context, files fs.FS, name string) (*Bank, error) {
	return opened(tables.OpenFS(ctx, files, name))
}

func opened(f *tables.File, err error) (*Bank, error) {
	if err != nil {
		return nil, err
	}
	return Over(f), nil
}
