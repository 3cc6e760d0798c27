package pack

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"

	"golang.org/x/net/html"

	"github.com/seedoku/seedoku/internal/shape"
)

// htmlStarts are what web pages begin with, in small letters.
var htmlStarts = [...]string{"<!doctype html", "<html", "<head", "<body", "<table", "<tbody", "<tr", "<div", "<pre", "<p>", "<h1", "<h2", "<section", "<center", "<main", "<article", "<form", "<span", "<ul", "<ol", "<li", "<td", "<input", "<button"}

func isHTML(line string) bool {
	line = strings.ToLower(line[:min(len(line), 20)])
	for _, start := range htmlStarts {
		if strings.HasPrefix(line, start) {
			return true
		}
	}
	return false
}

// readHTML reads the text of a page, in which a row of a table is a line with |
// around its cells.
func readHTML(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		page := newHTMLLines(r, yield)
		for text, err := range shape.ScanLines(page) {
			if page.boards.ended || !yield(Record{Line: text.Line, Grid: text.Grid}, err) {
				return
			}
		}
	}
}

// htmlLines are the lines that a page shows.
type htmlLines struct {
	page   *html.Tokenizer
	rest   []byte       // of the text at hand, as the file has it
	text   bytes.Buffer // of the line at hand
	shown  []byte       // the line that was scanned
	line   int          // in the file
	number int          // where the line that was scanned begins
	inRow  bool         // of a table
	hidden bool         // the text at hand is not shown
	boards boardReader  // they are no lines
	before int          // length of the text of the line up to the last tag
	err    error
}

// maxText is the length of the longest text without a tag in it.
const maxText = 8 * maxRecord

func newHTMLLines(r io.Reader, yield func(Record, error) bool) *htmlLines {
	h := &htmlLines{page: html.NewTokenizer(buffer(r)), line: 1, boards: boardReader{yield: yield}}
	h.page.SetMaxBuf(maxText)
	return h
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
	for h.err == nil && !h.boards.ended {
		ends := false
		if len(h.rest) > 0 {
			ends = h.character()
		} else {
			ends = h.token()
		}
		if h.text.Len() > maxRecord {
			h.err = malformed(h.number, 0, "longer than %d bytes", maxRecord)
		} else if ends {
			h.shown = []byte(html.UnescapeString(h.text.String()))
			return true
		}
	}
	return false
}

// character reads a character of a text and reports whether it ends a line.
func (h *htmlLines) character() (ends bool) {
	c := h.rest[0]
	h.rest = h.rest[1:]
	switch {
	case c == '\n':
		h.line++
		if ends = !h.inRow && !h.boards.inCell(); !ends && h.text.Len() > h.before {
			h.text.WriteByte(' ')
		}
	case !h.hidden:
		h.text.WriteByte(c)
		h.boards.character(c)
	}
	return ends
}

// token reads a text or a tag and reports whether it ends a line.
func (h *htmlLines) token() (ends bool) {
	kind, raw := h.page.Next(), h.page.Raw()
	if kind == html.TextToken {
		h.rest = raw
		return false
	}
	h.line += bytes.Count(raw, []byte("\n"))
	switch {
	case kind != html.ErrorToken && len(raw) <= maxRecord:
		return h.tag(kind)
	case len(raw) > maxRecord:
		h.err = malformed(h.line, 0, "a tag longer than %d bytes", maxRecord)
	case h.page.Err() == html.ErrBufferExceeded:
		h.err = malformed(h.line, 0, "a text longer than %d bytes", maxText)
	default:
		h.err = h.page.Err()
	}
	return h.err == io.EOF
}

// tag takes a tag, or a comment.
func (h *htmlLines) tag(kind html.TokenType) (ends bool) {
	tag := pageTag{closing: kind == html.EndTagToken, empty: kind == html.SelfClosingTagToken}
	if kind != html.CommentToken && kind != html.DoctypeToken {
		tag.read(h.page)
	}
	h.hidden = !tag.closing && (tag.name == "script" || tag.name == "style" || tag.name == "title")
	if !h.hidden {
		h.page.NextIsNotRawText()
	}
	if h.boards.endsCell(&tag) {
		h.text.Truncate(min(h.before, h.text.Len()))
	}
	h.boards.tag(&tag, h.line)
	h.before = h.text.Len()
	switch tag.name {
	case "tr":
		if h.inRow = !tag.closing; !h.inRow {
			h.text.WriteByte('|')
			return true
		}
		h.text.Reset()
		h.number = h.line
	case "td", "th":
		if !tag.closing {
			h.text.WriteByte('|')
		}
	case "input":
		if h.inRow {
			h.text.WriteString(tag.value)
		}
	case "br", "p", "div", "li":
		return !h.inRow
	case "table", "pre", "h1", "h2", "h3", "caption":
		return tag.closing && !h.inRow
	}
	return false
}

// pageTag is the beginning or the end of an element of a page.
type pageTag struct {
	name       string
	closing    bool
	empty      bool   // the element ends where it begins
	attributes string // all of them, in small letters
	value      string // the attribute of this name
}

func (t *pageTag) read(page *html.Tokenizer) {
	name, more := page.TagName()
	t.name = string(name)
	for more {
		var key, value []byte
		key, value, more = page.TagAttr()
		t.attributes += strings.ToLower(fmt.Sprintf(" %s=%s", key, value))
		if string(key) == "value" {
			t.value = string(value)
		}
	}
}
