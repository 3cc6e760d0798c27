package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/seedoku/seedoku/seedbank/web"
)

// Without names a handler is for this computer and for addresses.
func TestOnlyHostsWithoutNames(t *testing.T) {
	for _, hosts := range [][]string{nil, {}} {
		only := web.OnlyHosts(hosts, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		for host, want := range map[string]int{"localhost": http.StatusOK, "127.0.0.1:80": http.StatusOK, "evil.example": http.StatusMisdirectedRequest} {
			r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
			r.Host = host
			if only.ServeHTTP(w, r); w.Code != want {
				t.Errorf("%q: status %d, want %d", host, w.Code, want)
			}
		}
	}
}

// Only names that lead to this server are answered, the page as the API: a name of
// somebody else that leads here too gets nothing.
func TestHosts(t *testing.T) {
	own := newClient(t, web.Options{Hosts: []string{"desk", "sudoku.example.org"}})
	every := newClient(t, web.Options{Hosts: []string{"desk", "*"}})
	unsaid := sharedClient(t)
	for host, ours := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:8080": true, "192.168.0.10:8080": true, "[::1]:8080": true, "[::1]": true, "[fe80::1%eth0]:80": true,
		"localhost": true, "LocalHost:8080": true, "localhost.": true, "a.localhost:1": true, "": true,
		"desk": true, "DESK:8080": true, "desk.": true, "sudoku.example.org": true,
		"evil.example": false, "evil.example:8080": false, "notlocalhost": false, "localhost.evil.example": false, "127.0.0.1.evil.example": false,
		"desk.evil.example": false, "2130706433": false, "0x7f.1": false, "127.1": false, "*": false, "a b": false,
	} {
		for _, path := range []string{"/api/v1/levels", "/", "/healthz", "/metrics"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Host = host
			for _, c := range []*client{own, every, unsaid} {
				w := httptest.NewRecorder()
				var handler http.Handler = c.server
				if path == "/metrics" {
					handler = c.server.(*web.Server).Metrics()
				}
				handler.ServeHTTP(w, r)
				want := http.StatusOK
				if c == own && !ours {
					want = http.StatusMisdirectedRequest
				}
				if w.Code != want {
					t.Errorf("%q%s: status %d, want %d", host, path, w.Code, want)
				}
			}
			w := httptest.NewRecorder()
			only := web.OnlyHosts([]string{"desk", "sudoku.example.org"}, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			if only.ServeHTTP(w, r); (w.Code == http.StatusOK) != ours {
				t.Errorf("%q: another handler has the status %d", host, w.Code)
			}
		}
	}
}
