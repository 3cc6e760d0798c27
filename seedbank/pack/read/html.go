package read

import (
	"bytes"
	"html"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/shape"
)

// htmlStarts are the possible beginnings of web pages, in lower case.
var htmlStarts = [...]string{"<!doctype html", "<html", "<head", "<body", "<table", "<tbody", "<tr", "<div", "<pre", "<p>", "<h1", "<h2", "<section", "<center", "<main", "<article", "<form", "<span", "<ul", "<ol", "<li", "<td", "<input", "<button"}

func isHTML(line string) bool {
	line = strings.ToLower(line[:min(len(line), 20)])
	return slices.ContainsFunc(htmlStarts[:], func(start string) bool { return strings.HasPrefix(line, start) })
}

// readHTML reads the text of a page. It turns each row of a table into a line
// with | around its cells. The solutions of a booklet are no puzzles.
//
// The tokenizer of golang.org/x/net/html would only replace the method tag, a dozen
// lines. Its tables take a quarter of a millisecond of every program start. It also
// keeps a whole text without tags in memory, where this reader keeps a line.
func readHTML(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		page := &htmlLines{file: buffer(r), line: 1, boards: boardReader{yield: yield}}
		for text, err := range shape.ScanLines(page) {
			if page.boards.ended || !yield(Record{Line: text.Line, Grid: text.Grid}, err) {
				return
			}
		}
	}
}

// htmlLines are the lines that a page shows.
type htmlLines struct {
	file   *textReader
	text   bytes.Buffer // text of the current line
	shown  []byte       // the line that was scanned
	line   int          // number of the current line of the file
	number int          // number of the line on which the scanned line begins
	inRow  bool         // of a table
	hidden string       // the element whose text is hidden, or empty
	since  int          // number of the line on which it begins
	answer bool         // in the section that may be the solutions of a booklet
	boards boardReader  // boards are not read as lines
	before int          // length of the text of the line up to the last tag
	err    error
}

func (h *htmlLines) Bytes() []byte { return h.shown }
func (h *htmlLines) Number() int   { return h.number }

func (h *htmlLines) Err() error {
	if h.err == io.EOF {
		return nil
	}
	return h.err
}

func (h *htmlLines) Scan() bool {
	h.text.Reset()
	h.number, h.before = h.line, 0
	if h.err != nil {
		return false
	}
	for !h.boards.ended {
		c, err := h.file.ReadByte()
		if err != nil {
			if h.err = err; h.hidden != "" {
				h.unended()
			}
			return err == io.EOF && h.end()
		}
		ends := false
		switch {
		case c == '<':
			ends = h.tag()
		case c == '\n':
			h.line++
			if ends = !h.inRow && !h.boards.inCell(); !ends && h.text.Len() > h.before {
				h.text.WriteByte(' ')
			}
		case h.hidden == "":
			h.text.WriteByte(c)
			h.boards.character(c)
		}
		if h.text.Len() > maxRecord {
			h.err = malformed(h.number, 0, "longer than %d bytes", maxRecord)
			return false
		}
		if h.err != nil && h.err != io.EOF {
			return false
		}
		if ends {
			return h.end()
		}
	}
	return false
}

func (h *htmlLines) end() bool {
	h.shown = []byte(html.UnescapeString(h.text.String()))
	return true
}

// tag reads the rest of a tag after its < and reports whether the tag ends a
// line.
func (h *htmlLines) tag() (ends bool) {
	var tag bytes.Buffer
	for {
		if tag.Len() > maxRecord {
			h.err = malformed(h.line, 0, "a tag longer than %d bytes", maxRecord)
			return true
		}
		c, err := h.file.ReadByte()
		if err != nil {
			h.err = err
			break
		}
		switch c {
		case '\n':
			h.line++
			c = ' '
		case '\t':
			c = ' '
		}
		isComment := bytes.HasPrefix(tag.Bytes(), []byte("!--"))
		if c == '>' && (!isComment || bytes.HasSuffix(tag.Bytes(), []byte("--"))) {
			break
		}
		tag.WriteByte(c)
	}
	return h.takeTag(tag.String())
}

func (h *htmlLines) takeTag(tag string) (ends bool) {
	name, attributes, _ := strings.Cut(strings.ToLower(tag), " ")
	name = strings.TrimSuffix(name, "/")
	switch {
	case h.hidden == "":
	case name == "/"+h.hidden:
		h.hidden = ""
		return false
	case h.hidden == "section" && (name == "section" || name == "/body"):
		h.unended()
	default:
		return false
	}
	if h.boards.endsCell(name) {
		h.text.Truncate(min(h.before, h.text.Len()))
	}
	h.boards.tag(name, attributes, h.line)
	h.before = h.text.Len()
	switch name {
	case "script", "style", "title":
		h.hidden, h.since = name, h.line
	case "section":
		h.answer = strings.Trim(attributeOf(attributes, "id"), "0123456789") == "solutions"
	case "/section":
		h.answer = false
	case "tr":
		h.text.Reset()
		h.inRow, h.number = true, h.line
	case "td", "th":
		h.text.WriteByte('|')
	case "/tr":
		h.inRow = false
		h.text.WriteByte('|')
		return true
	case "input":
		if h.inRow {
			h.text.WriteString(attributeOf(attributes, "value"))
		}
	case "div":
		if h.answer && attributeOf(attributes, "class") == "solutions" {
			h.hidden, h.since = "section", h.line // of a booklet
		}
		return !h.inRow
	case "br", "p", "/p", "/div", "/table", "/pre", "li", "/li", "/h1", "/h2", "/h3", "/caption":
		return !h.inRow
	}
	return false
}

// unended shows the text again after an element that has no end tag, and says so: it may have
// hidden puzzles.
func (h *htmlLines) unended() {
	err := malformed(h.since, 0, "<%s> has no end tag: it may hide puzzles", h.hidden)
	h.boards.ended = h.boards.ended || !h.boards.yield(Record{Line: h.since}, err)
	h.hidden = ""
}

// attributeOf returns the value of an attribute of a tag.
func attributeOf(attributes, name string) string {
	for rest := attributes; ; {
		before, value, ok := strings.Cut(rest, name+"=")
		if !ok {
			return ""
		}
		rest = value
		if before != "" && strings.IndexByte(" '\"", before[len(before)-1]) < 0 {
			continue // the end of a longer name
		}
		if quote := value[:min(1, len(value))]; quote == `"` || quote == "'" {
			value, _, _ = strings.Cut(value[1:], quote)
			return value
		}
		value, _, _ = strings.Cut(value, " ")
		return strings.TrimSuffix(value, "/")
	}
}
