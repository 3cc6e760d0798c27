package pack

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/seedoku/seedoku/transform"
)

// jsonlForm is the [entryColumns] of a puzzle as an object on a line.
type jsonlForm struct {
	bare
	ofPicks pickTexts
	more    []column // of entries, behind the others
}

func newJSONL(w io.Writer, _ Settings) (Writer, error) { return newRecordWriter(w, &jsonlForm{}) }

func newMeasuredJSONL(w io.Writer, _ Settings) (Writer, error) {
	return newMeasuredWriter(w, &jsonlForm{more: depthColumns[:]})
}

func (j *jsonlForm) fork() recordForm { return &jsonlForm{} }

func (j *jsonlForm) appendRecord(dst []byte, i *item, _ bool) []byte {
	start := len(dst)
	dst = appendMembers(dst, i, entryColumns[:firstOfPick])
	if i.entry == nil {
		dst = append(dst, j.ofPicks.of(i, jsonlOfPick)...)
	} else {
		dst = jsonlOfPick(dst, i)
	}
	if dst[len(dst)-1] != '\n' {
		dst = appendMembers(dst, i, entryColumns[symmetryColumn:])
		dst = append(appendMembers(dst, i, j.more), "}\n"...)
	}
	dst[start] = '{' // instead of a comma
	return dst
}

// jsonlOfPick appends the members that are the same for all isomorphs of a pick. It
// is the end of the line if they all have no symmetry.
func jsonlOfPick(dst []byte, i *item) []byte {
	dst = appendMembers(dst, i, entryColumns[firstOfPick:symmetryColumn])
	if i.neverSymmetric() {
		dst = append(append(dst, `,"`...), entryColumns[symmetryColumn].name...)
		dst = append(append(append(dst, `":"`...), transform.NoSymmetry.String()...), "\"}\n"...)
	}
	return dst
}

// appendMembers appends members, with a comma before each.
func appendMembers(dst []byte, i *item, columns []column) []byte {
	for n := range columns {
		dst = columns[n].appendMember(dst, i, ',')
	}
	return dst
}

// jsonRecord is what is read of an object; whatever else it has is ignored.
type jsonRecord struct {
	Puzzle   *string         `json:"puzzle"`
	Solution string          `json:"solution"`
	ID       json.RawMessage `json:"id"`
	ER       json.RawMessage `json:"er"`
	Rating   json.RawMessage `json:"rating"`
	Source   string          `json:"source"`
	Note     string          `json:"note"`
}

func isJSONL(line string) bool { return strings.HasPrefix(line, "{") }

// readJSONL reads objects with a puzzle, one a line.
func readJSONL(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		lines := scanLines(r)
		for lines.Scan() {
			text := lines.Bytes()
			if body := bytes.TrimSpace(text); len(body) == 0 || body[0] == '#' {
				continue
			}
			if !readObject(text, lines.Number(), yield) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Record{Line: lines.Number()}, err)
		}
	}
}

// readObject reads an object on one line: one of ours, or a tree with puzzles in
// it.
func readObject(text []byte, line int, yield func(Record, error) bool) bool {
	record := Record{Line: line}
	wrong := record.decode(text)
	if wrong == nil {
		return yield(record, nil)
	}
	found := false
	for other, err := range readJSON(bytes.NewReader(text)) {
		if err != nil && !found {
			break
		}
		if err != nil {
			err = malformed(line, 0, "%s", reasonOf(err))
		}
		found = true
		if other.Line = line; !yield(other, err) {
			return false
		}
	}
	return found || yield(record, wrong)
}

// decode sets what an object says.
func (record *Record) decode(text []byte) error {
	var object jsonRecord
	if err := json.Unmarshal(text, &object); err != nil {
		return jsonError(record.Line, err)
	}
	if object.Puzzle == nil {
		return malformed(record.Line, 0, `the object has no "puzzle"`)
	}
	record.ID, record.Source, record.Note = scalar(object.ID), object.Source, object.Note
	if record.Rating = scalar(object.ER); record.Rating == "" {
		record.Rating = scalar(object.Rating)
	}
	place := func(value string) placed { return placed{value, record.Line, bytes.Index(text, []byte(value)) + 1} }
	return record.parse(place(*object.Puzzle), place(object.Solution))
}

// scalar returns a JSON value as text: a string without its quotes, null as the
// empty text, and any other value as it stands.
func scalar(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// jsonError returns an error that says where in its line an object is malformed.
func jsonError(line int, err error) error {
	var (
		syntax *json.SyntaxError
		typed  *json.UnmarshalTypeError
	)
	switch {
	case errors.As(err, &syntax):
		return malformed(line, int(max(syntax.Offset, 1)), "not a JSON object: %v", err)
	case errors.As(err, &typed):
		return malformed(line, int(max(typed.Offset, 1)), "a JSON %s for %q", typed.Value, typed.Field)
	default:
		return malformed(line, 0, "not a JSON object: %v", err)
	}
}
