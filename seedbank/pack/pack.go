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
	"io"
	"iter"
	"strings"
	"time"

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

// Options are what a user can ask of any format. A format ignores what it has
// no place for. As JSON they stand in the manifests of packs.
type Options struct {
	Solutions bool      `json:"solutions,omitzero"` // write solutions also where a format can do without
	Title     string    `json:"title,omitzero"`     // of the pack, or empty
	Created   time.Time `json:"created,omitzero"`   // when the pack was made, or zero: written where a format says such things
	Site      string    `json:"site,omitzero"`      // the only site that link writes addresses of; empty for all
	Book      Book      `json:"book,omitzero"`      // how pdf lays out its pages
}

// Check returns an error if a format cannot do what is asked for, without
// regard to the puzzles. The first Write of a [Writer] says the same.
func (o *Options) Check() error {
	if _, err := sitesNamed(o.Site); err != nil {
		return err
	}
	return o.Book.check()
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

// Format is a kind of file.
type Format struct {
	Name      string // for --format
	Extension string // of file names, without the dot
	Summary   string // one line of help
	Single    bool   // a file holds one puzzle: the second Write is an error
	Binary    bool   // not a text

	New func(io.Writer, Options) Writer

	// Read yields the puzzles of a file; see [Read]. It is nil for a format
	// that puzzles cannot be read from.
	Read func(io.Reader) iter.Seq2[Record, error]

	// recognise reports whether a file is of this format by its first line that
	// is neither empty nor a comment. It is nil for the plain text forms, which
	// are whatever is nothing else.
	recognise func(line string) bool
}

// Formats are all formats, in the order of the help text. The first is the one
// that a file of plain text is taken for: its reader reads all forms of it.
var Formats = [...]Format{
	{Name: "line", Extension: "txt", Summary: "81 characters a line, and with --solution a tab and the solution", New: newLine, Read: readText},
	{Name: "sdm", Extension: "sdm", Summary: "81 digits a line with 0 for an empty cell, as phone apps demand", New: newSDM, Read: readText},
	{Name: "grid", Extension: "txt", Summary: "drawings of eleven lines, with blank lines between", New: newGrid, Read: readText},
	{Name: "compact", Extension: "txt", Summary: "nine lines of nine characters, with blank lines between", New: newCompact, Read: readText},
	{Name: "csv", Extension: "csv", Summary: "a table with a header, for spreadsheets and data frames", New: newCSV, Read: readCSV, recognise: isCSV},
	{Name: "jsonl", Extension: "jsonl", Summary: "one JSON object a line", New: newJSONL, Read: readJSONL, recognise: isJSONL},
	{Name: "opensudoku", Extension: "opensudoku", Summary: "the XML of the apps OpenSudoku and LibreSudoku", New: newOpenSudoku, Read: readOpenSudoku, recognise: isOpenSudoku},
	{Name: "sdk", Extension: "sdk", Summary: "one puzzle as SadMan Sudoku saves it", Single: true, New: newSDK, Read: readSDK, recognise: isSDK},
	{Name: "ss", Extension: "ss", Summary: "one puzzle as Simple Sudoku saves it", Single: true, New: newSS, Read: readText},
	{Name: "exchange", Extension: "txt", Summary: "the records of the Sudoku Exchange puzzle bank, 100 bytes each", New: newExchange, Read: readExchange, recognise: isExchange},
	{Name: "link", Extension: "txt", Summary: "addresses that open the puzzle in web solvers, tabs between, one line a puzzle", New: newLink, recognise: isLink},
	{Name: "svg", Extension: "svg", Summary: "a picture of one puzzle, to be scaled", Single: true, New: newSVG, recognise: isSVG},
	{Name: "png", Extension: "png", Summary: "a picture of one puzzle, in pixels", Single: true, Binary: true, New: newPNG, recognise: isPNG},
	{Name: "pdf", Extension: "pdf", Summary: "a booklet to print, with solutions at the back", Binary: true, New: newPDF, recognise: isPDF},
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

// once is embedded in the writers of files that hold one puzzle.
type once struct {
	format  string
	written bool
}

// take returns an error the second time.
func (o *once) take() error {
	if o.written {
		return fmt.Errorf("a file of format %s holds one puzzle", o.format)
	}
	o.written = true
	return nil
}
