package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/bounds"
)

// as returns the context of a request of a client.
func as(client string) context.Context {
	return context.WithValue(context.Background(), clientKey{}, netip.MustParsePrefix(client+"/32"))
}

// queue has a client wait for a turn, and notes when it comes.
func (t *turns) queue(group *sync.WaitGroup, client string, done *[]string) {
	t.mutex.Lock()
	before := t.waits()
	t.mutex.Unlock()
	group.Go(func() {
		if t.take(as(client), 1) == nil {
			*done = append(*done, client) // only one works at a time
			t.give(1)
		}
	})
	for waits := before; waits == before; time.Sleep(time.Millisecond / 10) {
		t.mutex.Lock()
		waits = t.waits()
		t.mutex.Unlock()
	}
}

// waits returns how much work waits.
func (t *turns) waits() (n int) {
	for _, list := range t.waiting {
		n += len(list)
	}
	return n
}

// A client with a hundred requests does not delay the first of another.
func TestTurnsAreFair(t *testing.T) {
	turns := newTurns(newCores(1), 1)
	if err := turns.take(as("9.9.9.9"), 1); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	var done []string
	for range 100 {
		turns.queue(&group, "1.1.1.1", &done)
	}
	turns.queue(&group, "2.2.2.2", &done)
	turns.queue(&group, "3.3.3.3", &done)
	turns.queue(&group, "2.2.2.2", &done)
	turns.give(1)
	group.Wait()
	if want := []string{"1.1.1.1", "2.2.2.2", "3.3.3.3", "1.1.1.1", "2.2.2.2", "1.1.1.1"}; !slices.Equal(done[:6], want) || len(done) != 103 {
		t.Errorf("%d had their turns, the first %v", len(done), done[:6])
	}
	if turns.free != 1 || len(turns.waiting)+len(turns.clients) > 0 {
		t.Errorf("%+v is left", turns)
	}
}

// However work comes and goes, no more is done at once than may be, and nothing is left.
func TestTurnsAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.Int64Range(1, 4).Draw(t, "most")
		turns := newTurns(newCores(1), most)
		var mutex sync.Mutex
		var group sync.WaitGroup
		at := int64(0)
		for range rapid.IntRange(1, 30).Draw(t, "works") {
			weight := rapid.Int64Range(1, most).Draw(t, "weight")
			ctx, cancel := context.WithCancel(as(rapid.SampledFrom([]string{"1.1.1.1", "2.2.2.2"}).Draw(t, "client")))
			if rapid.Bool().Draw(t, "goes") {
				time.AfterFunc(time.Duration(rapid.IntRange(0, 100).Draw(t, "after"))*time.Microsecond, cancel)
			}
			group.Go(func() {
				defer cancel()
				if turns.take(ctx, weight) != nil {
					return
				}
				note := func(more int64) {
					mutex.Lock()
					defer mutex.Unlock()
					if at += more; at > most {
						t.Errorf("work of weight %d at once", at)
					}
				}
				note(weight)
				time.Sleep(10 * time.Microsecond)
				note(-weight)
				turns.give(weight)
			})
		}
		group.Wait()
		if turns.free != most || len(turns.waiting)+len(turns.clients) > 0 {
			t.Errorf("%d of %d turns are free, %d clients wait", turns.free, most, len(turns.clients))
		}
	})
}

// A client that asks too much at once is told so, and others are answered.
func TestRequestsAtOnce(t *testing.T) {
	bank := banktest.Starter(t)
	s := New(bank, Options{Workers: 1, AtOnce: 3})
	ask := func(client string, ctx context.Context) int {
		recorder := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "/api/v1/solve", bytes.NewBufferString("7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"))
		r.RemoteAddr = client + ":1234"
		s.ServeHTTP(recorder, r.WithContext(ctx))
		return recorder.Code
	}
	if err := s.pool.turns.take(context.Background(), 1); err != nil { // so that all wait
		t.Fatal(err)
	}
	var group sync.WaitGroup
	ctx, cancel := context.WithCancel(context.Background())
	for range 3 {
		group.Go(func() { ask("1.1.1.1", ctx) })
	}
	for waits := 0; waits < 3; time.Sleep(time.Millisecond) {
		s.pool.turns.mutex.Lock()
		waits = s.pool.turns.waits()
		s.pool.turns.mutex.Unlock()
	}
	if status := ask("1.1.1.1", context.Background()); status != 429 {
		t.Errorf("a fourth request: status %d", status)
	}
	cancel()
	group.Wait()
	s.pool.turns.give(1)
	for _, client := range []string{"1.1.1.1", "2.2.2.2"} {
		if status := ask(client, context.Background()); status != 200 {
			t.Errorf("%s after the others have gone: status %d", client, status)
		}
	}
	if len(s.underWay.of) > 0 {
		t.Errorf("%v are under way at the end", s.underWay.of)
	}
}

// A client that reads slowly for long is slow; one that has waited for the server is not.
func TestSlowReaders(t *testing.T) {
	for _, test := range []struct {
		waited time.Duration
		bytes  int64
		want   bool
	}{
		{0, 0, false}, {bounds.AnswerTime, 0, false}, {2 * bounds.AnswerTime, 1000, true},
		{time.Hour, 3600 * bounds.AnswerRate, false}, {time.Hour, 3600*bounds.AnswerRate - 1, true},
	} {
		o := &observer{waited: test.waited, bytes: test.bytes}
		if o.isSlow() != test.want {
			t.Errorf("%d bytes in %v: %v", test.bytes, test.waited, o.isSlow())
		}
	}
}

// A slow reader's answer ends.
func TestSlowReadersAreCutOff(t *testing.T) {
	recorder := httptest.NewRecorder()
	o := &observer{ResponseWriter: recorder, control: http.NewResponseController(recorder), waited: time.Hour}
	if _, err := o.Write([]byte("x")); !errors.Is(err, errSlowReader) {
		t.Errorf("the answer goes on: %v", err)
	}
}

// Short answers do not wait for costly work, and costly work lets other costly work go on.
func TestShortAnswersWaitForNobody(t *testing.T) {
	bank := banktest.Starter(t)
	s := New(bank, Options{Workers: 1})
	ask := func(query string) int {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/api/v1/puzzles?"+query, nil))
		return w.Code
	}
	ask("level=9") // from now on it is known from which seeds to draw
	s.cores.take()
	if status := ask("level=9"); status != http.StatusOK {
		t.Errorf("a plain puzzle: status %d", status)
	}
	done := make(chan int, 1)
	for _, costly := range []string{"level=9&n=1000", "level=9&format=pdf", "level=9&n=5000&format=line", "level=8"} {
		go func() { done <- ask(costly) }()
		for s.cores.waiting.Load() == 0 && len(done) == 0 {
			time.Sleep(time.Millisecond)
		}
		if len(done) > 0 {
			t.Errorf("%s needs no core", costly)
		}
		for answered := false; !answered; s.cores.rest() {
			select {
			case status := <-done:
				if answered = true; status != http.StatusOK {
					t.Errorf("%s: status %d", costly, status)
				}
			default:
			}
		}
	}
	if s.cores.give(); len(s.cores.taken) != 0 || s.cores.waiting.Load() != 0 {
		t.Errorf("%d cores are taken, and %d wait", len(s.cores.taken), s.cores.waiting.Load())
	}
}
