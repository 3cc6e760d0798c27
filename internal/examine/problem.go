package examine

import (
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/internal/plainjson"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Problem is an error as RFC 9457 has it. Its type is always about:blank, so its
// title is the text of the status.
type Problem struct {
	Type   string         `json:"type"`
	Title  string         `json:"title"`
	Status int            `json:"status"` // of HTTP
	Detail string         `json:"detail"`
	Errors []FieldProblem `json:"errors,omitempty"`
}

// FieldProblem says what is wrong with a parameter or a member of the body.
type FieldProblem struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

// The statuses of problems with puzzles, as HTTP has them.
const (
	Malformed     = 400 // the body is no JSON object
	Unprocessable = 422 // the body can be read, but not answered
)

// titles are the texts of the statuses.
var titles = map[int]string{Malformed: "Bad Request", Unprocessable: "Unprocessable Entity"}

// At returns a problem, and names the field at fault unless it is empty.
func At(status int, title, field, detail string) Problem {
	p := Problem{Type: "about:blank", Title: title, Status: status, Detail: detail}
	if field != "" {
		p.Detail = field + ": " + detail
		p.Errors = []FieldProblem{{field, detail}}
	}
	return p
}

// ProblemOf returns the problem of an error about a puzzle or a position, in a language. ok
// is false for all other errors.
func ProblemOf(err error, language string) (p Problem, ok bool) {
	var (
		body     *BodyError
		position *PositionError
		conflict *sudoku.ConflictError
	)
	status, field := Unprocessable, ""
	switch {
	case errors.As(err, &body):
		status = Malformed
	case errors.As(err, &position):
		field, err = position.Field, position.Reason
	case errors.As(err, &conflict):
		field, err = "puzzle", conflict
	case errors.Is(err, sudoku.ErrNoSolution), errors.Is(err, sudoku.ErrManySolutions),
		errors.Is(err, rating.ErrComplete), errors.Is(err, rating.ErrBeyond), errors.Is(err, ErrNoPuzzle):
	default:
		return Problem{}, false
	}
	return At(status, titles[status], field, Told(err, language)), true
}

// ErrNoPuzzle says that there is nothing to answer about.
var ErrNoPuzzle = errors.New("there is no puzzle in the body")

// BodyError says why a body is not a JSON object.
type BodyError struct{ Reason error }

func (e *BodyError) Error() string { return fmt.Sprintf("the body is not a JSON object: %v", e.Reason) }

func (e *BodyError) Unwrap() error { return e.Reason }

// Failed is the answer for a puzzle that caused an error.
type Failed struct {
	Line  int    `json:"line,omitempty"` // where it begins in the body, counted from 1
	Error string `json:"error"`
}

// FailedLine returns the answer for a puzzle that caused an error, as a line of JSON. The
// line of the puzzle is 0 if it is not known.
func FailedLine(at int, err error, language string) []byte {
	text := Told(err, language)
	var parse *sudoku.ParseError
	if errors.As(err, &parse) {
		at, text = parse.Line, parse.Reason
	}
	return plainjson.Line(Failed{at, text})
}
