package pack

import (
	"encoding/json"
	"io"

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
		Puzzle:     e.Puzzle.Clues,
		Solution:   e.Puzzle.Solution,
		Clues:      e.Puzzle.Clues.Clues(),
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
