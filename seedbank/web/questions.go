package web

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// question returns a handler for the question with a name. A body that is a position is
// answered by an object. Else the handler answers about each puzzle of the body, as JSON
// lines in the order of the body.
func question(name string) handler {
	q, err := examine.QuestionNamed(name)
	if err != nil {
		panic("web: " + err.Error()) // the names stand in the table of routes
	}
	return reading(func(s *Server, w http.ResponseWriter, r *request, body []byte) error {
		about, err := s.askedOf(r)
		if err != nil {
			return err
		}
		r.tell(w)
		switch {
		case q.HasPositions() && isJSON(r) && !hasPuzzles(body):
			return s.answerFrom(w, r, q, body)
		case q.HasPositions() && len(body) <= shortBody:
			return s.answerAll(w, r, body, q, about, s.hints)
		default:
			return s.answerAll(w, r, body, q, about, s.pool)
		}
	})
}

// answerFrom answers a question about a position.
func (s *Server) answerFrom(w http.ResponseWriter, r *request, q *examine.Question, body []byte) error {
	var object struct {
		Puzzle  *string  `json:"puzzle"`
		Grid    *string  `json:"grid"`
		Removed []string `json:"removed"`
	}
	if err := decodeObject(body, &object); err != nil {
		return err
	}
	position, err := examine.ParsePosition(object.Puzzle, object.Grid, object.Removed)
	if err != nil {
		return err
	}
	position.Language = r.language
	ctx, leave, err := s.hints.enter(r.Context())
	if err != nil {
		return err
	}
	defer leave()
	answer, err := found(ctx, s.hints, func(x *examine.Examiner) ([]byte, error) { return x.AnswerFrom(q, position) })
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-store")
	return sendBody(w, jsonType, answer)
}

// askedOf returns what a question of a request is about, but for the grid.
func (s *Server) askedOf(r *request) (about examine.Asked, err error) {
	about = examine.Asked{Context: r.Context(), Bank: discreet{s.bank}, Language: r.language}
	if about.Effort, err = switchOf(r, "effort"); err != nil {
		return about, err
	}
	about.Minutes, err = switchOf(r, "pace")
	return about, err
}

// switchOf reads a parameter that says whether something is wanted.
func switchOf(r *request, name string) (on bool, err error) {
	if !r.query.Has(name) {
		return false, nil
	}
	if on, err = draw.ParseSwitch(r.query.Get(name)); err != nil {
		return false, badField(name, err)
	}
	return on, nil
}

// discreet is a bank whose errors clients must not read.
type discreet struct{ *seedbank.Bank }

// Name tells the ID of a puzzle.
func (b discreet) Name(ctx context.Context, canonizer *transform.Canonizer, p sudoku.Puzzle) (id string, held bool, err error) {
	id, held, err = b.Bank.Name(ctx, canonizer, p)
	if err != nil && !isDone(ctx) {
		err = internalError{err}
	}
	return id, held, err
}

// hasPuzzles reports whether a body is a JSON object with a list of puzzles.
func hasPuzzles(body []byte) bool {
	var object struct {
		Puzzles []json.RawMessage `json:"puzzles"`
	}
	return json.Unmarshal(body, &object) == nil && object.Puzzles != nil
}
