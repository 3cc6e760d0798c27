package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Headers of requests are read as RFC 9110 has them.
func TestRequestHeaders(t *testing.T) {
	c := sharedClient(t)
	tag := c.get("/api/v1/daily?date=2026-11-21").Header.Get("ETag")
	for _, test := range []struct {
		method, path  string
		header        http.Header
		status        int
		answer, value string // a header of the answer
	}{
		{"DELETE", "/api/v1/count", nil, 405, "Allow", "GET, HEAD"},
		{"DELETE", "/api/v1/puzzles", nil, 405, "Allow", "GET, HEAD, POST"},
		{"GET", "/api/v1/levels", http.Header{"Accept-Language": {"xx", "fr"}}, 200, "Content-Language", "fr"},
		{"GET", "/api/v1/levels", http.Header{"Accept-Language": {"en;q=0, *"}}, 200, "Content-Language", "de"},
		{"GET", "/api/v1/daily?date=2026-11-21", http.Header{"If-None-Match": {tag}}, 304, "Etag", tag},
		{"GET", "/api/v1/daily?date=2026-11-21", http.Header{"If-None-Match": {strings.Trim(tag, `"`)}}, 200, "Etag", tag},
		{"POST", "/api/v1/rate", http.Header{"Content-Encoding": {"br"}}, 415, "", ""},
		{"POST", "/api/v1/rate", http.Header{"Content-Encoding": {"identity"}}, 200, "", ""},
		{"GET", "/", http.Header{"Range": {"lines=1-2"}}, 200, "", ""},
		{"GET", "/", http.Header{"Range": {"bytes=1-2"}}, 206, "", ""},
	} {
		r := httptest.NewRequest(test.method, test.path, strings.NewReader(tourPuzzle))
		if test.header != nil {
			r.Header = test.header
		}
		w := httptest.NewRecorder()
		c.server.ServeHTTP(w, r)
		if w.Code != test.status || w.Header().Get(test.answer) != test.value {
			t.Errorf("%s %s with %v: %d, %q; want %d, %q", test.method, test.path, test.header, w.Code, w.Header().Get(test.answer), test.status, test.value)
		}
	}
}
