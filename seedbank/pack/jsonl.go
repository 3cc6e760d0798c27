package pack

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// jsonEntry is an [Entry] as JSON has it. Ratings are numbers with one decimal.
type jsonEntry struct {
	ID         string         `json:"id,omitempty"`
	Puzzle     sudoku.Grid    `json:"puzzle"`
	Solution   sudoku.Grid    `json:"solution"`
	Clues      int            `json:"clues"`
	Level      rating.Level   `json:"level"`
	ER         json.Number    `json:"er"`
	EP         json.Number    `json:"ep"`
	ED         json.Number    `json:"ed"`
	Hardest    string         `json:"hardest"`
	Techniques map[string]int `json:"techniques"`
	Seed       string         `json:"seed,omitempty"`
}

type jsonlWriter struct{ lines *json.Encoder }

func newJSONL(w io.Writer, _ Options) Writer { return &jsonlWriter{json.NewEncoder(w)} }

func (j *jsonlWriter) Write(e *Entry) error {
	return j.lines.Encode(jsonEntry{
		ID:         e.ID,
		Puzzle:     e.Puzzle.Clues(),
		Solution:   e.Puzzle.Solution(),
		Clues:      e.Puzzle.NumClues(),
		Level:      e.Rating.Level(),
		ER:         json.Number(e.Rating.ER.String()),
		EP:         json.Number(e.Rating.EP.String()),
		ED:         json.Number(e.Rating.ED.String()),
		Hardest:    e.Rating.Hardest.String(),
		Techniques: usesByName(&e.Rating),
		Seed:       e.Seed,
	})
}

func (j *jsonlWriter) Close() error { return nil }

func usesByName(r *rating.Result) map[string]int {
	uses := map[string]int{}
	for technique, n := range r.Uses {
		if n > 0 {
			uses[rating.Technique(technique).String()] = int(n)
		}
	}
	return uses
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
			record := Record{Line: lines.number}
			if !yield(record, record.decode(text)) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Record{Line: lines.number}, err)
		}
	}
}

// decode sets all that an object says.
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
	return record.parse(fields{
		puzzle:         *object.Puzzle,
		puzzleColumn:   bytes.Index(text, []byte(*object.Puzzle)) + 1,
		solution:       object.Solution,
		solutionColumn: bytes.Index(text, []byte(object.Solution)) + 1,
	})
}

// scalar returns a string, a number or another value as text, and null as none.
func scalar(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// jsonError says where in its line an object is malformed.
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
