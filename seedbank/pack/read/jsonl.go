package read

import (
	"bytes"
	"encoding/json"
	"errors"
)

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

// readObject reads the object on a line: one of ours, or a tree with puzzles in
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
