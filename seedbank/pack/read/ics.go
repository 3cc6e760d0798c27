package read

import (
	"bytes"
	"io"
	"iter"
	"strings"

	"github.com/seedoku/seedoku/internal/shape"
)

func isICS(line string) bool { return strings.EqualFold(strings.TrimSpace(line), "BEGIN:VCALENDAR") }

// readICS reads the puzzles in the descriptions of a calendar of RFC 5545, which are plain
// text of all forms.
func readICS(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		c := icsReader{yield: yield}
		if eachLine(r, yield, c.take) {
			c.end()
		}
	}
}

// icsReader holds the description that is being read.
type icsReader struct {
	yield func(Record, error) bool
	text  bytes.Buffer // folded lines joined
	first int          // its first line, or 0
}

// take reads a line and reports whether to continue. A line that begins with a space or a tab
// continues the one before it.
func (c *icsReader) take(number int, line []byte) bool {
	if len(line) > 0 && (line[0] == ' ' || line[0] == '\t') {
		if c.first == 0 {
			return true
		}
		c.text.Write(line[1:])
		if c.text.Len() > maxRecord {
			c.first = 0
			return c.yield(Record{Line: number}, malformed(number, 0, "a description longer than %d bytes", maxRecord))
		}
		return true
	}
	if !c.end() {
		return false
	}
	name, value, ok := bytes.Cut(line, []byte{':'})
	name, _, _ = bytes.Cut(name, []byte{';'}) // its parameters
	if ok && bytes.EqualFold(name, []byte("DESCRIPTION")) {
		c.first = number
		c.text.Reset()
		c.text.Write(value)
	}
	return true
}

// end yields the puzzles of the description, and reports whether to continue.
func (c *icsReader) end() bool {
	if c.first == 0 {
		return true
	}
	line := c.first
	c.first = 0
	for text, err := range shape.Scan(strings.NewReader(unescapedText(c.text.String()))) {
		record := Record{Line: line, Grid: text.Grid}
		record.remark(text.Rest)
		if err != nil {
			err = malformed(line, 0, "in the description: %v", err)
		}
		if !c.yield(record, err) {
			return false
		}
	}
	return true
}

// unescapedText returns a text of a calendar without the marks that escape characters.
func unescapedText(text string) string {
	var b strings.Builder
	for at := 0; at < len(text); at++ {
		if char := text[at]; char != '\\' || at+1 == len(text) {
			b.WriteByte(char)
			continue
		}
		at++
		if text[at] == 'n' || text[at] == 'N' {
			b.WriteByte('\n')
		} else {
			b.WriteByte(text[at])
		}
	}
	return b.String()
}
