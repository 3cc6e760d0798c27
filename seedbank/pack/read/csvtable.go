package read

import (
	"io"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/sudoku"
)

// tableReader splits a text into rows of cells, as RFC 4180 has it. Rows are lines; a
// cell in quotes may hold separators, line ends and, doubled, quotes. Empty lines
// and lines that begin with # are skipped between rows.
//
// It is strict, because a missing quote would swallow puzzles. It replaces
// [encoding/csv], whose memory has no bound.
type tableReader struct {
	lines     *sudoku.LineScanner
	separator byte

	line   int      // line on which the current row begins
	length int      // length of the row so far
	row    []placed // reused for each row
	ended  bool     // by an error, so that no more rows can be read
}

// next returns the next row, which is valid until the next call. At the end the
// error is [io.EOF]. A malformed row gives a [*sudoku.ParseError]; then the next
// row begins on the next line, unless the table has ended.
func (t *tableReader) next() ([]placed, error) {
	line, err := t.firstLine()
	if err != nil {
		return nil, err
	}
	t.line, t.length, t.row = t.lines.Number(), len(line), t.row[:0]
	for column, more := 1, true; more; {
		if len(t.row) == bounds.Columns {
			t.ended = true
			return nil, malformed(t.line, column, "a row of more than %d columns", bounds.Columns)
		}
		if strings.HasPrefix(line[column-1:], `"`) {
			line, column, more, err = t.quoted(line, column)
		} else {
			column, more, err = t.plain(line, column)
		}
		if err != nil {
			return nil, err
		}
	}
	return t.row, nil
}

// firstLine returns the line that the next row begins on.
func (t *tableReader) firstLine() (string, error) {
	for t.lines.Scan() {
		if line := t.lines.Bytes(); len(line) > 0 && line[0] != '#' {
			return string(line), nil
		}
	}
	return "", t.end(io.EOF)
}

// end returns the error of reading lines, or else the error other.
func (t *tableReader) end(other error) error {
	t.ended = true
	if err := t.lines.Err(); err != nil {
		t.line = t.lines.Number()
		return err
	}
	return other
}

// plain adds the cell without quotes that begins at a column of a line. It
// returns the column after it and whether there is another cell.
func (t *tableReader) plain(line string, column int) (next int, more bool, err error) {
	text := line[column-1:]
	length := strings.IndexByte(text, t.separator)
	if more = length >= 0; more {
		text = text[:length]
	}
	if i := strings.IndexByte(text, '"'); i >= 0 {
		return 0, false, malformed(t.lines.Number(), column+i, "a quote in a cell that does not begin with one")
	}
	t.row = append(t.row, placed{text, t.lines.Number(), column})
	return column + len(text) + 1, more, nil
}

// quoted adds the cell in quotes that begins at a column of a line. It returns
// the line on which it ends, the column after it there, and whether there is
// another cell.
func (t *tableReader) quoted(line string, column int) (last string, next int, more bool, err error) {
	found := placed{"", t.lines.Number(), column}
	var text strings.Builder
	next = column + 1
	for {
		rest := line[next-1:]
		length := strings.IndexByte(rest, '"')
		if length < 0 {
			text.WriteString(rest)
			text.WriteByte('\n')
			if line, err = t.nextLine(&found); err != nil {
				return "", 0, false, err
			}
			next = 1
			continue
		}
		text.WriteString(rest[:length])
		next += length + 1
		switch rest = rest[length+1:]; {
		case rest == "" || rest[0] == t.separator:
			found.text = text.String()
			t.row = append(t.row, found)
			return line, next + 1, rest != "", nil
		case rest[0] != '"':
			return "", 0, false, malformed(t.lines.Number(), next-1, "a quote within a cell that is not doubled")
		}
		text.WriteByte('"')
		next++
	}
}

// nextLine returns the next line of a cell in quotes.
func (t *tableReader) nextLine(c *placed) (string, error) {
	if !t.lines.Scan() {
		return "", t.end(malformed(c.line, c.column, "a quote that is not closed"))
	}
	line := string(t.lines.Bytes())
	if t.length += len("\n") + len(line); t.length > maxRecord {
		t.ended = true
		return "", malformed(c.line, c.column, "a row longer than %d bytes: a quote is not closed", maxRecord)
	}
	return line, nil
}
