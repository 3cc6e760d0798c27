package pack

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

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
		if format.Read == nil {
			yield(Record{Line: 1}, malformed(1, 0, "this is a file of format %s, which puzzles cannot be read from", format.Name))
			return
		}
		format.Read(rest)(yield)
	}
}

// maxPeek is how far [Detect] looks for a line that tells the format, and
// maxLine the longest line of any format, both in bytes.
const (
	maxPeek = 1 << 16
	maxLine = 1 << 20
)

// Detect returns the format of a file, and a reader of the whole file. It goes
// by the first line that is neither empty nor a comment, and waits for no more of
// the file than that.
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

// buffer returns a reader of r that one can peek into. It skips the byte order
// mark that some editors put first.
func buffer(r io.Reader) *bufio.Reader {
	b := bufio.NewReaderSize(r, maxPeek)
	mark := []byte("\xef\xbb\xbf")
	// One byte first: a person at a terminal may type no third.
	if head, _ := b.Peek(1); bytes.Equal(head, mark[:1]) {
		if head, _ := b.Peek(3); bytes.Equal(head, mark) {
			b.Discard(len(mark))
		}
	}
	return b
}

// tellingLine returns the first line that is neither empty nor a comment, as far
// as it lies in the first [maxPeek] bytes. Without one there it returns nothing.
func tellingLine(r *bufio.Reader) string {
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
	return &sudoku.ParseError{Line: line, Column: column, Reason: fmt.Sprintf(format, args...)}
}

// placed is a text on a line, with the column of its first byte.
type placed struct {
	text   string
	column int
}

// parse sets the grids of the record. The solution may be empty.
func (record *Record) parse(puzzle, solution placed) error {
	var err error
	if record.Grid, err = parseCells(puzzle.text, record.Line, puzzle.column); err != nil || solution.text == "" {
		return err
	}
	solved, err := parseCells(solution.text, record.Line, solution.column)
	if err != nil {
		return err
	}
	if !solves(&solved, &record.Grid) {
		return malformed(record.Line, solution.column, "the solution does not fit the puzzle")
	}
	record.Solution = solved
	return nil
}

// parseCells reads the 81 cells of a text that begins at a place.
func parseCells(text string, line, column int) (sudoku.Grid, error) {
	grid, err := sudoku.ParseGrid(text)
	var parse *sudoku.ParseError
	if errors.As(err, &parse) {
		return grid, malformed(line, column+max(parse.Column-1, 0), "%s", parse.Reason)
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

// lineScanner reads lines and numbers them.
type lineScanner struct {
	*bufio.Scanner
	number int
}

func scanLines(r io.Reader) *lineScanner {
	s := bufio.NewScanner(buffer(r))
	s.Buffer(nil, maxLine)
	return &lineScanner{Scanner: s}
}

func (s *lineScanner) Scan() bool {
	ok := s.Scanner.Scan()
	if ok {
		s.number++
	}
	return ok
}

// Err returns the error that the scan ended with.
func (s *lineScanner) Err() error {
	if errors.Is(s.Scanner.Err(), bufio.ErrTooLong) {
		return malformed(s.number+1, 0, "longer than %d bytes", maxLine)
	}
	return s.Scanner.Err()
}

// readText reads all forms of plain text: lines and grids. Behind a puzzle on
// its line may stand its solution; anything else there is a note.
func readText(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for text, err := range sudoku.ScanText(buffer(r)) {
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
