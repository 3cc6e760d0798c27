// Package pack writes puzzles as files: each format is a [Format] in a file of
// its own and a line in [Formats].
//
// # Guarantees
//
// The same entries give the same bytes. A writer keeps no entry in memory.
//
// # Not here
//
// Which puzzles are in a pack: see package seedbank.
//
// Start with [Entry] and [Formats].
package pack

import (
	"fmt"
	"io"
	"strings"

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
	text := fmt.Sprintf("Level %d (%s), ER %v, %d clues", level, level.Name(), e.Rating.ER, e.Puzzle.Clues.Clues())
	if e.ID != "" {
		text += ", " + e.ID
	}
	return text
}

// Options are what a user can ask of any format.
type Options struct {
	Solutions bool // write solutions also where a format can do without
}

// Writer writes a pack, one entry after the other.
type Writer interface {
	// Write adds a puzzle. The entry is not kept.
	Write(*Entry) error
	// Close writes what stands behind the last puzzle. It does not close the
	// file.
	Close() error
}

// Format is a kind of file.
type Format struct {
	Name    string // for --format, and the extension of the files
	Summary string // one line of help
	New     func(io.Writer, Options) Writer
}

// Formats are all formats, in the order of the help text.
var Formats = [...]Format{
	{"line", "81 characters a line, and with --solution a tab and the solution", newLine},
	{"grid", "drawings of eleven lines, with blank lines between", newGrid},
	{"csv", "a table with a header, for spreadsheets and data frames", newCSV},
	{"jsonl", "one JSON object a line", newJSONL},
	{"svg", "a picture of one puzzle", newSVG},
}

// FormatNamed returns the format of a name.
func FormatNamed(name string) (Format, error) {
	var names []string
	for _, format := range Formats {
		if format.Name == name {
			return format, nil
		}
		names = append(names, format.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q; there are %s", name, strings.Join(names, ", "))
}
