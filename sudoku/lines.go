package sudoku

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine is the length in bytes of the longest line that a [LineScanner] reads.
// A puzzle needs 81; the rest is room for comments.
const MaxLine = 1 << 20

// LineScanner reads a text line by line, like a [bufio.Scanner], and numbers the
// lines. A line ends with LF, with CR LF or, as on old Macs, with CR. A byte
// order mark before the first line is skipped. Memory is bounded by [MaxLine],
// whatever the text is.
type LineScanner struct {
	lines  *bufio.Scanner
	number int
	ended  bool // a bufio.Scanner would go on within a line that is too long
}

// ScanLines returns a scanner of the lines of a text.
func ScanLines(r io.Reader) *LineScanner {
	lines := bufio.NewScanner(Newlines(r))
	lines.Buffer(nil, MaxLine+len("\n"))
	lines.Split((&lineSplitter{}).split)
	return &LineScanner{lines: lines}
}

// lineSplitter splits a text at every LF. It remembers how far it has searched.
// So the time for a long line does not depend on the size of the pieces in which
// it arrives; with [bufio.ScanLines] it would.
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

// Scan advances to the next line and reports whether there is one.
func (s *LineScanner) Scan() bool {
	if s.ended {
		return false
	}
	s.ended = !s.lines.Scan()
	if !s.ended || s.lines.Err() != nil {
		s.number++
	}
	return !s.ended
}

// Bytes returns the line without its end. The slice is valid until the next Scan.
func (s *LineScanner) Bytes() []byte {
	line := s.lines.Bytes()
	if s.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return line
}

// Number returns the number of the current line, from 1. After an error it is the
// number of the line that could not be read.
func (s *LineScanner) Number() int { return s.number }

// Err returns the error that ended the scan, or nil at the end of the text. For a
// line longer than [MaxLine] it is a [*ParseError].
func (s *LineScanner) Err() error {
	if errors.Is(s.lines.Err(), bufio.ErrTooLong) {
		return &ParseError{Line: s.number, Reason: fmt.Sprintf("longer than %d bytes", MaxLine)}
	}
	return s.lines.Err()
}

// Newlines returns a reader of r in which every line ends with LF alone: CR LF
// and CR become LF. A Read returns as soon as one Read of r has given text.
func Newlines(r io.Reader) io.Reader { return &newlines{r: r} }

type newlines struct {
	r       io.Reader
	afterCR bool // the last byte read was a CR: an LF that follows belongs to the same line end
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

// convert replaces the line ends of a part of the text in place, and returns its
// new length.
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
