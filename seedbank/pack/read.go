package pack

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shape"
	"github.com/seedoku/seedoku/sudoku"
)

// Record is a puzzle as it stands in a file: nothing is promised of the clues.
type Record struct {
	Line, Column int         // where it begins, from 1; Column is 0 for a whole line
	Grid         sudoku.Grid // the clues
	Solution     sudoku.Grid // empty if the file has none; else complete, and it has the clues
	ID           string      // this and the rest is what the file says, or empty
	Rating       string
	Source       string // author, collection or folder
	Note         string
}

// Read recognises the format of a file, see [Detect], and yields its puzzles in
// order. An error of type [*sudoku.ParseError] is about one record, whose place
// it names, or about the rest of the file if it is the last thing yielded. Any
// other error is an error of reading, and the last thing yielded.
func Read(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		format, rest := Detect(r)
		switch {
		case format.Read == nil:
			yield(Record{Line: 1}, malformed(1, 0, "this is a file of format %s, which puzzles cannot be read from", format.Name))
		case isBinary(buffer(rest)):
			yield(Record{Line: 1}, malformed(1, 0, "not a text file (it has a zero byte); texts are read as UTF-8, not UTF-16"))
		default:
			format.Read(rest)(yield)
		}
	}
}

// isBinary reports whether the first line of a file has a zero byte, as far as
// [Detect] has read it. A text in UTF-16 has some too.
func isBinary(file *textReader) bool {
	head, _ := file.Peek(file.Buffered())
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.IndexByte(line, 0) >= 0
}

// Detect returns the format of a file, and a reader of the whole file as text:
// every line ends with LF alone. It goes by the first line that is neither empty
// nor a comment, and waits for no more of the file than that.
func Detect(r io.Reader) (Format, io.Reader) {
	buffered := buffer(r)
	line := tellingLine(buffered)
	for _, format := range append(readOnly[:], Formats...) {
		if format.recognise != nil && format.recognise(line) {
			return format, buffered
		}
	}
	return Formats[0], buffered
}

// textReader is a file with every line end turned into LF. One can peek into it.
type textReader struct{ *bufio.Reader }

// buffer returns r as text. It skips the byte order mark that some editors put
// first.
func buffer(r io.Reader) *textReader {
	if t, ok := r.(*textReader); ok {
		return t
	}
	t := &textReader{bufio.NewReaderSize(sudoku.Newlines(r), bounds.Peek)}
	mark := []byte("\xef\xbb\xbf")
	// One byte first: a person at a terminal may type no third.
	if head, _ := t.Peek(1); bytes.Equal(head, mark[:1]) {
		if head, _ := t.Peek(3); bytes.Equal(head, mark) {
			t.Discard(len(mark))
		}
	}
	return t
}

// tellingLine returns the first line that is neither empty nor a comment, as far
// as it lies in the first [bounds.Peek] bytes. Without one there it returns nothing.
func tellingLine(r *textReader) string {
	for want := 1; ; want = r.Buffered() + 1 {
		_, err := r.Peek(want)
		head, _ := r.Peek(r.Buffered())
		for len(head) > 0 {
			line, rest, complete := bytes.Cut(head, []byte("\n"))
			line = bytes.TrimSpace(line)
			if (complete || err != nil) && len(line) > 0 && line[0] != '#' {
				return string(line)
			}
			head = rest
		}
		if err != nil {
			return ""
		}
	}
}

// malformed returns the error for what is wrong at a place of a file; column 0
// means the whole line.
func malformed(line, column int, format string, args ...any) *sudoku.ParseError {
	reason := phrase.Shorten(fmt.Sprintf(format, args...), bounds.Reason)
	return &sudoku.ParseError{Line: line, Column: column, Reason: reason}
}

// placed is a text with the place of its first byte.
type placed struct {
	text         string
	line, column int
}

// parse sets the grids of the record. The solution may be empty.
func (record *Record) parse(puzzle, solution placed) error {
	var err error
	if record.Grid, err = parseCells(puzzle); err != nil || solution.text == "" {
		return err
	}
	solved, err := parseCells(solution)
	if err != nil {
		return err
	}
	if !solves(&solved, &record.Grid) {
		return malformed(solution.line, solution.column, "the solution does not fit the puzzle")
	}
	record.Solution = solved
	return nil
}

// parseCells reads a text of 81 cells.
func parseCells(p placed) (sudoku.Grid, error) {
	grid, err := sudoku.ParseGrid(p.text)
	var parse *sudoku.ParseError
	if errors.As(err, &parse) {
		return grid, malformed(p.line, p.column+max(parse.Column-1, 0), "%s", parse.Reason)
	}
	return grid, err
}

// solves reports whether solution is complete and has all clues.
func solves(solution, clues *sudoku.Grid) bool {
	for c, d := range clues {
		if solution[c] == 0 || d != 0 && d != solution[c] {
			return false
		}
	}
	return solution.Conflict() == nil
}

// scanLines returns a scanner of the lines of a file.
func scanLines(r io.Reader) *sudoku.LineScanner { return sudoku.ScanLines(buffer(r)) }

// readText reads all shapes of plain text: lines and grids. Behind a puzzle on
// its line may stand its solution; anything else there is a note.
func readText(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for text, err := range shape.Scan(buffer(r)) {
			record := Record{Line: text.Line, Grid: text.Grid}
			record.remark(text.Rest)
			if !yield(record, err) {
				return
			}
		}
	}
}

// remark sets what is said behind a puzzle on its line.
func (record *Record) remark(rest string) {
	if len(rest) >= len(record.Grid) {
		first, others, _ := strings.Cut(strings.ReplaceAll(rest, "\t", " "), " ")
		solution, err := sudoku.ParseGrid(first)
		if err == nil && len(first) == len(solution) && solves(&solution, &record.Grid) {
			record.Solution, rest = solution, strings.Trim(others, "# ")
		}
	}
	record.Note = rest
}
