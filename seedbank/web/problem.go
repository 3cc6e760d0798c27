package web

import (
	"errors"
	"net/http"

	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// problem is an error as RFC 9457 has it. Its type is always about:blank, so its
// title is the text of the status.
type problem struct {
	Type   string         `json:"type"`
	Title  string         `json:"title"`
	Status int            `json:"status"`
	Detail string         `json:"detail"`
	Errors []fieldProblem `json:"errors,omitempty"`
}

// fieldProblem says what is wrong with a parameter or a member of the body.
type fieldProblem struct {
	Field  string `json:"field"`
	Detail string `json:"detail"`
}

const problemType = "application/problem+json"

// statusError is an error with the status of its answer.
type statusError struct {
	status int
	field  string // at fault, or empty
	reason error
}

func (e *statusError) Error() string { return e.reason.Error() }

func (e *statusError) Unwrap() error { return e.reason }

// badField returns the error for an invalid parameter.
func badField(field string, reason error) error {
	return &statusError{http.StatusBadRequest, field, reason}
}

var (
	errBusy    = errors.New("the server is busy; try again later")
	errTooFast = errors.New("too many requests; try again later")
	errSlow    = errors.New("the body arrives too slowly")
	errNoRoute = errors.New("unknown address; /openapi.json lists all addresses")
)

// statuses maps errors of other packages to statuses.
var statuses = [...]struct {
	err    error
	status int
}{
	{seed.ErrBadID, http.StatusNotFound},
	{seedbank.ErrNoMatch, http.StatusNotFound},
	{errNoRoute, http.StatusNotFound},
	{errBusy, http.StatusServiceUnavailable},
	{errTooFast, http.StatusTooManyRequests},
	{errSlow, http.StatusRequestTimeout},
	{errTimeUp, http.StatusServiceUnavailable},
	{sudoku.ErrNoSolution, http.StatusUnprocessableEntity},
	{sudoku.ErrManySolutions, http.StatusUnprocessableEntity},
	{rating.ErrComplete, http.StatusUnprocessableEntity},
	{rating.ErrBeyond, http.StatusUnprocessableEntity},
}

// problemOf returns the problem for an error. It leaves out the text of internal
// errors.
func problemOf(err error) problem {
	p := problem{Status: http.StatusInternalServerError, Detail: "something went wrong here; the log of the server says more"}
	for i := range statuses {
		if errors.Is(err, statuses[i].err) {
			p.Status, p.Detail = statuses[i].status, err.Error()
			break
		}
	}
	var (
		field    *draw.FieldError
		noMatch  *draw.NoMatchError
		few      *draw.TooFewError
		position *examine.PositionError
		conflict *sudoku.ConflictError
		tooLong  *http.MaxBytesError
		own      *statusError
	)
	switch {
	case errors.As(err, &own):
		p.at(own.status, own.field, own.reason.Error())
	case errors.As(err, &field):
		p.at(http.StatusBadRequest, field.Field, field.Reason.Error())
	case errors.As(err, &noMatch) && noMatch.Clues != "":
		p.at(http.StatusNotFound, "clues", "there are puzzles with "+noMatch.Clues+" clues of this kind, none with this number")
	case errors.As(err, &noMatch):
		p.Detail = "the bank has no puzzle of this kind"
	case errors.Is(err, seedbank.ErrOlderBank):
		p.at(http.StatusNotFound, "symmetry", "the bank of this server does not list symmetric puzzles")
	case errors.As(err, &few):
		p.at(http.StatusUnprocessableEntity, "n", few.Error())
	case errors.As(err, &position):
		p.at(http.StatusUnprocessableEntity, position.Field, position.Reason.Error())
	case errors.As(err, &conflict):
		p.at(http.StatusUnprocessableEntity, "puzzle", conflict.Error())
	case errors.As(err, &tooLong):
		p.at(http.StatusRequestEntityTooLarge, "", "the body is longer than the limit")
	}
	p.Type, p.Title = "about:blank", http.StatusText(p.Status)
	return p
}

// at sets the status, the field at fault, and the detail.
func (p *problem) at(status int, field, detail string) {
	p.Status, p.Detail = status, detail
	if field != "" {
		p.Detail = field + ": " + detail
		p.Errors = []fieldProblem{{field, detail}}
	}
}

// retryAfter is the value of the header Retry-After, in seconds, by status.
var retryAfter = map[int]string{http.StatusServiceUnavailable: "5", http.StatusTooManyRequests: "1"}

// fail answers with the problem for an error.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if isDone(r.Context()) && !errors.Is(err, errSlow) { // whose client waits, though net/http gives the request up
		return
	}
	p := problemOf(err)
	if p.Status >= http.StatusInternalServerError && !errors.Is(err, errBusy) {
		s.log.ErrorContext(r.Context(), "failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	header := w.Header()
	for _, name := range []string{"Content-Disposition", "Content-Length", "Etag", "Link", "Last-Modified"} {
		header.Del(name)
	}
	header.Set("Cache-Control", "no-store")
	if seconds := retryAfter[p.Status]; seconds != "" {
		header.Set("Retry-After", seconds)
	}
	body, _ := jsonText(p) // of texts and numbers: no error
	header.Set("Content-Type", problemType)
	w.WriteHeader(p.Status)
	w.Write(body)
}
