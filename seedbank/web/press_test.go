package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/bounds"
)

// However many booklets are asked for, few are made at once and few are held; all
// requests that are taken on get theirs.
func TestPressIsBounded(t *testing.T) {
	p := newPress(newCores(1))
	var making, most, got atomic.Int64
	var group sync.WaitGroup
	for range bounds.BookletRequests {
		group.Go(func() {
			err := p.print(context.Background(), bounds.Booklet, func(w io.Writer) error {
				most.Store(max(most.Load(), making.Add(1)))
				defer making.Add(-1)
				_, err := io.WriteString(w, "booklet")
				return err
			}, func(booklet []byte) error {
				if string(booklet) == "booklet" {
					got.Add(1)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got.Load() != bounds.BookletRequests || most.Load() != 1 {
		t.Errorf("%d booklets came, at most %d at once", got.Load(), most.Load())
	}
}

// A reader that is slow keeps its own booklet only, until there are too many of them.
func TestPressGoesOnWhileOthersRead(t *testing.T) {
	p := newPress(newCores(1))
	print := func(ctx context.Context, read func()) error {
		return p.print(ctx, bounds.Booklet, func(io.Writer) error { return nil }, func([]byte) error { read(); return nil })
	}
	const slow = bounds.Held / (bounds.Booklet + bookletBase)
	goOn, reading := make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	for range slow {
		group.Go(func() {
			if err := print(context.Background(), func() { reading <- struct{}{}; <-goOn }); err != nil {
				t.Error(err)
			}
		})
		<-reading
	}
	why := errors.New("gone")
	gone, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	if err := print(gone, func() { t.Error("a booklet more is held") }); !errors.Is(err, why) {
		t.Errorf("one who goes away while it waits: %v", err)
	}
	close(goOn)
	group.Wait()
	if err := print(context.Background(), func() {}); err != nil {
		t.Error(err)
	}
}

// Who asks for a booklet when too many wait is told so; a maker that panics leaves
// its place.
func TestPressRefuses(t *testing.T) {
	p := newPress(newCores(1))
	for range 3 {
		func() {
			defer func() { recover() }()
			p.print(context.Background(), bounds.Booklet, func(io.Writer) error { panic("oh") }, nil)
		}()
	}
	wrong := errors.New("wrong")
	if err := p.print(context.Background(), bounds.Booklet, func(io.Writer) error { return wrong }, nil); !errors.Is(err, wrong) {
		t.Errorf("the error of a maker is %v", err)
	}
	for range bounds.BookletRequests {
		p.requests <- struct{}{}
	}
	if err := p.print(context.Background(), 1, nil, nil); !errors.Is(err, errBusy) {
		t.Errorf("one request more: %v", err)
	}
}

// Hints do not wait for other work on puzzles.
func TestHintsAreApart(t *testing.T) {
	bank := banktest.Starter(t)
	s := New(bank, Options{Workers: 1, Queue: 1})
	if err := s.pool.turns.take(context.Background(), 1); err != nil { // for somebody else
		t.Fatal(err)
	}
	_, leave, err := s.pool.enter(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	const puzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"
	ask := func(path, kind, body string) int {
		recorder := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "/api/v1/"+path, bytes.NewBufferString(body))
		r.Header.Set("Content-Type", kind)
		s.ServeHTTP(recorder, r)
		return recorder.Code
	}
	for _, path := range []string{"hint", "way"} {
		for kind, body := range map[string]string{"application/json": fmt.Sprintf(`{"puzzle":%q}`, puzzle), "text/plain": puzzle} {
			if status := ask(path, kind, body); status != 200 {
				t.Errorf("%s of %s: status %d", path, kind, status)
			}
		}
	}
	if status := ask("check", "text/plain", puzzle); status != 503 {
		t.Errorf("other work: status %d", status)
	}
}

// Bounds that belong together fit.
func TestBoundsFit(t *testing.T) {
	if time.Duration(bounds.Body/bounds.BodyPiece)*bounds.PieceTime < bounds.BodyTime {
		t.Error("the time for a whole body is never used up")
	}
}
