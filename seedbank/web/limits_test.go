package web_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/web"
)

func unpacked(t *testing.T, a answer) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(a.body)
	var err error
	switch a.Header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Answers are packed as the client accepts, with a tag of their own, which is known
// again.
func TestCompression(t *testing.T) {
	c := sharedClient(t)
	id := decode[puzzlesObject](c, c.get("/api/v1/puzzles?level=4")).Puzzles[0].ID
	ask := func(address, accept, held string) answer {
		r := httptest.NewRequest("GET", address, nil)
		r.Header.Set("Accept-Encoding", accept)
		r.Header.Set("If-None-Match", held)
		return c.ask(r)
	}
	for _, address := range []string{"/api/v1/puzzles/" + id + ".svg", "/api/v1/puzzles?level=4&n=500&seed=1", "/api/v1/puzzles?level=4&n=5000&seed=1&format=line"} {
		plain := ask(address, "identity", "")
		for accept, want := range map[string]string{"gzip": "gzip", "zstd": "zstd", "gzip, zstd;q=0.5": "gzip", "gzip;q=0.1, zstd": "zstd", "br": "", "gzip;q=0": ""} {
			a := ask(address, accept, "")
			if got := a.Header.Get("Content-Encoding"); got != want || unpacked(t, a) != string(plain.body) {
				t.Errorf("%s, accepting %s: packed by %q, want %q, or it is another text", address, accept, got, want)
			}
			if !strings.Contains(strings.Join(a.Header.Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("%s does not vary by encoding", address)
			}
			tag := a.Header.Get("ETag")
			if tag == "" {
				continue
			}
			if (tag == plain.Header.Get("ETag")) != (want == "") {
				t.Errorf("%s has the tag %s when packed by %q, and %s when plain", address, tag, want, plain.Header.Get("ETag"))
			}
			if again := ask(address, accept, tag); again.StatusCode != http.StatusNotModified || again.Header.Get("ETag") != tag {
				t.Errorf("%s with its tag %s: status %d", address, tag, again.StatusCode)
			}
		}
	}
	if png := ask("/api/v1/puzzles/"+id+".png", "gzip", ""); png.Header.Get("Content-Encoding") != "" {
		t.Error("a picture is packed twice")
	}
}

func TestOrigins(t *testing.T) {
	ask := func(allowed []string, method, origin string) http.Header {
		c := newClient(t, web.Options{AllowOrigins: allowed})
		r := httptest.NewRequest(method, "/api/v1/levels", nil)
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "GET")
		return c.ask(r).Header
	}
	const ours, other = "https://example.org", "https://example.com"
	for _, test := range []struct {
		allowed      []string
		origin, want string
	}{
		{nil, ours, ""},
		{[]string{ours}, ours, ours},
		{[]string{ours}, other, ""},
		{[]string{"*"}, other, "*"},
	} {
		for _, method := range []string{"GET", "OPTIONS"} {
			header := ask(test.allowed, method, test.origin)
			if got := header.Get("Access-Control-Allow-Origin"); got != test.want {
				t.Errorf("%v allow %s of %s: %q, want %q", test.allowed, method, test.origin, got, test.want)
			}
			if preflight := header.Get("Access-Control-Allow-Methods") != ""; preflight != (test.want != "" && method == "OPTIONS") {
				t.Errorf("%v allow %s of %s: methods %q", test.allowed, method, test.origin, header.Get("Access-Control-Allow-Methods"))
			}
		}
	}
}

func TestOptionsThatMatchNothing(t *testing.T) {
	for _, options := range []web.Options{
		{AllowOrigins: []string{"nonsense"}},
		{AllowOrigins: []string{"*", "https://example.org/"}},
		{AllowOrigins: []string{"https://Example.org"}},
		{Hosts: []string{""}},
		{Hosts: []string{"example.org:80"}},
	} {
		if err := options.Check(); err == nil {
			t.Errorf("%v, %v are accepted", options.Hosts, options.AllowOrigins)
		}
	}
	if err := (&web.Options{Hosts: []string{"*", "example.org"}, AllowOrigins: []string{"*", "http://localhost:3000"}}).Check(); err != nil {
		t.Error(err)
	}
	options := web.SiteOptions{Lessons: []string{"x-wing", "no-such-technique"}}
	if _, err := web.Site(t.Context(), nil, options); err == nil || !strings.Contains(err.Error(), "no-such-technique") {
		t.Errorf("unknown lesson: %v", err)
	}
}

// A client has its own limit. What is said of a client counts only if a proxy of
// ours says it.
func TestRateLimit(t *testing.T) {
	c := newClient(t, web.Options{RateLimit: 0.001, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	ask := func(from, forwarded string) int {
		r := httptest.NewRequest("GET", "/api/v1/levels", nil)
		r.RemoteAddr = from
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		a := c.ask(r)
		if a.StatusCode == http.StatusTooManyRequests && a.Header.Get("Retry-After") == "" {
			t.Error("nobody says when to come again")
		}
		return a.StatusCode
	}
	for _, test := range []struct {
		from, forwarded string
		want            int
	}{
		{"192.0.2.1:1000", "", 200},
		{"192.0.2.1:1001", "", 429},
		{"192.0.2.1:1002", "198.51.100.1", 429}, // it can say what it likes
		{"192.0.2.2:1000", "", 200},
		{"10.0.0.1:1000", "198.51.100.1", 200},
		{"10.0.0.2:1000", "198.51.100.1", 429},
		{"10.0.0.1:1000", "203.0.113.9, 198.51.100.1", 429}, // the last one is who the proxy saw
		{"10.0.0.1:1000", "198.51.100.2, 10.0.0.7", 200},
		{"10.0.0.1:1000", "198.51.100.2", 429},
		{"[2001:db8::1]:1000", "", 200},
		{"[2001:db8::2]:1000", "", 429}, // has the same first 64 bits
		{"[2001:db8:0:1::1]:1000", "", 200},
	} {
		if got := ask(test.from, test.forwarded); got != test.want {
			t.Errorf("%s for %q: status %d, want %d", test.from, test.forwarded, got, test.want)
		}
	}
}

// The page has dozens of files, which a browser asks for at once.
func TestPageHasNoRateLimit(t *testing.T) {
	c := newClient(t, web.Options{RateLimit: 0.001})
	for _, path := range append(pageShell(t, c.server), "/sw.js") {
		if w := pageGet(t, c.server, path); w.Code != http.StatusOK {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
}

// A body that nobody reads keeps its connection no longer than one that is read.
func TestSlowBodyThatNobodyReads(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(sharedClient(t).server)
	web.Limit(server.Config)
	if server.Config.ReadTimeout <= 0 {
		t.Fatal("bodies have no limit of time")
	}
	server.Config.ReadTimeout = 50 * time.Millisecond // the limit is what is tried, not how long it is
	server.Start()
	defer server.Close()
	for _, request := range []string{
		"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf",
		"GET /api/v1/puzzles HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nha",
		"POST /api/v1/rate HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf",
		"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nhalf",
	} {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(time.Minute))
		if _, err := io.WriteString(conn, request); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%.20q: the connection is kept: %v", request, err)
		}
		conn.Close()
	}
}

// A body that hardly comes is ended by its handler, and its client is told why; one
// that comes slowly is not.
func TestSlowBodyThatIsRead(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes ten seconds: run without -short")
	}
	t.Parallel()
	server := httptest.NewUnstartedServer(sharedClient(t).server)
	web.Limit(server.Config)
	server.Start()
	defer server.Close()
	send := func(body string, pause time.Duration) (*http.Response, time.Duration) {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		begun := time.Now()
		fmt.Fprintf(conn, "POST /api/v1/canon HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", len(body))
		go func() {
			for len(body) > 0 {
				n := min(len(body), 1<<10)
				if _, err := io.WriteString(conn, body[:n]); err != nil {
					return
				}
				body = body[n:]
				time.Sleep(pause)
			}
		}()
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Error(err)
			return &http.Response{}, 0
		}
		return answer, time.Since(begun)
	}
	body := strings.Repeat(tourPuzzle+"\n", 600) // 48 kB
	var group sync.WaitGroup
	group.Go(func() { // 12 s, which is more than a piece may take
		if answer, took := send(body, 250*time.Millisecond); answer.StatusCode != http.StatusOK || took < 11*time.Second {
			t.Errorf("a body that comes slowly: status %d after %v", answer.StatusCode, took)
		}
	})
	if answer, took := send(body, 3*time.Second); answer.StatusCode != http.StatusRequestTimeout || took < 9*time.Second || took > 20*time.Second {
		t.Errorf("a body that hardly comes: status %d after %v", answer.StatusCode, took)
	}
	group.Wait()
}

// Grids with the most symmetries that there are take no longer than others.
func TestCheckOfCrowdedGrids(t *testing.T) {
	c := newClient(t, web.Options{Workers: 1})
	const full = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
	none := strings.Repeat(".", 81)
	for _, grid := range []string{none, full, "1" + none[1:], full[:80] + ".", full[:9] + none[9:], full[:27] + none[27:]} {
		begun := time.Now()
		if a := c.post("/api/v1/check", "text/plain", grid); a.StatusCode != http.StatusOK || !bytes.Contains(a.body, []byte(`"arrangeable":["rotate180"`)) {
			t.Errorf("%s: status %d, %s", grid, a.StatusCode, a.body)
		}
		if took := time.Since(begun); took > 2*time.Second { // 5 to 7 s when all geometries were listed
			t.Errorf("%s takes %v", grid, took)
		}
	}
}

// Bodies that are announced and do not come keep no room from others.
func TestWaitingBodiesStopNobody(t *testing.T) {
	c := sharedClient(t)
	server := httptest.NewServer(c.server)
	defer server.Close()
	for range 100 { // of 4 MB each: more than there is room for
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /api/v1/rate HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4000000\r\n\r\n")
		if _, err := io.ReadFull(conn, make([]byte, 20)); err != nil { // the body is waited for
			t.Fatal(err)
		}
	}
	if a := c.post("/api/v1/solve", "text/plain", tourPuzzle); a.StatusCode != http.StatusOK {
		t.Errorf("status %d: %s", a.StatusCode, a.body)
	}
}

// hardPuzzles returns 50 puzzles with an ER in a range, repeated a number of times.
func hardPuzzles(c *client, er string, times int) string {
	return strings.Repeat(string(c.get("/api/v1/puzzles?n=50&seed=1&format=line&er="+er).body), times)
}

// Who finds the queue full is told so at once, and short answers are given
// meanwhile. Who goes away leaves room.
func TestFullQueue(t *testing.T) {
	c := newClient(t, web.Options{Workers: 1, Queue: 1})
	server := httptest.NewServer(c.server)
	defer server.Close()
	ctx, cancel := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, "POST", server.URL+"/api/v1/rate", strings.NewReader(hardPuzzles(c, "7.6-8.9", 100)))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request) // returns when the first puzzle is rated
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	busy := c.post("/api/v1/rate", "text/plain", tourPuzzle)
	c.wantProblem(busy, http.StatusServiceUnavailable, "", "try again")
	if busy.Header.Get("Retry-After") == "" {
		t.Error("nobody says when to come again")
	}
	if a := c.get("/api/v1/puzzles?level=9"); a.StatusCode != http.StatusOK {
		t.Errorf("a new puzzle: status %d", a.StatusCode)
	}
	cancel()
	for range 600 {
		if c.post("/api/v1/rate", "text/plain", tourPuzzle).StatusCode == http.StatusOK {
			http.DefaultClient.CloseIdleConnections()
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Error("the work of a client that has gone away goes on")
}

// A long answer ends when its client goes away, and an answer that cannot be
// finished is not taken for whole.
func TestClientGoesAway(t *testing.T) {
	c := newClient(t, web.Options{Workers: 1})
	ended := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		c.server.ServeHTTP(w, r)
	}))
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "GET /api/v1/puzzles?level=1&n=1000000&format=line HTTP/1.1\r\nHost: x\r\n\r\n")
	if _, err := io.ReadFull(conn, make([]byte, 100_000)); err != nil {
		t.Fatal(err)
	}
	conn.Close()
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Fatal("the answer goes on")
	}
}

// Long answers take turns: one whose client does not read stops none of the others.
func TestSlowReadersStopNobody(t *testing.T) {
	c := newClient(t, web.Options{Workers: 1})
	server := httptest.NewServer(c.server)
	defer server.Close()
	for range 5 {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "GET /api/v1/puzzles?level=1&n=1000000&format=line HTTP/1.1\r\nHost: x\r\n\r\n")
	}
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			r := httptest.NewRequest("GET", "/api/v1/puzzles?level=1&n=20000&format=line", nil)
			if a := c.ask(r); bytes.Count(a.body, []byte("\n")) != 20_000 {
				t.Errorf("%d bytes", len(a.body))
			}
		})
	}
	group.Wait()
}

// A small body that is much when it is unpacked is read only so far.
func TestBodyBomb(t *testing.T) {
	c := sharedClient(t)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	line := append(bytes.Repeat([]byte("#"), 1023), '\n')
	for range 100 << 10 {
		w.Write(line)
	}
	w.Close()
	a := c.post("/api/v1/solve", "application/gzip", packed.String())
	if a.StatusCode != http.StatusOK || !bytes.Contains(a.body, []byte("more than 64 MiB")) {
		t.Errorf("status %d, %.200s", a.StatusCode, a.body)
	}
}

func TestHead(t *testing.T) {
	c := sharedClient(t)
	server := httptest.NewServer(c.server)
	defer server.Close()
	answer, err := server.Client().Head(server.URL + "/api/v1/levels")
	if err != nil || answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%+v, %v", answer, err)
	}
	answer.Body.Close()
}

// Who only asks for the header does not make the server draw.
func TestHeadOfALongAnswer(t *testing.T) {
	c := newClient(t, web.Options{Workers: 1})
	w := httptest.NewRecorder()
	c.server.ServeHTTP(w, httptest.NewRequest("HEAD", "/api/v1/puzzles?level=1&n=1000000&format=line", nil))
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") || w.Header().Get("Link") == "" || w.Body.Len() > 0 {
		t.Errorf("status %d, %v, %d bytes", w.Code, w.Header(), w.Body.Len())
	}
}

// The header of a request has as many bytes as the bounds say.
func TestLongHeaders(t *testing.T) {
	server := httptest.NewUnstartedServer(starterServer(t))
	web.Limit(server.Config)
	server.Start()
	defer server.Close()
	for length, want := range map[int]int{bounds.Header - 500: http.StatusOK, bounds.Header: http.StatusRequestHeaderFieldsTooLarge} {
		request, err := http.NewRequest(http.MethodGet, server.URL+"/api/v1/levels", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Long", strings.Repeat("x", length))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("a header of %d bytes: status %d, want %d", length, response.StatusCode, want)
		}
	}
}
