// Package pack writes puzzles as files and reads them back: each format is a
// file of the package and a line in [Formats].
//
// # Words
//
// An [Entry] is a puzzle of ours on its way out. A [Record] is a puzzle that
// came in: clues and remarks as they stand in somebody's file, nothing proved.
//
// # Conventions
//
// Writers do not buffer: hand them a [bufio.Writer] if the file is worth one.
// Readers take what they need and no more, and name the place of every record.
//
// # Guarantees
//
// The same entries and [Options] give the same bytes. No writer keeps its
// entries, but that of pdf keeps what it will draw of them.
//
// Every reader is a stream. What is malformed in a file is reported as a
// [*sudoku.ParseError] with its place, and reading goes on with the next record
// wherever the format has records that one can find again; nothing is left out
// without an error. What a writer wrote, its reader gives back.
//
// # Not here
//
// Which puzzles are in a pack: see package seedbank. Whether a record is a
// proper puzzle: see [sudoku.Solver.Prove].
//
// Start with [Entry] and [Formats], then [Read].
package pack

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Entry is a puzzle of a pack, with what is known of it.
type Entry struct {
	ID     string // puzzle ID, or empty
	Seed   string // name of the seed it is an isomorph of, or empty
	Puzzle sudoku.Puzzle
	Rating rating.Result
}

// caption says what the puzzle is, in a few words.
func (e *Entry) caption() string {
	level := e.Rating.Level()
	text := fmt.Sprintf("Level %d (%s), ER %v, %d clues", level, level.Name(), e.Rating.ER, e.Puzzle.NumClues())
	if e.ID != "" {
		text += ", " + e.ID
	}
	return text
}

// Writer writes a pack, one entry after the other.
type Writer interface {
	// Write adds a puzzle. The entry is not kept: what is needed of it later
	// is copied.
	Write(*Entry) error
	// Close writes what stands behind the last puzzle. It does not close the
	// file.
	Close() error
}
