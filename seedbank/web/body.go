package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/sudoku"
)

// readBody reads a body. All bodies together have a limit too, so the caller must
// call done when it no longer needs the body. Only received bytes count: clients
// that announce much and wait take no room from others. Each piece has a time limit,
// so that slow clients are served, but stalled ones are not.
func (s *Server) readBody(w http.ResponseWriter, r *request) (body []byte, done func(), err error) {
	if coding := r.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return nil, nil, &statusError{http.StatusUnsupportedMediaType, "Content-Encoding", errors.New("a body is sent without a coding; the puzzles themselves may be packed")}
	}
	if r.ContentLength > bounds.Body {
		return nil, nil, &http.MaxBytesError{Limit: bounds.Body}
	}
	held := int64(0)
	done = func() { s.bodies.Release(held) }
	control, end := http.NewResponseController(w), time.Now().Add(bounds.BodyTime)
	var buffer bytes.Buffer
	from := http.MaxBytesReader(w, r.Body, bounds.Body)
	for err == nil {
		if !s.bodies.TryAcquire(bounds.BodyPiece) {
			err = errBusy
			break
		}
		held += bounds.BodyPiece
		// An error means that there is no connection. At the end of the body net/http
		// lifts the limit.
		control.SetReadDeadline(time.Now().Add(min(bounds.PieceTime, time.Until(end))))
		_, err = io.CopyN(&buffer, from, bounds.BodyPiece)
	}
	_, tooLong := errors.AsType[*http.MaxBytesError](err)
	switch {
	case err == io.EOF:
		return buffer.Bytes(), done, nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = errSlow
	case !errors.Is(err, errBusy) && !tooLong:
		err = &statusError{http.StatusBadRequest, "", fmt.Errorf("the body could not be read: %w", err)}
	}
	done()
	return nil, nil, err
}

// reading returns a handler that first reads the body.
func reading(then func(*Server, http.ResponseWriter, *request, []byte) error) handler {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		body, done, err := s.readBody(w, r)
		if err != nil {
			return err
		}
		defer done()
		return then(s, w, r, body)
	}
}

// answerAll asks about each puzzle of a body, in a pool.
func (s *Server) answerAll(w http.ResponseWriter, r *request, body []byte, q *examine.Question, about examine.Asked, p *pool) error {
	ctx, leave, err := p.enter(r.Context())
	if err != nil {
		return err
	}
	defer leave()
	newWork := func() func(asked) []byte {
		return func(a asked) []byte { return s.answer(ctx, q, about, a, p) }
	}
	lines := &lineWriter{w: w, flush: q.Slow}
	workers := ordered.Pool{Workers: cap(p.examiners)}
	return lines.end(ordered.Run(r.Context(), workers, s.askedIn(ctx, body, read.Puzzles, bounds.BodyPuzzles), newWork, lines.write))
}

var errTimeUp = fmt.Errorf("the time for one request, %v, is up", bounds.WorkTime)

// asked is a puzzle of a body, or the error of reading it.
type asked struct {
	read.Record
	err error
}

// puzzleReader yields the puzzles of a text.
type puzzleReader func(io.Reader) iter.Seq2[read.Record, error]

// askedIn yields the puzzles of a body, up to most of them. A panic of a reader must not
// end the server.
func (s *Server) askedIn(ctx context.Context, body []byte, puzzlesIn puzzleReader, most int) iter.Seq[asked] {
	return func(yield func(asked) bool) {
		n := 0
		defer func() {
			if failed := recover(); failed != nil {
				yield(asked{err: internalError{fmt.Errorf("panic: %v\n%s", failed, debug.Stack())}})
			}
		}()
		for record, err := range puzzlesIn(&boundedReader{ctx: ctx, from: read.Unpack(bytes.NewReader(body)), left: bounds.Unpacked}) {
			a := asked{record, err}
			if parse, ok := errors.AsType[*sudoku.ParseError](err); ok {
				a.Line = parse.Line
			}
			if n++; n > most {
				a.err = fmt.Errorf("more than %d puzzles in one body", most)
				yield(a)
				return
			}
			if !yield(a) {
				return
			}
		}
	}
}

// boundedReader reads a limited number of bytes, because a small body can be long
// when unpacked. It stops when the request has ended.
type boundedReader struct {
	ctx  context.Context
	from io.Reader
	left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	switch {
	case isDone(b.ctx):
		return 0, context.Cause(b.ctx)
	case b.left <= 0:
		return 0, fmt.Errorf("more than %d MiB in one body when it is unpacked", bounds.Unpacked>>20)
	}
	n, err := b.from.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// answer returns the line that answers a question about a puzzle.
func (s *Server) answer(ctx context.Context, q *examine.Question, about examine.Asked, a asked, p *pool) []byte {
	about.Grid = a.Grid
	err := a.err
	if err == nil {
		var line []byte
		if line, err = found(ctx, p, func(x *examine.Examiner) ([]byte, error) { return x.Answer(q, &about) }); err == nil {
			return line
		}
	}
	return examine.FailedLine(a.Line, s.tellable(ctx, err), about.Language)
}

// internalError is an error whose text must not be sent to clients.
type internalError struct{ error }

// internal returns an error as an internal one, or nil. That ctx is done is no fault of the server.
func internal(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, context.Cause(ctx)) {
		return err
	}
	return internalError{err}
}

// tellable returns an error for a client. The text of an internal error goes only into
// the log.
func (s *Server) tellable(ctx context.Context, err error) error {
	if _, internal := errors.AsType[internalError](err); internal {
		s.log.ErrorContext(ctx, "failed", "error", err)
		return errors.New(problemOf(err, catalogue.English).Detail)
	}
	return err
}

// lineWriter writes answers as they come.
type lineWriter struct {
	w     http.ResponseWriter
	flush bool
	begun bool
}

func (l *lineWriter) write(line []byte) error {
	if !l.begun {
		l.begun = true
		l.w.Header().Set("Content-Type", linesType)
		l.w.Header().Set("Cache-Control", "no-store")
	}
	if _, err := l.w.Write(line); err != nil || !l.flush {
		return err
	}
	return http.NewResponseController(l.w).Flush()
}

// end returns the error of answers that have ended. If some are written, it cuts them short.
func (l *lineWriter) end(err error) error {
	switch {
	case err != nil && l.begun:
		panic(http.ErrAbortHandler) // so that the client sees that the answer is incomplete
	case err == nil && !l.begun:
		return examine.ErrNoPuzzle
	}
	return err
}

// isJSON reports whether a body says that it is JSON.
func isJSON(r *request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == jsonType
}

// decodeObject reads a JSON object from a body. It refuses members that are unknown, and what
// follows the object.
func decodeObject(body []byte, object any) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(object)
	if _, more := decoder.Token(); err == nil && more != io.EOF {
		err = errors.New("something follows it")
	}
	var field *draw.FieldError
	var member *examine.PositionError
	var typed *json.UnmarshalTypeError
	switch {
	case err == nil, errors.As(err, &field), errors.As(err, &member):
		return err
	case errors.As(err, &typed) && typed.Type.Kind() == reflect.Slice:
		return &examine.PositionError{Field: typed.Field, Reason: fmt.Errorf("a JSON %s is wrong here: want an array", typed.Value)}
	case errors.As(err, &typed):
		return &examine.PositionError{Field: typed.Field, Reason: fmt.Errorf("a JSON %s is wrong here", typed.Value)}
	}
	if name, isUnknown := strings.CutPrefix(err.Error(), "json: unknown field "); isUnknown {
		return &examine.PositionError{Field: strings.Trim(name, `"`), Reason: errors.New("there is no such member")}
	}
	return &examine.BodyError{Reason: err}
}
