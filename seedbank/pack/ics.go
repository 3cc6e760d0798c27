package pack

import (
	"bytes"
	"cmp"
	"io"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/table"
)

// icsForm makes the components of a calendar of RFC 5545. A puzzle with a date is an event
// of that day, and any other a task. Its description is a record of the format compact.
//
// https://www.rfc-editor.org/rfc/rfc5545
type icsForm struct {
	title   string
	stamp   string // when the calendar was made
	words   words  // for the names of levels
	drawing *drawingForm
	text    []byte // of a property, before it is folded
	value   []byte // before it is escaped
}

func newICS(w io.Writer, s Settings) (Writer, error) {
	made := s.date(createdOption)
	if made.IsZero() {
		made = time.Unix(0, 0)
	}
	words, err := s.words()
	if err != nil {
		return nil, err
	}
	drawing := &drawingForm{layout: nineLines, solutions: s.on(solutionOption)}
	if words.Code() != catalogue.English {
		drawing.words = &words
	}
	return newRecordWriter(w, &icsForm{
		title: s.string(titleOption), stamp: made.UTC().Format("20060102T150405Z"), words: words, drawing: drawing,
	})
}

func (c *icsForm) fork() recordForm {
	return &icsForm{title: c.title, stamp: c.stamp, words: c.words, drawing: c.drawing.fork().(*drawingForm)}
}

func (c *icsForm) AppendHead(dst []byte) []byte {
	dst = append(dst, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Seedoku//Puzzles//EN\r\n"...)
	if c.title != "" {
		dst = c.property(dst, "NAME", []byte(c.title))         // RFC 7986
		dst = c.property(dst, "X-WR-CALNAME", []byte(c.title)) // of older programs
	}
	return dst
}

func (c *icsForm) AppendFoot(dst []byte) []byte { return append(dst, "END:VCALENDAR\r\n"...) }

func (c *icsForm) AppendRow(dst []byte, i *table.Puzzle, _ bool) []byte {
	kind, day := "VTODO", ""
	if i.Entry != nil && !i.Entry.Date.IsZero() {
		kind, day = "VEVENT", i.Entry.Date.Format("20060102")
	}
	dst = append(append(append(dst, "BEGIN:"...), kind...), "\r\n"...)
	dst = c.property(dst, "UID", c.name(i, day))
	dst = c.property(dst, "DTSTAMP", []byte(c.stamp))
	if day != "" {
		dst = c.property(dst, "DTSTART;VALUE=DATE", []byte(day))
		dst = c.property(dst, "TRANSP", []byte("TRANSPARENT"))
	}
	c.value = append(append(append(c.value[:0], cmp.Or(c.title, "Sudoku")...), ": "...), c.words.levelTitle(i.Rating().Level())...)
	dst = c.property(dst, "SUMMARY", c.value)
	c.value = bytes.TrimSuffix(c.drawing.AppendRow(c.value[:0], i, true), []byte{'\n'})
	dst = c.property(dst, "DESCRIPTION", c.value)
	return append(append(append(dst, "END:"...), kind...), "\r\n"...)
}

// name returns the name of a component, which no other has: the day, and the ID or else the
// clues.
func (c *icsForm) name(i *table.Puzzle, day string) []byte {
	c.value = append(c.value[:0], day...)
	if day != "" {
		c.value = append(c.value, '-')
	}
	before := len(c.value)
	if c.value = i.AppendID(c.value); len(c.value) == before {
		c.value = i.AppendClues(c.value, '.')
	}
	return c.value
}

// longestLine is the length of a line in bytes, without its end, at which it is folded.
const longestLine = 75

// property appends a property. Its value is escaped, and its line folded.
func (c *icsForm) property(dst []byte, name string, value []byte) []byte {
	c.text = appendEscaped(append(append(c.text[:0], name...), ':'), value)
	left := longestLine
	for rest := c.text; len(rest) > 0; {
		_, size := utf8.DecodeRune(rest)
		if size > left {
			dst, left = append(dst, "\r\n "...), longestLine-1
		}
		dst, rest, left = append(dst, rest[:size]...), rest[size:], left-size
	}
	return append(dst, "\r\n"...)
}

// appendEscaped appends a text as a value. What no text of a calendar may have becomes a
// space.
func appendEscaped(dst, text []byte) []byte {
	for len(text) > 0 {
		char, size := utf8.DecodeRune(text)
		switch {
		case char == '\n':
			dst = append(dst, `\n`...)
		case char == '\\', char == ';', char == ',':
			dst = append(dst, '\\', byte(char))
		case unicode.IsControl(char), char == utf8.RuneError && size == 1:
			dst = append(dst, ' ')
		default:
			dst = append(dst, text[:size]...)
		}
		text = text[size:]
	}
	return dst
}
