package table

import (
	"bytes"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/plainjson"
)

// Form is a format of text for rows of any kind.
type Form struct {
	Name      string
	Extension string // of file names, without the dot
	Summary   string // one line of help

	titles     bool // the first line has the names of the columns
	objects    bool // rows are JSON objects
	head, foot string
	first      string // text before the first row
	between    string // text before each other row
	begin, end string // texts around a row
	separator  byte   // between values
}

// The forms of text.
var (
	Lines = &Form{Name: "text", Extension: "txt", Summary: "a line for each row, with tabs between the values",
		separator: '\t', end: "\n"}
	CSV = &Form{Name: "csv", Extension: "csv", Summary: "a table with a header, for spreadsheets and data frames",
		titles: true, separator: ',', end: "\n"}
	JSONL = &Form{Name: "jsonl", Extension: "jsonl", Summary: "one JSON object a line, with the columns of csv",
		objects: true, begin: "{", separator: ',', end: "}\n"}
	JSON = &Form{Name: "json", Extension: "json", Summary: "one JSON array of the objects of jsonl",
		objects: true, head: "[", first: "\n", between: ",\n", begin: "{", separator: ',', end: "}", foot: "\n]\n"}
)

// Forms are all forms. The first one is for people and shell tools.
var Forms = [...]*Form{Lines, CSV, JSONL, JSON}

// FormNames returns the names of [Forms].
func FormNames() []string { return phrase.Names(Forms[:], nameOf) }

func nameOf(f **Form) string { return (*f).Name }

// FormNamed returns the form with a name. The error lists all names.
func FormNamed(name string) (*Form, error) {
	form, err := phrase.Named(Forms[:], nameOf, "format", name)
	if err != nil {
		return nil, err
	}
	return *form, nil
}

// Table writes rows as text.
type Table[R any] struct {
	Form    *Form
	Columns []Column[R]
}

// AppendHead appends the text before the first row.
func (t *Table[R]) AppendHead(dst []byte) []byte {
	dst = append(dst, t.Form.head...)
	if !t.Form.titles {
		return dst
	}
	for i := range t.Columns {
		dst = append(append(dst, t.Columns[i].Name...), t.Form.separator)
	}
	return t.End(dst)
}

// AppendFoot appends the text after the last row.
func (t *Table[R]) AppendFoot(dst []byte) []byte { return append(dst, t.Form.foot...) }

// AppendRow appends a row. first says whether it is the first row.
func (t *Table[R]) AppendRow(dst []byte, r R, first bool) []byte {
	return t.End(t.AppendValues(t.Begin(dst, first), r, t.Columns))
}

// Begin appends the text before the values of a row.
func (t *Table[R]) Begin(dst []byte, first bool) []byte {
	between := t.Form.between
	if first {
		between = t.Form.first
	}
	return append(append(dst, between...), t.Form.begin...)
}

// AppendValues appends the values of the given columns for a row, each followed by a
// separator.
func (t *Table[R]) AppendValues(dst []byte, r R, columns []Column[R]) []byte {
	for i := range columns {
		if t.Form.objects {
			dst = columns[i].appendMember(dst, r, t.Form.separator)
		} else {
			dst = append(columns[i].appendCell(dst, r, t.Form.titles), t.Form.separator)
		}
	}
	return dst
}

// End replaces the separator at the end of dst by the end of the row. The last value of
// a line may have no separator.
func (t *Table[R]) End(dst []byte) []byte {
	for dst[len(dst)-1] == t.Form.separator {
		dst = dst[:len(dst)-1]
		if t.Form.titles {
			break
		}
	}
	return append(dst, t.Form.end...)
}

// Ended reports whether a row of which dst is the end has no separator after it.
func (t *Table[R]) Ended(dst []byte) bool { return dst[len(dst)-1] != t.Form.separator }

// Rows makes the text of a file: a [Table], or another file that consists of a head, rows and
// a foot.
type Rows[R any] interface {
	AppendHead(dst []byte) []byte
	AppendRow(dst []byte, r R, first bool) []byte
	AppendFoot(dst []byte) []byte
}

// Writer writes a file of rows. It serves one goroutine at a time.
type Writer[R any] struct {
	w      io.Writer
	rows   Rows[R]
	begun  bool
	buffer []byte
}

// NewWriter returns a writer of a table. It does not buffer.
func NewWriter[R any](w io.Writer, form *Form, columns []Column[R]) *Writer[R] {
	return NewRowWriter(w, &Table[R]{form, columns})
}

// NewRowWriter returns a writer of some rows. It does not buffer.
func NewRowWriter[R any](w io.Writer, rows Rows[R]) *Writer[R] { return &Writer[R]{w: w, rows: rows} }

// WriteList writes a table of the elements of a list.
func WriteList[T any](w io.Writer, form *Form, columns []Column[*T], list []T) error {
	to := NewWriter(w, form, columns)
	for i := range list {
		if err := to.Write(&list[i]); err != nil {
			return err
		}
	}
	return to.Close()
}

// Write writes a row.
func (w *Writer[R]) Write(r R) error {
	w.buffer = w.rows.AppendRow(w.head(), r, !w.begun)
	w.begun = true
	_, err := w.w.Write(w.buffer)
	return err
}

// head returns the text to write before the next row.
func (w *Writer[R]) head() []byte {
	if w.begun {
		return w.buffer[:0]
	}
	return w.rows.AppendHead(w.buffer[:0])
}

// Close writes the text after the last row.
func (w *Writer[R]) Close() error {
	text := w.rows.AppendFoot(w.head())
	if len(text) == 0 {
		return nil
	}
	_, err := w.w.Write(text)
	return err
}

// Object returns the values of the columns for a row as a JSON object.
func Object[R any](columns []Column[R], r R) []byte {
	t := Table[R]{JSON, columns}
	return t.AppendRow(nil, r, true)[len(JSON.first):]
}

// appendCell appends the value as a cell of a table, in quotes where it needs them.
func (c *Column[R]) appendCell(dst []byte, r R, quotes bool) []byte {
	start := len(dst)
	if dst = c.Append(r, dst); quotes && (c.Type == Text || c.Type == Nested) {
		return quoteCell(dst, start)
	}
	return dst
}

// quoteCell quotes the cell at the end of dst if a reader of tables would take
// it for something else: as RFC 4180 has it, and if it begins with a space,
// which many readers drop, or with the # of a comment.
func quoteCell(dst []byte, start int) []byte {
	cell := dst[start:]
	if len(cell) == 0 {
		return dst
	}
	first, _ := utf8.DecodeRune(cell)
	special := cell[0] == '#' || string(cell) == `\.` || unicode.IsSpace(first) // \. is the end of the data, to Postgres
	for _, char := range cell {
		special = special || char == ',' || char == '"' || char == '\n' || char == '\r'
	}
	if !special {
		return dst
	}
	text := bytes.ReplaceAll(cell, []byte{'"'}, []byte{'"', '"'})
	return append(append(append(dst[:start], '"'), text...), '"')
}

// appendMember appends the value as the member of an object, with a separator after
// it, or nothing if the value is not known.
func (c *Column[R]) appendMember(dst []byte, r R, separator byte) []byte {
	start := len(dst)
	dst = append(append(append(dst, '"'), c.Name...), '"', ':')
	value := len(dst)
	if c.Type == Cells || c.Type == Word {
		value++
		dst = append(dst, '"')
	}
	if dst = c.Append(r, dst); len(dst) == value {
		return dst[:start]
	}
	switch c.Type {
	case Cells, Word:
		dst = append(dst, '"')
	case Text:
		dst = escape(dst, value)
	case Words:
		dst = structured(dst, value, '[', ']')
	case Counts:
		dst = structured(dst, value, '{', '}')
	}
	return append(dst, separator)
}

// escape turns the text at the end of dst into a JSON string.
func escape(dst []byte, start int) []byte {
	text := dst[start:]
	for _, char := range text {
		if char < ' ' || char > '~' || char == '"' || char == '\\' {
			return plainjson.AppendString(dst[:start], string(text))
		}
	}
	dst = append(dst, "  "...)
	copy(dst[start+1:], dst[start:])
	dst[start], dst[len(dst)-1] = '"', '"'
	return dst
}

// structured turns the words at the end of dst into an array, or words with numbers
// into an object.
func structured(dst []byte, start int, open, end byte) []byte {
	behind := len(dst)
	dst = append(dst, open, '"')
	for _, char := range dst[start:behind] {
		switch {
		case char == ':':
			dst = append(dst, '"', ':')
		case char == ' ' && open == '{':
			dst = append(dst, ',', '"')
		case char == ' ':
			dst = append(dst, '"', ',', '"')
		default:
			dst = append(dst, char)
		}
	}
	if open == '[' {
		dst = append(dst, '"')
	}
	dst = append(dst, end)
	return dst[:start+copy(dst[start:], dst[behind:])]
}
