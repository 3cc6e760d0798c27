package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/banktest"
)

// Pictures and worksheets take turns, so that other answers do not wait for them.
func TestPicturesTakeTurns(t *testing.T) {
	bank := banktest.Starter(t)
	s := New(bank, Options{Workers: 1})
	if err := s.bulk.take(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	drawn := func(ctx context.Context, address string) bool {
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, httptest.NewRequest("GET", "/api/v1/"+address, nil).WithContext(ctx))
		return recorder.Body.Len() > 0
	}
	for _, address := range []string{"daily?format=svg", "practice?practice=x-wing"} {
		if !drawn(context.Background(), address) {
			t.Errorf("%s waits", address)
		}
	}
	costly := []string{"daily?format=png", "practice?practice=x-wing&format=pdf", "practice?practice=x-wing&format=html"}
	for _, address := range costly {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		if drawn(ctx, address) {
			t.Errorf("%s is drawn while it is the turn of another", address)
		}
		cancel()
	}
	s.bulk.give(1)
	for _, address := range costly {
		if !drawn(context.Background(), address) {
			t.Errorf("%s is not drawn", address)
		}
	}
}

// The memory of long answers that wait for their clients is bounded: one more is
// turned away, and comes through when another has ended.
func TestLongAnswersAreBounded(t *testing.T) {
	bank := banktest.Starter(t)
	s := New(bank, Options{})
	ask := func(query, encoding string) int {
		recorder := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/api/v1/puzzles?level=1&"+query, nil)
		r.Header.Set("Accept-Encoding", encoding)
		s.ServeHTTP(recorder, r)
		return recorder.Code
	}
	for _, test := range []struct {
		query, encoding string
		weight          int64
	}{
		{"n=2000&format=line", "", plainWeight},
		{"n=2000&format=line", "gzip", packedWeight},
		{"n=9000&format=sqlite", "", plainWeight + 9000/puzzlesOfWeight},
	} {
		taken := longWeights - test.weight + 1
		if !s.long.TryAcquire(taken) {
			t.Fatal("something is held for good")
		}
		if status := ask(test.query, test.encoding); status != http.StatusServiceUnavailable {
			t.Errorf("%s accepting %q: status %d with too little room", test.query, test.encoding, status)
		}
		s.long.Release(1)
		if status := ask(test.query, test.encoding); status != http.StatusOK {
			t.Errorf("%s accepting %q: status %d with room", test.query, test.encoding, status)
		}
		s.long.Release(taken - 1)
	}
}
