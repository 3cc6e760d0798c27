// Package pack writes puzzles as files; package read, in a folder of it, reads them.
//
// Other packages cannot add to [Formats]. A program with a format of its own writes the
// entries that [EntryOf] makes of drawn puzzles. Within this package, a new format is a file
// and a row of Formats, and its name in testdata. If puzzles can be read from it, the reader
// is a file and a row of read.Formats.
//
// # Words
//
// An [Entry] is a puzzle to write. An [Option] is an option of a format; a [Setting] is an
// option with its value.
//
// # Conventions
//
// The columns of csv are the members of jsonl: id, puzzle, solution, clues (their
// number), level, er, ep, ed, hardest (the technique), techniques, seed and symmetry. The
// column techniques counts the steps of the solving path: {"pointing":2,"x-wing":1}
// in jsonl, pointing:2 x-wing:1 in csv. A value that is not known is an empty cell
// in csv, and no member in jsonl.
//
// An option has the same name on command lines, in URLs and in manifests:
// [Format.Set] reads it from text, and Go programs call functions such as
// [Title]. An option that a format does not take is an error, never ignored.
//
// Writers do not buffer: hand them a [bufio.Writer] for large files.
//
// # Guarantees
//
// The same entries and settings give the same bytes. Names of formats, options
// and columns never change. Writers of texts keep nothing of an entry. The writers of
// line, sdm, grid, compact, csv, jsonl and exchange allocate nothing. The writers of
// booklets keep their entries until they are closed. [Records] give the same bytes as a
// writer.
//
// A [Writer] and [Records] serve one goroutine at a time, see [Records.Fork]; values of
// other types can be shared.
//
// # Not here
//
// Which puzzles are in a pack (package draw).
//
// Start with [Entry] and [Formats], then [Format.New], which has an example.
// [Format.Records] writes millions of puzzles.
package pack

import (
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Entry is a puzzle of a pack, with what is known of it.
type Entry struct {
	ID     string // puzzle ID, or empty
	Seed   string // name of the seed that it was made from, or empty
	Puzzle sudoku.Puzzle

	// Rating is the rating of the puzzle. Its Uses are all zero where they are
	// not known, as for a seed with clues added: banks do not keep them. Every
	// path has a step, so zeros can mean nothing else.
	Rating rating.Result

	Number int       // in the pack, from 1; or 0
	Date   time.Time // the day of a calendar, at midnight in UTC; or zero
	Effort int       // see [rating.Effort]; or 0 if it is not known

	Minutes, Bottlenecks int // of package rating/minutes; or 0 if they are not known
}

// EntryOf returns an isomorph of a seed or rung as an entry.
func EntryOf(m seed.Isomorph) Entry {
	return Entry{ID: m.ID().String(), Seed: m.Pick().Key().String(), Puzzle: m.Puzzle(), Rating: m.Rating()}
}

// Writer writes a pack, one entry after the other. See [Format.New].
type Writer interface {
	// Write adds a puzzle. It keeps no reference to the entry. After Close it fails with
	// [fs.ErrClosed].
	Write(*Entry) error
	// Close writes the end of the pack. It does not close the underlying writer. Further
	// calls do nothing.
	Close() error
}
