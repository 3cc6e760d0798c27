package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/sudoku"
)

// The questions about puzzles.
var (
	rateQuestion = question{slow: true, ask: func(_ *Server, r *request, x *examine.Examiner, grid sudoku.Grid) (any, error) {
		if r.query.Get("effort") == "true" {
			return x.RateWithEffort(grid)
		}
		return x.Rate(grid)
	}}
	solveQuestion = question{ask: func(_ *Server, _ *request, x *examine.Examiner, grid sudoku.Grid) (any, error) {
		return x.Solve(grid)
	}}
	canonQuestion = question{ask: func(_ *Server, _ *request, x *examine.Examiner, grid sudoku.Grid) (any, error) {
		return x.Canon(grid)
	}}
	checkQuestion = question{ask: func(s *Server, r *request, x *examine.Examiner, grid sudoku.Grid) (any, error) {
		checked, err := x.Check(r.Context(), s.bank, grid)
		if err != nil && !x.Interrupted() {
			err = internalError{err}
		}
		return checked, err
	}}
	wayQuestion = question{slow: true, ask: func(_ *Server, _ *request, x *examine.Examiner, grid sudoku.Grid) (any, error) {
		way, err := x.Way(grid)
		return &way, err
	}}
	hintQuestion = question{slow: true, ask: func(_ *Server, _ *request, x *examine.Examiner, grid sudoku.Grid) (any, error) {
		return x.Hint(&examine.Position{Puzzle: grid})
	}}
)

// The questions about positions.
var (
	hintFrom = fromPosition(hintQuestion, func(x *examine.Examiner, at *examine.Position) (any, error) { return x.Hint(at) })
	wayFrom  = fromPosition(wayQuestion, func(x *examine.Examiner, at *examine.Position) (any, error) {
		way, err := x.WayFrom(at)
		return &way, err
	})
)

// fromPosition returns a handler that answers about a position, which is a JSON
// object, or asks a question about every puzzle in the body.
func fromPosition(each question, ask func(*examine.Examiner, *examine.Position) (any, error)) handler {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		body, done, err := s.readBody(w, r)
		if err != nil {
			return err
		}
		defer done()
		if !isJSON(r) || hasPuzzles(body) {
			if len(body) <= shortBody {
				return s.answerAll(w, r, body, each, s.hints)
			}
			return s.answerAll(w, r, body, each, s.pool)
		}
		position, err := positionIn(body)
		if err != nil {
			return err
		}
		ctx, leave, err := s.hints.enter(r.Context())
		if err != nil {
			return err
		}
		defer leave()
		var answer any
		var wrong error
		if err := s.hints.do(ctx, func(x *examine.Examiner) { answer, wrong = ask(x, position) }); err != nil {
			return err
		}
		if wrong != nil {
			return wrong
		}
		w.Header().Set("Cache-Control", "no-store")
		return sendJSON(w, answer)
	}
}

// hasPuzzles reports whether a body is a JSON object with a list of puzzles.
func hasPuzzles(body []byte) bool {
	var object struct {
		Puzzles []json.RawMessage `json:"puzzles"`
	}
	return json.Unmarshal(body, &object) == nil && object.Puzzles != nil
}

// positionIn reads a position.
func positionIn(body []byte) (*examine.Position, error) {
	var object struct {
		Puzzle  *string  `json:"puzzle"`
		Grid    *string  `json:"grid"`
		Removed []string `json:"removed"`
	}
	wrong := func(field string, err error) error {
		return &statusError{http.StatusUnprocessableEntity, field, err}
	}
	if err := json.Unmarshal(body, &object); err != nil {
		var typed *json.UnmarshalTypeError
		if errors.As(err, &typed) {
			return nil, wrong(typed.Field, fmt.Errorf("a JSON %s is wrong here", typed.Value))
		}
		return nil, &statusError{http.StatusBadRequest, "", fmt.Errorf("the body is not a JSON object: %w", err)}
	}
	if object.Puzzle == nil {
		return nil, wrong("puzzle", errors.New("it is missing"))
	}
	position := &examine.Position{Removed: object.Removed}
	var err error
	if position.Puzzle, err = sudoku.ParseGrid(*object.Puzzle); err != nil {
		return nil, wrong("puzzle", reasonOf(err))
	}
	if object.Grid != nil {
		grid, err := sudoku.ParseGrid(*object.Grid)
		if err != nil {
			return nil, wrong("grid", reasonOf(err))
		}
		position.Grid = &grid
	}
	return position, nil
}

// reasonOf returns an error about a grid without its line.
func reasonOf(err error) error {
	var parse *sudoku.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	if parse.Column == 0 {
		return errors.New(parse.Reason)
	}
	return fmt.Errorf("character %d: %s", parse.Column, parse.Reason)
}
