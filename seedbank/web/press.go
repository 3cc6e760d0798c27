package web

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/export"
)

// press makes booklets. A booklet is in memory as a whole, and takes twenty times its
// size while it is made. So only few are made at a time, and only few wait for slow
// clients. Other requests wait in a queue.
type press struct {
	requests chan struct{}
	making   *turns // limits the puzzles of booklets being made
	held     *turns // limits the puzzles of booklets being made or sent
}

func newPress(c *cores) *press {
	return &press{
		requests: make(chan struct{}, bounds.BookletRequests),
		making:   newTurns(c, bounds.Pressed),
		held:     newTurns(c, bounds.Held),
	}
}

// bookletBase is the weight of an empty booklet: its fonts and tables take as much
// memory as this number of puzzles.
const bookletBase = bounds.Pressed - bounds.Booklet

// print makes a booklet when its turn comes, and passes it to send. puzzles is
// its number of puzzles. print returns [errBusy] at once if too many requests
// wait.
func (p *press) print(ctx context.Context, puzzles uint64, write func(io.Writer) error, send func([]byte) error) error {
	select {
	case p.requests <- struct{}{}:
		defer func() { <-p.requests }()
	default:
		return errBusy
	}
	weight := int64(puzzles) + bookletBase
	if err := p.held.take(ctx, weight); err != nil {
		return err
	}
	defer p.held.give(weight)
	booklet, err := p.make(ctx, weight, write)
	if err != nil {
		return err
	}
	return send(booklet)
}

// make returns the output of write, which it calls when its turn comes. The turn
// also ends if write panics.
func (p *press) make(ctx context.Context, weight int64, write func(io.Writer) error) ([]byte, error) {
	if err := p.making.take(ctx, weight); err != nil {
		return nil, err
	}
	defer p.making.give(weight)
	p.making.cores.take()
	defer p.making.cores.give()
	var booklet bytes.Buffer
	err := write(&booklet)
	return booklet.Bytes(), err
}

// sendBooklet makes a booklet and sends it.
func (s *Server) sendBooklet(w http.ResponseWriter, r *http.Request, o *order) error {
	return s.sendBook(w, r, o.name, o.Request.N, func(to io.Writer) error {
		return export.Puzzles(to, o.format, o.settings, s.cores.restful(r.Context(), o))
	})
}

// sendBook makes a book of a format with a number of puzzles, and sends it.
func (s *Server) sendBook(w http.ResponseWriter, r *http.Request, format string, puzzles uint64, write func(io.Writer) error) error {
	w.Header().Set("Content-Type", mediaType(format))
	if r.Method == http.MethodHead {
		return nil // the client has gone
	}
	return s.press.print(r.Context(), puzzles, write, func(booklet []byte) error {
		w.Header().Set("Content-Length", strconv.Itoa(len(booklet)))
		for end := time.Now().Add(bounds.BookletTime); len(booklet) > 0; {
			n, err := w.Write(booklet[:min(bounds.AnswerPiece, len(booklet))])
			if err != nil || time.Now().After(end) {
				panic(http.ErrAbortHandler) // the client must not take it for whole
			}
			booklet = booklet[n:]
		}
		return nil
	})
}
