package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/seedbank"
)

// Pictures take turns, so that other answers do not wait for them.
func TestPicturesTakeTurns(t *testing.T) {
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	s := New(bank, Options{Workers: 1})
	if err := s.bulk.take(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	drawn := func(ctx context.Context, format string) bool {
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, httptest.NewRequest("GET", "/api/v1/daily?format="+format, nil).WithContext(ctx))
		return recorder.Body.Len() > 0
	}
	if !drawn(context.Background(), "svg") {
		t.Error("a drawing that is text waits")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if drawn(ctx, "png") {
		t.Error("a picture is drawn while it is the turn of another")
	}
	s.bulk.give(1)
	if !drawn(context.Background(), "png") {
		t.Error("no picture is drawn")
	}
}

// The memory of long answers that wait for their clients is bounded: one more is
// turned away, and comes through when another has ended.
func TestLongAnswersAreBounded(t *testing.T) {
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
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
