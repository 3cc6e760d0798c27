package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/seedbank/web"
)

// quiet is a client for fuzzing. Answers are checked by the description.
func quiet(f *testing.F) func(*testing.T) *client {
	c := newClient(f, web.Options{Queue: 1 << 10})
	return func(t *testing.T) *client { return &client{TB: t, server: c.server} }
}

// addresses are the addresses without a body.
var addresses = []string{"puzzles", "puzzles/", "series/", "daily", "packs", "count", "bank", "techniques", "levels", "formats"}

// No address makes the server fail.
func FuzzQuery(f *testing.F) {
	clientOf := quiet(f)
	for _, query := range []string{
		"level=4&n=3&seed=7", "er=3.2-4.4&clues=24-26", "technique=x-wing&without=swordfish&hardest=x-wing",
		"format=csv&n=20", "format=pdf&title=T&paper=a5&per-page=2&intro=true", "format=png&solution=true",
		"after=5&n=2&digest=7", "date=2026-02-29&level=1", "distinct=true&n=9&skip=4&seed=1", "n=99999999999999999999", "%zz&;=", "level=&n=",
	} {
		f.Add(uint8(0), "", query, "")
		f.Add(uint8(2), "level=4&seed=7", query, "text/plain, */*;q=0.1")
		f.Add(uint8(4), "", query, "")
	}
	f.Add(uint8(1), "BC9CP40D4XK9D-03JZ9J6GMX.svg", "solution=true", "")
	f.Fuzz(func(t *testing.T, at uint8, rest, query, accept string) {
		c := clientOf(t)
		address := addresses[int(at)%len(addresses)]
		r := httptest.NewRequest("GET", "/", nil)
		r.URL = &url.URL{Path: "/api/v1/" + address, RawQuery: query}
		if strings.HasSuffix(address, "/") {
			r.URL.Path += rest
		}
		r.Header.Set("Accept", accept)
		if n := r.URL.Query().Get("n"); len(n) > 3 && len(n) < 8 {
			t.Skip("it would take long")
		}
		c.ask(r)
	})
}

// A key of a series that is read is written as one that is read as the same request,
// and stays the same from then on: so do the addresses of its next puzzles.
func FuzzSeriesKey(f *testing.F) {
	clientOf := quiet(f)
	for _, key := range []string{
		"level=4&seed=7", "seed=0", "clues=26-28&distinct=true&seed=18446744073709551615", "er=3.2-4.4&hardest=x-wing&hardest=swordfish&seed=1",
		"symmetry=rotate180&level=hard-fiendish&seed=3", "pattern=heart&seed=1", "seed=1&seed=2", "seed=1&n=3", "seed=1&style=print", "seed=1&skip=2", "%zz", "level=&seed=", "seed=1&distinct=false", "/", "..",
	} {
		f.Add(key)
	}
	f.Fuzz(func(t *testing.T, key string) {
		c := clientOf(t)
		ask := func(address string) (next string, ok bool) {
			u, err := url.Parse(address)
			if err != nil {
				t.Fatalf("the key %q leads to the address %q: %v", key, address, err)
			}
			r := httptest.NewRequest("GET", "/", nil)
			r.URL = u
			a := c.ask(r)
			if a.StatusCode != http.StatusOK {
				return "", false
			}
			return decode[puzzlesObject](c, a).Next, true
		}
		next, ok := ask((&url.URL{Path: "/api/v1/series/" + key}).String())
		if !ok {
			return
		}
		if strings.Contains(key, "distinct") {
			t.Skip("seeds that came before have to be looked at")
		}
		after, ok := ask(next)
		if !ok {
			t.Fatalf("after the key %q, %s has no puzzle", key, next)
		}
		if want := strings.Replace(next, "after=1&", "after=2&", 1); after != want {
			t.Fatalf("after the key %q the series goes on at %s, want %s", key, after, want)
		}
	})
}

// No body makes the server fail.
func FuzzBody(f *testing.F) {
	clientOf := quiet(f)
	for _, body := range []string{
		tourPuzzle, "77" + tourPuzzle[2:], `{"puzzles":["` + tourPuzzle + `",7]}`, `{"puzzle":"` + tourPuzzle + `","grid":null,"removed":["r1c2<>5"]}`,
		"puzzle,solution\n" + tourPuzzle + ",", "<html><table><tr><td>1</table>", "\x1f\x8b\x08", "\x28\xb5\x2f\xfd", "[[1,2],[3]]",
	} {
		for at := range questions {
			f.Add(uint8(at), "text/plain", body)
		}
		f.Add(uint8(5), "application/json", body)
	}
	f.Fuzz(func(t *testing.T, at uint8, mediaType, body string) {
		c := clientOf(t)
		tooSlow := 0
		for record, err := range read.Puzzles(read.Unpack(strings.NewReader(body))) {
			if err == nil && record.Grid.NumClues() < 17 {
				tooSlow++
			}
		}
		if tooSlow > 3 {
			t.Skip("it would take long")
		}
		c.post("/api/v1/"+questions[int(at)%len(questions)], mediaType, body)
	})
}
