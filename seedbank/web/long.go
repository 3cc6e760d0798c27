package web

import (
	"bufio"
	"context"
	"net/http"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/export"
)

// longPiece is the number of bytes of a long answer that are written at once, unless
// its format buffers more.
const longPiece = 1 << 14

// sendLong writes puzzles as a file that is never in memory as a whole, unless it is
// a booklet.
func (s *Server) sendLong(w http.ResponseWriter, r *http.Request, o *order) error {
	if o.format.Booklet {
		return s.sendBooklet(w, r, o)
	}
	weight := o.weight(r)
	if !s.long.TryAcquire(weight) {
		return errBusy
	}
	defer s.long.Release(weight)
	ctx := r.Context()
	w.Header().Set("Content-Type", mediaType(o.name))
	if r.Method == http.MethodHead {
		return nil // the client has gone
	}
	turns := &turnWriter{w: w, ctx: ctx, turns: s.bulk}
	if err := turns.take(); err != nil {
		return err
	}
	defer turns.release()
	buffer := bufio.NewWriterSize(turns, longPiece)
	err := export.Puzzles(buffer, o.format, o.settings, s.cores.restful(ctx, o))
	if err == nil {
		err = buffer.Flush()
	}
	if err != nil && turns.begun {
		if !isDone(ctx) { // else the client has gone away
			s.log.WarnContext(ctx, "an answer was cut short", "error", err)
		}
		panic(http.ErrAbortHandler) // so that the client sees that the answer is incomplete
	}
	return err
}

// Weights of long answers by their memory, in units of about 100 KiB. A streamed
// answer has two buffers, and a compressor has tables. A database is on disk until
// it is sent, with a part in memory.
const (
	plainWeight     = 1
	packedWeight    = 8
	puzzlesOfWeight = 4000 // puzzles of a database for each unit
	longWeights     = bounds.Long / (100 << 10)
)

// weight returns the weight of an answer.
func (o *order) weight(r *http.Request) (weight int64) {
	weight = plainWeight
	if r.Header.Get("Accept-Encoding") != "" {
		weight = packedWeight
	}
	if o.format.Binary {
		weight += int64(o.Request.N) / puzzlesOfWeight
	}
	return weight
}

// turnWriter writes a long answer. Only a few long answers are made at a time, so
// that short ones do not wait. While an answer waits for its client, it gives its
// turn and its core to others.
type turnWriter struct {
	w     http.ResponseWriter
	ctx   context.Context
	turns *turns
	held  bool
	begun bool // something was written
}

func (t *turnWriter) take() error {
	err := t.turns.take(t.ctx, 1)
	if t.held = err == nil; t.held {
		t.turns.cores.take()
	}
	return err
}

func (t *turnWriter) release() {
	if t.held {
		t.turns.cores.give()
		t.turns.give(1)
		t.held = false
	}
}

func (t *turnWriter) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	t.begun = true
	t.release()
	n, err := t.w.Write(p)
	if err != nil {
		return n, err
	}
	return n, t.take()
}
