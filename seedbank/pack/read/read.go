package read

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shape"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Record is a puzzle as read from a file. Its clues, in Grid, need not be a proper puzzle.
type Record struct {
	Line, Column int         // place of its beginning, from 1; Column is 0 for a whole line
	Grid         sudoku.Grid // the clues
	Solution     sudoku.Grid // empty if the file has none; otherwise complete and consistent with the clues
	ID           string      // ID and the following fields are copied from the file, or empty
	Rating       string
	Source       string // author, collection or folder
	Note         string

	Position *rating.Position // where the game in the file stands, or nil: the digits placed and the candidates left

	Seed  seed.Key // instead of a puzzle, if Named; see [List]
	Named bool
}

// malformed returns an error about a place of a file; column 0 means the whole
// line.
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
	if err == nil && len(p.text) > 2*len(grid) && shape.HasTwo(p.text) {
		return grid, malformed(p.line, p.column, "two puzzles in one place")
	}
	return grid, within(p.line, p.column, err)
}

// within adds the place of a text in its file to an error about the text. It returns nil if
// err is nil.
func within(line, column int, err error) error {
	if parse, ok := errors.AsType[*sudoku.ParseError](err); ok {
		return malformed(line, column+max(parse.Column-1, 0), "%s", parse.Reason)
	}
	return err
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

// eachLine calls take for each line of a file, until that returns false. It reports whether all
// lines were read, and yields the error of reading.
func eachLine(r io.Reader, yield func(Record, error) bool, take func(number int, line []byte) bool) bool {
	lines := sudoku.ScanLines(buffer(r))
	for lines.Scan() {
		if !take(lines.Number(), lines.Bytes()) {
			return false
		}
	}
	if err := lines.Err(); err != nil {
		yield(Record{Line: lines.Number()}, err)
		return false
	}
	return true
}

// readLines returns a reader of a format with a record on each line. take reads a line
// and reports whether to continue. Empty lines and lines that begin with # are skipped.
func readLines(take func(text []byte, line int, yield func(Record, error) bool) bool) func(io.Reader) iter.Seq2[Record, error] {
	return func(r io.Reader) iter.Seq2[Record, error] {
		return func(yield func(Record, error) bool) {
			eachLine(r, yield, func(number int, line []byte) bool {
				body := bytes.TrimSpace(line)
				return len(body) == 0 || body[0] == '#' || take(line, number, yield)
			})
		}
	}
}

// readText reads all shapes of plain text: lines and grids. A solution may follow
// a puzzle on its line; any other text after it but another puzzle is a note.
func readText(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var others otherLines
		for text, err := range shape.ScanAll(buffer(r), func(string) bool { return false }) {
			record := Record{Line: text.Line, Grid: text.Grid, Position: (*rating.Position)(text.Game)}
			if text.Other == "" {
				others = otherLines{}
			} else if record.Line, err = others.take(text); err == nil {
				continue
			}
			record.remark(text.Rest)
			if !yield(record, err) {
				return
			}
		}
	}
}

// remark sets the fields of a record from the text after a puzzle on its line.
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
