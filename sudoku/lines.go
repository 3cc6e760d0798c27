package sudoku

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the length of the longest line of a text that is read, in bytes. A
// puzzle needs 81; the rest is room for comments.
const MaxLine = 1 << 20

// LineScanner reads a text line by line, like a [bufio.Scanner], and numbers the
// lines. A line ends with LF, with CR LF or, as on old Macs, with CR. A byte
// order mark before the first line is skipped. Memory is bounded by [MaxLine],
// whatever the text is.
type LineScanner struct {
	lines  *bufio.Scanner
	number int
}

// ScanLines returns a scanner of the lines of a text.
func ScanLines(r io.Reader) *LineScanner {
	lines := bufio.NewScanner(Newlines(r))
	lines.Buffer(nil, MaxLine+len("\n"))
	lines.Split((&lineSplitter{}).split)
	return &LineScanner{lines: lines}
}

// lineSplitter splits a text at every LF. It remembers what it has searched, so
// that a long line that comes byte by byte takes no longer than one that comes at
// once, as it would with [bufio.ScanLines].
type lineSplitter struct{ searched int }

func (l *lineSplitter) split(data []byte, atEOF bool) (advance int, line []byte, err error) {
	if i := bytes.IndexByte(data[l.searched:], '\n'); i >= 0 {
		i += l.searched
		l.searched = 0
		return i + 1, data[:i], nil
	}
	if l.searched = len(data); !atEOF || len(data) == 0 {
		return 0, nil, nil
	}
	l.searched = 0
	return len(data), data, nil
}

// Scan goes on to the next line and reports whether there is one.
func (s *LineScanner) Scan() bool {
	ok := s.lines.Scan()
	if ok || s.lines.Err() != nil {
		s.number++
	}
	return ok
}

// Bytes returns the line without its end. It holds until the next Scan.
func (s *LineScanner) Bytes() []byte {
	line := s.lines.Bytes()
	if s.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return line
}

// Number returns the number of the line, from 1, also of one that could not be
// read.
func (s *LineScanner) Number() int { return s.number }

// Err returns the error that the scan ended with, nil at the end of the text. For
// a line longer than [MaxLine] it is a [*ParseError].
func (s *LineScanner) Err() error {
	if errors.Is(s.lines.Err(), bufio.ErrTooLong) {
		return &ParseError{Line: s.number, Reason: fmt.Sprintf("longer than %d bytes", MaxLine)}
	}
	return s.lines.Err()
}

// Newlines returns a reader of r in which every line ends with LF alone: CR LF
// and CR become LF. It hands on what r gives at once, and waits for no more.
func Newlines(r io.Reader) io.Reader { return &newlines{r: r} }

type newlines struct {
	r       io.Reader
	afterCR bool // the last byte read was one: an LF behind it is no line of its own
}

func (n *newlines) Read(buf []byte) (int, error) {
	for {
		read, err := n.r.Read(buf)
		kept := n.convert(buf[:read])
		if kept > 0 || read == 0 || err != nil {
			return kept, err
		}
	}
}

// convert changes a part of the text in place and returns its new length.
func (n *newlines) convert(text []byte) (kept int) {
	if len(text) == 0 {
		return 0
	}
	rest := text
	if n.afterCR && rest[0] == '\n' {
		rest = rest[1:]
	}
	n.afterCR = text[len(text)-1] == '\r'
	for {
		i := bytes.IndexByte(rest, '\r')
		if i < 0 {
			return kept + copy(text[kept:], rest)
		}
		kept += copy(text[kept:], rest[:i])
		text[kept] = '\n'
		kept++
		rest = bytes.TrimPrefix(rest[i+1:], []byte("\n"))
	}
}
