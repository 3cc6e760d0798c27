package web

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/plainjson"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

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
	errTooMany = errors.New("too many requests at once; try again when one is answered")
	errSlow    = errors.New("the body arrives too slowly")
	errNoRoute = errors.New("unknown address; /openapi.json lists all addresses")
)

// statuses maps errors of other packages to statuses.
var statuses = [...]struct {
	err         error
	status      int
	key         string // of its text; empty if it is English
	field, text string // the parameter at fault and an English text, or empty
}{
	{err: seed.ErrBadID, status: http.StatusNotFound},
	{err: seedbank.ErrNoMatch, status: http.StatusNotFound, key: "error.no-match"},
	{err: errNoRoute, status: http.StatusNotFound},
	{err: errBusy, status: http.StatusServiceUnavailable, key: "error.busy"},
	{err: errTooFast, status: http.StatusTooManyRequests, key: "error.too-fast"},
	{err: errTooMany, status: http.StatusTooManyRequests, key: "error.too-fast"},
	{err: errSlow, status: http.StatusRequestTimeout},
	{err: errTimeUp, status: http.StatusServiceUnavailable},
	{err: seedbank.ErrOtherFit, status: http.StatusConflict, field: "minutes", text: "the minutes of this server are of another version of the fit"},
	{err: seedbank.ErrNoMinutes, status: http.StatusNotFound, field: "minutes", text: "the bank of this server does not know the minutes of all puzzles of this kind"},
	{err: seedbank.ErrOtherLabels, status: http.StatusConflict, field: "technique", text: "the labels of this server are of another version"},
	{err: seedbank.ErrNoLabels, status: http.StatusNotFound, field: "technique", text: "the bank of this server does not know the labels of all puzzles of this kind"},
	{err: seedbank.ErrOlderBank, status: http.StatusNotFound, field: "symmetry", text: "the bank of this server does not list symmetric puzzles"},
}

// problemOf returns the problem for an error, in a language. It leaves out the text of
// internal errors.
func problemOf(err error, language string) examine.Problem {
	words := catalogue.Or(language)
	status, at, detail := http.StatusInternalServerError, "", words.Plain("error.internal")
	for i := range statuses {
		if errors.Is(err, statuses[i].err) {
			status, at, detail = statuses[i].status, statuses[i].field, cmp.Or(statuses[i].text, err.Error())
			if key := statuses[i].key; key != "" {
				detail = words.Plain(key)
			}
			break
		}
	}
	var (
		field   *draw.FieldError
		noMatch *draw.NoMatchError
		few     *draw.TooFewError
		tooLong *http.MaxBytesError
		own     *statusError
	)
	switch {
	case errors.As(err, &own):
		return problemAt(own.status, own.field, own.reason.Error())
	case errors.As(err, &field) && status == http.StatusConflict:
		return problemAt(status, field.Field, detail)
	case errors.As(err, &field):
		return problemAt(http.StatusBadRequest, field.Field, field.Reason.Error())
	case errors.As(err, &noMatch) && noMatch.Clues != "":
		return problemAt(http.StatusNotFound, "clues", "there are puzzles with "+noMatch.Clues+" clues of this kind, none with this number")
	case errors.As(err, &noMatch):
		return problemAt(status, "", words.Plain("error.no-match"))
	case errors.As(err, &few):
		return problemAt(http.StatusUnprocessableEntity, "n", few.Error())
	case errors.As(err, &tooLong):
		return problemAt(http.StatusRequestEntityTooLarge, "", fmt.Sprintf("the body is longer than %d bytes", tooLong.Limit))
	}
	if p, ok := examine.ProblemOf(err, language); ok {
		return p
	}
	return problemAt(status, at, detail)
}

// problemAt returns a problem, and names the field at fault unless it is empty.
func problemAt(status int, field, detail string) examine.Problem {
	return examine.At(status, http.StatusText(status), field, detail)
}

// retryAfter is the value of the header Retry-After, in seconds, by status.
var retryAfter = map[int]string{http.StatusServiceUnavailable: "5", http.StatusTooManyRequests: "1"}

// fail answers with the problem for an error.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if isDone(r.Context()) && !errors.Is(err, errSlow) { // whose client waits, though net/http gives the request up
		return
	}
	language := languageOf(r)
	p := problemOf(err, language)
	if p.Detail == problemOf(err, catalogue.English).Detail {
		language = catalogue.English // its text has no translation
	}
	if p.Status >= http.StatusInternalServerError && !errors.Is(err, errBusy) {
		s.log.ErrorContext(r.Context(), "failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	header := w.Header()
	for _, name := range []string{"Content-Disposition", "Content-Length", "Etag", "Link", "Last-Modified"} {
		header.Del(name)
	}
	header.Set("Content-Language", language)
	header.Set("Cache-Control", "no-store")
	if seconds := retryAfter[p.Status]; seconds != "" {
		header.Set("Retry-After", seconds)
	}
	header.Set("Content-Type", problemType)
	w.WriteHeader(p.Status)
	w.Write(plainjson.Line(p))
}
