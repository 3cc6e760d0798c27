// Package read reads puzzles from files of all kinds, as package pack writes them and as
// people, programs and web pages do.
//
// [Puzzles] recognises the format of a file and yields its puzzles. [Unpack] decompresses
// files. Each format is a file of this package and a row of [Formats]; a new format needs
// nothing else. Package shape reads plain text, in which puzzles are lines or drawings.
//
// # Words
//
// A [Record] is a puzzle that was read: clues and remarks as they stand in the file, not
// proved.
//
// # Guarantees
//
// Every reader is a stream and reads files of any length. It keeps no more than one record,
// of 1 MiB at most, and stays within 50 MB of memory for every file. So does [Unpack],
// which unpacks compressed files. Lines may end with LF, CR LF or CR. A malformed record
// gives a [*sudoku.ParseError] with its place. Then reading goes on with the next record,
// if the format has a mark for its beginning. No reader leaves out something that looks
// like a puzzle without an error, except the solutions of booklets. Text around puzzles is
// skipped. A reader gives back the puzzles that the writer of its format wrote. Readers
// read no more than they need, and name the place of every record.
//
// Values of all types can be shared by goroutines.
//
// # Not here
//
// Whether a record is a proper puzzle ([sudoku.Solver.Prove]).
//
// Start with [Puzzles], which has an example.
package read

import (
	"io"
	"iter"
	"strings"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// Format is a kind of file.
type Format struct {
	Name string // the name in package pack, if that writes such files

	// Puzzles yields the puzzles of a file; see the function [Puzzles]. It is nil for
	// a format that is recognised but cannot be read.
	Puzzles func(io.Reader) iter.Seq2[Record, error]

	// recognise reports whether the first line that is neither empty nor a
	// comment shows this format. It is nil for plain text, which is the format of
	// all files that no other format recognises.
	recognise func(line string) bool
}

// Formats is a slice of all formats. The first one is plain text of all forms; of the
// others the first that recognises a file reads it. The slice must not be changed.
var Formats = formats[:]

var formats = [...]Format{
	{"line", readText, nil},
	{"sdm", readText, nil},
	{"grid", readText, nil},
	{"compact", readText, nil},
	{"ss", readText, nil},
	{"seeds", nil, func(line string) bool { return seed.IsFile([]byte(line)) }},
	{"html", readHTML, isHTML},
	{"csv", readCSV, isCSV},
	{"json", readJSON, isJSON},
	{"jsonl", readJSONL, beginsWith("{")},
	{"svg", nil, beginsWith("<svg")},
	{"opensudoku", readOpenSudoku, beginsWith("<")},
	{"sdk", readSDK, isSDK},
	{"exchange", readLines(readExchange), isExchange},
	{"link", readLines(readAddresses), isLink},
	{"ics", readICS, isICS},
	{"sqlite", nil, beginsWith("SQLite format 3\x00")},
	{"png", nil, beginsWith("\x89PNG")},
	{"pdf", nil, beginsWith("%PDF")},
}

func beginsWith(mark string) func(line string) bool {
	return func(line string) bool { return strings.HasPrefix(line, mark) }
}

// Puzzles recognises the format of a file, see [Detect], and yields its puzzles in
// order. An error of type [*sudoku.ParseError] names the place of a malformed
// record. If it is the last element, the rest of the file could not be read
// either. Any other error is an error of reading, and the last element.
func Puzzles(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		format, rest := Detect(r)
		switch {
		case format.Puzzles == nil:
			yield(Record{Line: 1}, malformed(1, 0, "this is a file of format %s, which puzzles cannot be read from", format.Name))
		case isBinary(buffer(rest)):
			yield(Record{Line: 1}, errBinary)
		default:
			format.Puzzles(rest)(yield)
		}
	}
}

var errBinary = malformed(1, 0, "not a text file (it has a zero byte); texts are read as UTF-8, or as UTF-16 with a byte order mark")

// Detect returns the format of a file, and a reader of the whole file as text:
// every line ends with LF alone. It decides by the first line that is neither
// empty nor a comment, and does not wait for more of the file.
func Detect(r io.Reader) (Format, io.Reader) {
	buffered := buffer(r)
	line := tellingLine(buffered)
	for _, format := range Formats {
		if format.recognise != nil && format.recognise(line) {
			return format, buffered
		}
	}
	return Formats[0], buffered
}
